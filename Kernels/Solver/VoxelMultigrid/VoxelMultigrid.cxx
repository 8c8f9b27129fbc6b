#include "Solver/VoxelMultigrid/VoxelMultigrid.h"
#include "Core/Error.h"
#include "Core/Execution/GraphCapture.h"
#include "Core/Execution/InterleavedReduction.h"
#include "Core/Execution/Streams.h"
#include "Solver/SymmetricInverse.h"
#include "Solver/VoxelMultigrid/VoxelCycleKernels.h"
#include "Solver/VoxelMultigrid/VoxelLevels.h"
#include "Solver/VoxelMultigrid/VoxelTransferKernels.h"

#include <algorithm>
#include <array>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Struts are thick where the first coarse mesh has less than one in so many nodes of the voxels'.
constexpr std::int64_t ThickStruts = 6;

/// Whether columns are apart on the finest level.
template <class Space>
constexpr bool AreColumnsApart = Space::Id == ExecutionSpace::Cuda;

/// On the finest level columns that are apart are computed at the same time where they are short,
/// as one does not occupy a GPU: so many of them that there are as many unknowns.
constexpr std::int64_t UnknownsTogether = 8000000;

template <class Space>
std::size_t streamsOfColumns(std::int64_t unknowns, int columns)
{
  const std::int64_t wanted = (UnknownsTogether + unknowns - 1) / unknowns;
  return AreColumnsApart<Space>
    ? static_cast<std::size_t>(std::clamp<std::int64_t>(wanted, 1, columns))
    : 1;
}
}

template <class Space>
struct VoxelMultigrid<Space>::Storage
{
  Storage(const VoxelGrid& grid, VoxelOperator<Space>& K, double poissonsRatio,
    const std::vector<std::uint8_t>& supports)
    : levels(grid, K, poissonsRatio, supports), result(K.layoutPointer(), levels[0].x.data()),
      freeUnknowns(K.layoutPointer(), levels[0].inverseDiagonal.data()),
      scalars(K.context(), 4 * MostColumns * VoxelLevels<Space>::Most), reduction(K.context())
  {
  }

  /// A cycle of columns that are apart: the finest level of each before and after its coarse
  /// correction, and the coarse levels of all. So inactive columns need no other captures.
  struct CapturesOfColumns
  {
    std::array<std::unique_ptr<GraphCapture<Space>>, MostColumns> before;
    std::unique_ptr<GraphCapture<Space>> coarse;
    std::array<std::unique_ptr<GraphCapture<Space>>, MostColumns> after;
    const double* from = nullptr;
    const float* scratch = nullptr;
  };

  VoxelLevels<Space> levels;
  Vector<Space, float> result;         ///< a view of the finest level
  Vector<Space, float> freeUnknowns;   ///< another
  MultiVector<Space, float> ofColumns; ///< another, of results
  DeviceVector<double, Space> scalars; ///< 4 a column, MostColumns a level
  InterleavedReduction<Space> reduction;
  std::unique_ptr<GraphCapture<Space>> capture;
  const double* capturedFrom = nullptr;
  const float* capturedScratch = nullptr;
  int columns = 0; ///< that there is memory for
  std::unique_ptr<Streams<Space>> streams;
  std::unique_ptr<CapturesOfColumns> captures;
  ColumnSet zeros; ///< columns whose residuals on the first coarse level are zero
};

template <class Space>
VoxelMultigrid<Space>::VoxelMultigrid(const VoxelGrid& grid, VoxelOperator<Space>& K,
  double poissonsRatio, const std::vector<std::uint8_t>& supports,
  const std::optional<VoxelMultigridSettings>& settings)
  : Operator(K), Settings(settings.value_or(VoxelMultigridSettings())),
    Store(std::make_unique<Storage>(grid, K, poissonsRatio, supports))
{
  K.context().requireSinglePart("Multigrid on voxels");
  VoxelLevels<Space>& levels = this->Store->levels;
  if (!settings && levels.size() > 1 && detail::ThickStruts * levels[1].n < levels[0].n)
  {
    this->Settings = VoxelMultigridSettings::ofThickStruts();
  }
  if (this->Settings.cycle != VoxelCycle::V)
  {
    for (std::size_t l = this->Settings.twiceFrom; l + 1 < levels.size(); ++l)
    {
      levels[l].allocateKrylov(K.context(), levels[l].n);
    }
  }
}

template <class Space>
VoxelMultigrid<Space>::~VoxelMultigrid() = default;

template <class Space>
const Vector<Space, float>& VoxelMultigrid<Space>::freeUnknowns() const
{
  return this->Store->freeUnknowns;
}

template <class Space>
int VoxelMultigrid<Space>::columns() const
{
  return this->Store->columns;
}

template <class Space>
std::vector<std::int64_t> VoxelMultigrid<Space>::levelSizes() const
{
  std::vector<std::int64_t> sizes;
  for (std::size_t l = 0; l < this->Store->levels.size(); ++l)
  {
    sizes.push_back(this->Store->levels[l].n);
  }
  return sizes;
}

template <class Space>
void VoxelMultigrid<Space>::update()
{
  this->Store->capture.reset();
  this->Store->captures.reset();
  this->Store->levels.update(this->Settings.eigenvalueSteps);
}

template <class Space>
template <int Columns>
void VoxelMultigrid<Space>::multiply(std::size_t level, const float* x, float* y)
{
  if constexpr (Columns > 1)
  {
    const VoxelLevel<Space>& l = this->Store->levels[level];
    if constexpr (!detail::AreColumnsApart<Space>)
    {
      if (level == 0)
      {
        this->Operator.multiplyInterleaved(Columns, x, y);
        return;
      }
    }
    detail::multiplyBlocks<Columns>(this->Operator.context(), l.n, l.matrix.starts.data(),
      l.matrix.columns.data(), l.matrix.blocks.data(), x, y);
  }
  else if (level == 0)
  {
    this->Operator.multiply(x, y);
  }
  else
  {
    this->Store->levels.multiply(level, x, y);
  }
}

/// r -= A d.
template <class Space>
template <int Columns>
void VoxelMultigrid<Space>::subtractStep(std::size_t level, float* r)
{
  const Context<Space>& context = this->Operator.context();
  VoxelLevel<Space>& l = this->Store->levels[level];
  CycleVectors<Space>& vectors = l.template vectors<Columns>();
  if (level == 0)
  {
    this->template multiply<Columns>(0, vectors.d, vectors.q);
    detail::subtractOnFree<Columns>(context, l.n, vectors.q, l.inverseDiagonal.data(), r);
  }
  else if (level == 1 && Columns == 1)
  {
    const VoxelCoarseElements<Space>& first = this->Store->levels.firstElements();
    float* forces = this->Store->levels.scratch();
    elementForces(context, first, l.mesh, vectors.d, forces);
    detail::subtractOnElements(
      context, l.mesh, first.elements, forces, l.inverseDiagonal.data(), r);
  }
  else
  {
    detail::subtractOnBlocks<Columns>(context, l.n, l.matrix.starts.data(), l.matrix.columns.data(),
      l.matrix.blocks.data(), l.inverseDiagonal.data(), vectors.d, r);
  }
}

/// Improves x by a polynomial in the residual; r is short of the last step d afterwards. It begins
/// with x = 0 and the residual r, or with r short of d, of which the first product is then.
template <class Space>
template <int Columns>
void VoxelMultigrid<Space>::smooth(std::size_t level, bool fromZero, float* r, float* x)
{
  const Context<Space>& context = this->Operator.context();
  VoxelLevel<Space>& l = this->Store->levels[level];
  CycleVectors<Space>& vectors = l.template vectors<Columns>();
  const float* inverseDiagonal = l.inverseDiagonal.data();
  detail::ChebyshevSteps steps(l.largestEigenvalue, this->smoother(level).eigenvalueRatio);
  if (fromZero)
  {
    detail::startSmoothing<Columns>(
      context, l.n, r, inverseDiagonal, steps.first(), true, vectors.d, x);
  }
  const int degree = fromZero ? this->smoother(level).before : this->smoother(level).after;
  for (int step = fromZero ? 1 : 0; step < degree; ++step)
  {
    if (step > 0)
    {
      steps.advance();
    }
    const float keep = step > 0 ? steps.keep() : 0.0F;
    const float factor = step > 0 ? steps.factor() : steps.first();
    if (level == 0)
    {
      if constexpr (Columns == 1)
      {
        this->Operator.smoothingStep(inverseDiagonal, keep, factor, vectors.d, r, vectors.q, x);
      }
      else if constexpr (!detail::AreColumnsApart<Space>)
      {
        this->Operator.multiplyInterleaved(Columns, vectors.d, vectors.q);
        detail::continueSmoothing<Columns>(
          context, l.n, inverseDiagonal, keep, factor, vectors.d, r, vectors.q, x);
      }
      std::swap(vectors.d, vectors.q);
    }
    else if (level == 1 && Columns == 1)
    {
      const VoxelCoarseElements<Space>& first = this->Store->levels.firstElements();
      float* forces = this->Store->levels.scratch();
      elementForces(context, first, l.mesh, vectors.d, forces);
      detail::continueOnElements(
        context, l.mesh, first.elements, forces, inverseDiagonal, keep, factor, r, vectors.d, x);
    }
    else
    {
      detail::continueOnBlocks<Columns>(context, l.n, l.matrix.starts.data(),
        l.matrix.columns.data(), l.matrix.blocks.data(), inverseDiagonal, keep, factor, vectors.d,
        r, vectors.q, x);
      std::swap(vectors.d, vectors.q);
    }
  }
}

/// Computes an approximate solution x for the right-hand side r, which is overwritten.
template <class Space>
template <int Columns>
void VoxelMultigrid<Space>::cycle(std::size_t level)
{
  const Context<Space>& context = this->Operator.context();
  VoxelLevel<Space>& l = this->Store->levels[level];
  CycleVectors<Space>& vectors = l.template vectors<Columns>();
  float* r = vectors.r.data();
  float* x = vectors.x.data();
  if (level + 1 == this->Store->levels.size())
  {
    const DeviceVector<float, Space>& inverse = this->Store->levels.coarsestInverse();
    if (inverse.size() > 0)
    {
      const std::int64_t stride = (l.n + InverseTile - 1) / InverseTile * InverseTile;
      detail::multiplyDense<Columns>(context, l.n, stride, inverse.data(), r, x);
      return;
    }
    // A smoother before has one step at least, also in cycles that have none on finer levels.
    this->template smooth<Columns>(level, true, r, x);
    this->template smooth<Columns>(level, false, r, x);
    return;
  }
  VoxelLevel<Space>& coarse = this->Store->levels[level + 1];
  CycleVectors<Space>& below = coarse.template vectors<Columns>();
  const bool isOneSided = this->smoother(level).before == 0;
  if (!isOneSided)
  {
    this->template smooth<Columns>(level, true, r, x);
    this->template subtractStep<Columns>(level, r);
  }
  // The steps of the finest level, whose memory is used, are not needed any more.
  detail::restrictTo<Columns>(
    context, coarse.mesh, l.transfer, this->Store->levels.scratch(), r, below.r.data());
  this->template solve<Columns>(level + 1);
  detail::prolongTo<Columns>(context, l.n, coarse.mesh, l.transfer, below.x.data(),
    l.inverseDiagonal.data(), isOneSided, vectors.d, x);
  this->template smooth<Columns>(level, false, r, x);
}

/// The same with the number of cycles of the level.
template <class Space>
template <int Columns>
void VoxelMultigrid<Space>::solve(std::size_t level)
{
  const Context<Space>& context = this->Operator.context();
  VoxelLevel<Space>& l = this->Store->levels[level];
  CycleVectors<Space>& vectors = l.template vectors<Columns>();
  if (vectors.b.size() == 0)
  {
    this->template cycle<Columns>(level);
    return;
  }
  InterleavedReduction<Space>& reduction = this->Store->reduction;
  double* scalars = this->Store->scalars.data() + 4 * MostColumns * level;
  const bool krylov = this->Settings.cycle == VoxelCycle::Krylov;
  const float* b = vectors.b.data();
  const float* v = vectors.v.data();
  float* x = vectors.x.data();
  vectors.b.copy(vectors.r);
  this->template cycle<Columns>(level);
  vectors.c.copy(vectors.x);
  this->template multiply<Columns>(level, vectors.c.data(), vectors.v.data());
  detail::firstDots<Columns>(reduction, l.n, vectors.c.data(), v, b, krylov, scalars);
  detail::subtractFirst<Columns>(context, l.n, b, v, scalars, vectors.r.data());
  this->template cycle<Columns>(level);
  if (krylov)
  {
    this->template multiply<Columns>(level, x, vectors.q);
  }
  detail::secondDots<Columns>(reduction, l.n, x, v, vectors.q, b, krylov, scalars);
  detail::combine<Columns>(context, l.n, vectors.c.data(), scalars, x);
}

template <class Space>
const Vector<Space, float>& VoxelMultigrid<Space>::apply(const Vector<Space>& r)
{
  r.require(this->Operator.layout(), "A residual");
  const Context<Space>& context = this->Operator.context();
  Storage& store = *this->Store;
  const auto scratch = context.workspace().template lease<float>(store.levels.scratchNumbers());
  store.levels.useScratch(scratch.data());
  const double* from = r.data();
  if (!store.capture || store.capturedFrom != from || store.capturedScratch != scratch.data())
  {
    store.capture.reset();
    store.capture = std::make_unique<GraphCapture<Space>>(context,
      [this, from]
      {
        VoxelLevel<Space>& finest = this->Store->levels[0];
        detail::convert(this->Operator.context(), finest.n, from, finest.r.data());
        this->template cycle<1>(0);
      });
    store.capturedFrom = from;
    store.capturedScratch = scratch.data();
  }
  store.capture->launch();
  return store.result;
}

template <class Space>
void VoxelMultigrid<Space>::prepareColumns(int columns)
{
  Storage& store = *this->Store;
  if (detail::AreColumnsApart<Space> ? columns <= store.columns : columns == store.columns)
  {
    return;
  }
  const Context<Space>& context = this->Operator.context();
  VoxelLevels<Space>& levels = store.levels;
  store.captures.reset();
  store.columns = 0;
  store.streams = std::make_unique<Streams<Space>>(
    context, detail::streamsOfColumns<Space>(levels[0].n, columns));
  const std::int64_t interleaved = interleavedColumns(columns);
  for (std::size_t l = 0; l < levels.size(); ++l)
  {
    const bool areApart = detail::AreColumnsApart<Space> && l == 0;
    const std::int64_t size =
      areApart ? columns * strideOfColumns(levels[l].n) : interleaved * levels[l].n;
    CycleVectors<Space>& vectors = levels[l].columns;
    vectors = CycleVectors<Space>(); // what there was before is released first
    vectors.x = DeviceVector<float, Space>(context, static_cast<std::size_t>(size));
    vectors.r = DeviceVector<float, Space>(context, static_cast<std::size_t>(size));
    if (areApart)
    {
      continue; // each has the steps of one
    }
    vectors.allocateSteps(context, size);
    if (levels[l].b.size() > 0)
    {
      vectors.allocateKrylov(context, size);
    }
  }
  levels[1].columns.r.zero();
  store.zeros.set();
  store.reduction.prepare(static_cast<int>(interleaved));
  levels.storeFirst();
  store.columns = columns; // now that nothing can fail
}

template <class Space>
MultiVector<Space, float>& VoxelMultigrid<Space>::applyToColumns(
  MultiVector<Space>& r, [[maybe_unused]] const ColumnSet& active)
{
  if (!r.layout().matches(this->Operator.layout()) || r.arrangement() != this->arrangement())
  {
    throw Error("Columns of residuals have " + r.layout().text() + ", but should have " +
      this->Operator.layout().text() +
      (detail::AreColumnsApart<Space> ? ", one column after another." : ", interleaved."));
  }
  this->prepareColumns(r.columns());
  const Context<Space>& context = this->Operator.context();
  Storage& store = *this->Store;
  VoxelLevel<Space>& finest = store.levels[0];
  if constexpr (detail::AreColumnsApart<Space>)
  {
    const auto scratch = context.workspace().template lease<float>(this->scratchOfStreams());
    const int interleaved = interleavedColumns(store.columns);
    if (!store.captures || store.captures->from != r.data() ||
      store.captures->scratch != scratch.data())
    {
      if (interleaved < MostColumns)
      {
        this->template captureColumns<interleavedColumns(1)>(r.data(), scratch.data());
      }
      else
      {
        this->template captureColumns<MostColumns>(r.data(), scratch.data());
      }
    }
    const auto count = static_cast<std::size_t>(store.columns);
    store.streams->run(count,
      [&](std::size_t v)
      {
        if (active[v])
        {
          store.captures->before[v]->launch();
          store.zeros[v] = false;
        }
        else if (!store.zeros[v])
        {
          // It is computed along on coarse levels, and remains zero there.
          detail::zeroColumn(
            context, store.levels[1].n, interleaved, store.levels[1].columns.r.data() + v);
          store.zeros[v] = true;
        }
      });
    store.captures->coarse->launch();
    store.streams->run(count,
      [&](std::size_t v)
      {
        if (active[v])
        {
          store.captures->after[v]->launch();
        }
      });
  }
  else
  {
    detail::convert(context, store.columns * finest.n, r.data(), finest.columns.r.data());
    if (store.columns < MostColumns)
    {
      this->template cycle<interleavedColumns(1)>(0);
    }
    else
    {
      this->template cycle<MostColumns>(0);
    }
  }
  store.ofColumns = MultiVector<Space, float>(
    this->Operator.layoutPointer(), r.columns(), r.arrangement(), finest.columns.x.data());
  return store.ofColumns;
}

/// Numbers of scratch memory of all streams, one after another.
template <class Space>
std::size_t VoxelMultigrid<Space>::scratchOfStreams() const
{
  const auto one = static_cast<std::int64_t>(this->Store->levels.scratchNumbers());
  return this->Store->streams->count() * static_cast<std::size_t>(strideOfColumns(one));
}

template <class Space>
template <int Columns>
void VoxelMultigrid<Space>::captureColumns(const double* r, float* scratch)
{
  const Context<Space>& context = this->Operator.context();
  Storage& store = *this->Store;
  store.captures.reset();
  auto captures = std::make_unique<typename Storage::CapturesOfColumns>();
  const std::int64_t stride = strideOfColumns(store.levels[0].n);
  for (int v = 0; v < store.columns; ++v)
  {
    const auto place = static_cast<std::size_t>(v);
    const double* mine = r + stride * v;
    const std::size_t stream = store.streams->streamOfTask(place);
    store.levels.useScratch(scratch + this->scratchOfStreams() / store.streams->count() * stream);
    captures->before[place] = std::make_unique<GraphCapture<Space>>(
      context, [this, v, mine] { this->template descend<Columns>(v, mine); });
    captures->after[place] = std::make_unique<GraphCapture<Space>>(
      context, [this, v] { this->template ascend<Columns>(v); });
  }
  captures->coarse =
    std::make_unique<GraphCapture<Space>>(context, [this] { this->template solve<Columns>(1); });
  captures->from = r;
  captures->scratch = scratch;
  store.captures = std::move(captures);
}

/// The cycle of the finest level for a column of those that are apart, to the residual on the first
/// coarse level.
template <class Space>
template <int Columns>
void VoxelMultigrid<Space>::descend(int column, const double* r)
{
  const Context<Space>& context = this->Operator.context();
  VoxelLevel<Space>& finest = this->Store->levels[0];
  VoxelLevel<Space>& first = this->Store->levels[1];
  const std::int64_t begin = strideOfColumns(finest.n) * column;
  float* residual = finest.columns.r.data() + begin;
  detail::convert(context, finest.n, r, residual);
  if (this->smoother(0).before > 0)
  {
    this->template smooth<1>(0, true, residual, finest.columns.x.data() + begin);
    this->template subtractStep<1>(0, residual);
  }
  detail::restrictTo(context, first.mesh, finest.transfer, this->Store->levels.scratch(), residual,
    first.columns.r.data() + column, Columns);
}

/// The rest of it, from the solution there.
template <class Space>
template <int Columns>
void VoxelMultigrid<Space>::ascend(int column)
{
  VoxelLevel<Space>& finest = this->Store->levels[0];
  VoxelLevel<Space>& first = this->Store->levels[1];
  const std::int64_t begin = strideOfColumns(finest.n) * column;
  float* x = finest.columns.x.data() + begin;
  detail::prolongTo(this->Operator.context(), finest.n, first.mesh, finest.transfer,
    first.columns.x.data() + column, finest.inverseDiagonal.data(), this->smoother(0).before == 0,
    finest.d, x, Columns);
  this->template smooth<1>(0, false, finest.columns.r.data() + begin, x);
}

template <class Space>
std::size_t VoxelMultigrid<Space>::memoryOfColumns(int columns) const
{
  const VoxelLevels<Space>& levels = this->Store->levels;
  const std::int64_t interleaved = interleavedColumns(columns);
  std::int64_t numbers = detail::AreColumnsApart<Space> ? 2 * columns * strideOfColumns(levels[0].n)
                                                        : 4 * interleaved * levels[0].n;
  for (std::size_t l = 1; l < levels.size(); ++l)
  {
    numbers += (levels[l].b.size() > 0 ? 7 : 4) * interleaved * levels[l].n;
  }
  // The matrix of the first coarse level, and those of its elements while it is assembled.
  constexpr std::int64_t ofNode =
    sizeof(std::int64_t) + 27 * (sizeof(std::int32_t) + 9 * sizeof(float));
  constexpr std::int64_t ofElement = VoxelMatrixEntries * sizeof(float);
  const auto others =
    static_cast<std::int64_t>(detail::streamsOfColumns<Space>(levels[0].n, columns)) - 1;
  numbers += others * strideOfColumns(static_cast<std::int64_t>(levels.scratchNumbers()));
  const VoxelMesh<Space>& first = levels[1].mesh;
  const std::int64_t matrix =
    levels.size() > 2 ? ofNode * first.nodes + ofElement * first.elements : 0;
  return static_cast<std::size_t>(numbers) * sizeof(float) + static_cast<std::size_t>(matrix);
}

template class VoxelMultigrid<CompiledSpace>;
}
