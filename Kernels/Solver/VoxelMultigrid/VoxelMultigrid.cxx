#include "Solver/VoxelMultigrid/VoxelMultigrid.h"
#include "Core/Error.h"
#include "Core/Execution/Branches.h"
#include "Core/Execution/Recording.h"
#include "Core/Execution/SeveralReducer.h"
#include "Core/Parallel.h"
#include "Operator/SeveralVectors.h"
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

/// On the finest level vectors that are one after another are computed at the same time where they
/// are short, as one does not occupy a GPU: so many of them that there are as many unknowns.
constexpr std::int64_t UnknownsTogether = 8000000;

inline std::size_t branchesOfSeveral(std::int64_t unknowns, int vectors)
{
  const std::int64_t wanted = (UnknownsTogether + unknowns - 1) / unknowns;
  return static_cast<std::size_t>(std::clamp<std::int64_t>(wanted, 1, vectors));
}
}

template <class Space>
struct VoxelMultigrid<Space>::Storage
{
  Storage(Context<Space>& given, const VoxelGrid& grid, VoxelOperator<Space>& K,
    double poissonsRatio, const std::vector<std::uint8_t>& supports)
    : context(&given), levels(given, grid, K, poissonsRatio, supports),
      scalars(given, 4 * SeveralVectors * VoxelLevels<Space>::Most)
  {
  }

  /// A cycle of several vectors that are one after another: the finest level of each before and
  /// after its coarse correction, and the coarse levels of all. So vectors that rest need no other
  /// recordings.
  struct SeveralRecordings
  {
    std::array<std::unique_ptr<Recording<Space>>, SeveralVectors> before;
    std::unique_ptr<Recording<Space>> coarse;
    std::array<std::unique_ptr<Recording<Space>>, SeveralVectors> after;
    const double* from = nullptr;
    const float* scratch = nullptr;
  };

  Context<Space>* context;
  VoxelLevels<Space> levels;
  DeviceVector<double, Space> scalars; ///< 4 a vector, SeveralVectors a level
  SeveralReducer<Space> reducer;
  std::unique_ptr<Recording<Space>> recording;
  const double* recordedFrom = nullptr;
  const float* recordedScratch = nullptr;
  int several = 0; ///< vectors that there is room for
  std::unique_ptr<Branches<Space>> branches;
  std::unique_ptr<SeveralRecordings> severalRecordings;
  VectorSet zeros; ///< vectors whose residuals on the first coarse level are zero
};

template <class Space>
VoxelMultigrid<Space>::VoxelMultigrid(Context<Space>& context, const VoxelGrid& grid,
  VoxelOperator<Space>& K, double poissonsRatio, const std::vector<std::uint8_t>& supports,
  const std::optional<VoxelMultigridSettings>& settings)
  : Operator(K), Settings(settings.value_or(VoxelMultigridSettings())),
    Store(std::make_unique<Storage>(context, grid, K, poissonsRatio, supports))
{
  VoxelLevels<Space>& levels = this->Store->levels;
  if (!settings && levels.size() > 1 && detail::ThickStruts * levels[1].n < levels[0].n)
  {
    this->Settings = VoxelMultigridSettings::ofThickStruts();
  }
  if (this->Settings.cycle != VoxelCycle::V)
  {
    for (std::size_t l = this->Settings.twiceFrom; l + 1 < levels.size(); ++l)
    {
      levels[l].allocateKrylov(context, levels[l].n);
    }
  }
}

template <class Space>
VoxelMultigrid<Space>::~VoxelMultigrid() = default;

template <class Space>
const float* VoxelMultigrid<Space>::inverseDiagonal() const
{
  return this->Store->levels[0].inverseDiagonal.data();
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
  this->Store->recording.reset();
  this->Store->severalRecordings.reset();
  this->Store->levels.update(this->Settings.eigenvalueSteps);
}

template <class Space>
template <int Vectors>
void VoxelMultigrid<Space>::multiply(std::size_t level, const float* x, float* y)
{
  if constexpr (Vectors > 1)
  {
    const VoxelLevel<Space>& l = this->Store->levels[level];
    if constexpr (!AreVectorsApart<Space>)
    {
      if (level == 0)
      {
        this->Operator.applyToSeveral(Vectors, x, y);
        return;
      }
    }
    detail::multiplyBlocks<Space, Vectors>(
      l.n, l.matrix.starts.data(), l.matrix.columns.data(), l.matrix.blocks.data(), x, y);
  }
  else if (level == 0)
  {
    this->Operator.apply(x, y);
  }
  else
  {
    this->Store->levels.multiply(level, x, y);
  }
}

/// r -= A d.
template <class Space>
template <int Vectors>
void VoxelMultigrid<Space>::subtractStep(std::size_t level, float* r)
{
  VoxelLevel<Space>& l = this->Store->levels[level];
  CycleVectors<Space>& vectors = l.template vectors<Vectors>();
  if (level == 0)
  {
    this->template multiply<Vectors>(0, vectors.d, vectors.q);
    detail::subtractOnFree<Space, Vectors>(l.n, vectors.q, l.inverseDiagonal.data(), r);
  }
  else if (level == 1 && Vectors == 1)
  {
    const VoxelCoarseElements<Space>& first = this->Store->levels.firstElements();
    float* forces = this->Store->levels.scratch();
    elementForces(first, l.mesh, vectors.d, forces);
    detail::subtractOnElements<Space>(l.mesh, first.elements, forces, l.inverseDiagonal.data(), r);
  }
  else
  {
    detail::subtractOnBlocks<Space, Vectors>(l.n, l.matrix.starts.data(), l.matrix.columns.data(),
      l.matrix.blocks.data(), l.inverseDiagonal.data(), vectors.d, r);
  }
}

/// Improves x by a polynomial in the residual; r is short of the last step d afterwards. It begins
/// with x = 0 and the residual r, or with r short of d, of which the first product is then.
template <class Space>
template <int Vectors>
void VoxelMultigrid<Space>::smooth(std::size_t level, bool fromZero, float* r, float* x)
{
  VoxelLevel<Space>& l = this->Store->levels[level];
  CycleVectors<Space>& vectors = l.template vectors<Vectors>();
  const float* inverseDiagonal = l.inverseDiagonal.data();
  detail::ChebyshevSteps steps(l.largestEigenvalue, this->smoother(level).eigenvalueRatio);
  if (fromZero)
  {
    detail::startSmoothing<Space, Vectors>(
      l.n, r, inverseDiagonal, steps.first(), true, vectors.d, x);
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
      if constexpr (Vectors == 1)
      {
        this->Operator.smoothingStep(inverseDiagonal, keep, factor, vectors.d, r, vectors.q, x);
      }
      else if constexpr (!AreVectorsApart<Space>)
      {
        this->Operator.applyToSeveral(Vectors, vectors.d, vectors.q);
        detail::continueSmoothing<Space, Vectors>(
          l.n, inverseDiagonal, keep, factor, vectors.d, r, vectors.q, x);
      }
      std::swap(vectors.d, vectors.q);
    }
    else if (level == 1 && Vectors == 1)
    {
      const VoxelCoarseElements<Space>& first = this->Store->levels.firstElements();
      float* forces = this->Store->levels.scratch();
      elementForces(first, l.mesh, vectors.d, forces);
      detail::continueOnElements<Space>(
        l.mesh, first.elements, forces, inverseDiagonal, keep, factor, r, vectors.d, x);
    }
    else
    {
      detail::continueOnBlocks<Space, Vectors>(l.n, l.matrix.starts.data(), l.matrix.columns.data(),
        l.matrix.blocks.data(), inverseDiagonal, keep, factor, vectors.d, r, vectors.q, x);
      std::swap(vectors.d, vectors.q);
    }
  }
}

/// Computes an approximate solution x for the right-hand side r, which is overwritten.
template <class Space>
template <int Vectors>
void VoxelMultigrid<Space>::cycle(std::size_t level)
{
  VoxelLevel<Space>& l = this->Store->levels[level];
  CycleVectors<Space>& vectors = l.template vectors<Vectors>();
  float* r = vectors.r.data();
  float* x = vectors.x.data();
  if (level + 1 == this->Store->levels.size())
  {
    const DeviceVector<float, Space>& inverse = this->Store->levels.coarsestInverse();
    if (inverse.size() > 0)
    {
      const std::int64_t stride = (l.n + InverseTile - 1) / InverseTile * InverseTile;
      detail::multiplyDense<Space, Vectors>(l.n, stride, inverse.data(), r, x);
      return;
    }
    // At least one step before, also of cycles without.
    this->template smooth<Vectors>(level, true, r, x);
    this->template smooth<Vectors>(level, false, r, x);
    return;
  }
  VoxelLevel<Space>& coarse = this->Store->levels[level + 1];
  CycleVectors<Space>& below = coarse.template vectors<Vectors>();
  const bool isOneSided = this->smoother(level).before == 0;
  if (!isOneSided)
  {
    this->template smooth<Vectors>(level, true, r, x);
    this->template subtractStep<Vectors>(level, r);
  }
  // The steps of the finest level are not needed any more, so that there is room.
  detail::restrictTo<Space, Vectors>(
    coarse.mesh, l.transfer, this->Store->levels.scratch(), r, below.r.data());
  this->template solve<Vectors>(level + 1);
  detail::prolongTo<Space, Vectors>(l.n, coarse.mesh, l.transfer, below.x.data(),
    l.inverseDiagonal.data(), isOneSided, vectors.d, x);
  this->template smooth<Vectors>(level, false, r, x);
}

/// The same with the number of cycles of the level.
template <class Space>
template <int Vectors>
void VoxelMultigrid<Space>::solve(std::size_t level)
{
  VoxelLevel<Space>& l = this->Store->levels[level];
  CycleVectors<Space>& vectors = l.template vectors<Vectors>();
  if (vectors.b.size() == 0)
  {
    this->template cycle<Vectors>(level);
    return;
  }
  SeveralReducer<Space>& reducer = this->Store->reducer;
  double* scalars = this->Store->scalars.data() + 4 * SeveralVectors * level;
  const bool krylov = this->Settings.cycle == VoxelCycle::Krylov;
  const float* b = vectors.b.data();
  const float* v = vectors.v.data();
  float* x = vectors.x.data();
  vectors.b.copy(vectors.r);
  this->template cycle<Vectors>(level);
  vectors.c.copy(vectors.x);
  this->template multiply<Vectors>(level, vectors.c.data(), vectors.v.data());
  detail::firstDots<Space, Vectors>(reducer, l.n, vectors.c.data(), v, b, krylov, scalars);
  detail::subtractFirst<Space, Vectors>(l.n, b, v, scalars, vectors.r.data());
  this->template cycle<Vectors>(level);
  if (krylov)
  {
    this->template multiply<Vectors>(level, x, vectors.q);
  }
  detail::secondDots<Space, Vectors>(reducer, l.n, x, v, vectors.q, b, krylov, scalars);
  detail::combine<Space, Vectors>(l.n, vectors.c.data(), scalars, x);
}

template <class Space>
const float* VoxelMultigrid<Space>::apply(const double* r)
{
  Storage& store = *this->Store;
  const auto scratch =
    store.context->workspace().template lease<float>(store.levels.scratchNumbers());
  store.levels.useScratch(scratch.data());
  if (!store.recording || store.recordedFrom != r || store.recordedScratch != scratch.data())
  {
    store.recording.reset();
    store.recording = std::make_unique<Recording<Space>>(
      [this, r]
      {
        VoxelLevel<Space>& finest = this->Store->levels[0];
        detail::convert<Space>(finest.n, r, finest.r.data());
        this->template cycle<1>(0);
      });
    store.recordedFrom = r;
    store.recordedScratch = scratch.data();
  }
  store.recording->play();
  return store.levels[0].x.data();
}

template <class Space>
void VoxelMultigrid<Space>::prepareSeveral(int vectors)
{
  Storage& store = *this->Store;
  if (AreVectorsApart<Space> ? vectors <= store.several : vectors == store.several)
  {
    return;
  }
  const Context<Space>& context = *store.context;
  VoxelLevels<Space>& levels = store.levels;
  store.severalRecordings.reset();
  store.several = 0;
  store.branches = std::make_unique<Branches<Space>>(
    AreVectorsApart<Space> ? detail::branchesOfSeveral(levels[0].n, vectors) : 1);
  const std::int64_t together = sideBySide(vectors);
  for (std::size_t l = 0; l < levels.size(); ++l)
  {
    const bool areApart = AreVectorsApart<Space> && l == 0;
    const std::int64_t size =
      areApart ? vectors * strideOfVectors(levels[l].n) : together * levels[l].n;
    CycleVectors<Space>& room = levels[l].several;
    room = CycleVectors<Space>(); // what there was before is released first
    room.x = DeviceVector<float, Space>(context, size);
    room.r = DeviceVector<float, Space>(context, size);
    if (areApart)
    {
      continue; // each has the steps of one
    }
    room.allocateSteps(context, size);
    if (levels[l].b.size() > 0)
    {
      room.allocateKrylov(context, size);
    }
  }
  levels[1].several.r.zero();
  store.zeros.set();
  store.reducer.prepare(static_cast<int>(together));
  levels.storeFirst();
  store.several = vectors; // now that nothing can fail
}

template <class Space>
const float* VoxelMultigrid<Space>::applyToSeveral(
  const double* r, [[maybe_unused]] const VectorSet& active)
{
  Storage& store = *this->Store;
  VoxelLevel<Space>& finest = store.levels[0];
  if constexpr (AreVectorsApart<Space>)
  {
    const auto scratch =
      store.context->workspace().template lease<float>(this->scratchOfBranches());
    const int together = sideBySide(store.several);
    if (!store.severalRecordings || store.severalRecordings->from != r ||
      store.severalRecordings->scratch != scratch.data())
    {
      if (together == FewVectors)
      {
        this->template recordSeveral<FewVectors>(r, scratch.data());
      }
      else
      {
        this->template recordSeveral<SeveralVectors>(r, scratch.data());
      }
    }
    const auto count = static_cast<std::size_t>(store.several);
    store.branches->run(count,
      [&](std::size_t v)
      {
        if (active[v])
        {
          store.severalRecordings->before[v]->play();
          store.zeros[v] = false;
        }
        else if (!store.zeros[v])
        {
          // It is computed along on coarse levels, and remains zero there.
          detail::zeroOneOfSeveral<Space>(
            store.levels[1].n, together, store.levels[1].several.r.data() + v);
          store.zeros[v] = true;
        }
      });
    store.severalRecordings->coarse->play();
    store.branches->run(count,
      [&](std::size_t v)
      {
        if (active[v])
        {
          store.severalRecordings->after[v]->play();
        }
      });
  }
  else
  {
    detail::convert<Space>(store.several * finest.n, r, finest.several.r.data());
    if (store.several == FewVectors)
    {
      this->template cycle<FewVectors>(0);
    }
    else
    {
      this->template cycle<SeveralVectors>(0);
    }
  }
  return finest.several.x.data();
}

template <class Space>
Branches<Space>& VoxelMultigrid<Space>::branches()
{
  return *this->Store->branches;
}

/// Numbers of scratch memory of all branches, one after another.
template <class Space>
std::size_t VoxelMultigrid<Space>::scratchOfBranches() const
{
  const auto one = static_cast<std::int64_t>(this->Store->levels.scratchNumbers());
  return this->Store->branches->count() * static_cast<std::size_t>(strideOfVectors(one));
}

template <class Space>
template <int Vectors>
void VoxelMultigrid<Space>::recordSeveral(const double* r, float* scratch)
{
  Storage& store = *this->Store;
  store.severalRecordings.reset();
  auto recordings = std::make_unique<typename Storage::SeveralRecordings>();
  const std::int64_t stride = strideOfVectors(store.levels[0].n);
  for (int v = 0; v < store.several; ++v)
  {
    const auto place = static_cast<std::size_t>(v);
    const double* mine = r + stride * v;
    const std::size_t branch = store.branches->branchOf(place);
    store.levels.useScratch(scratch + this->scratchOfBranches() / store.branches->count() * branch);
    recordings->before[place] = std::make_unique<Recording<Space>>(
      [this, v, mine] { this->template descend<Vectors>(v, mine); });
    recordings->after[place] =
      std::make_unique<Recording<Space>>([this, v] { this->template ascend<Vectors>(v); });
  }
  recordings->coarse =
    std::make_unique<Recording<Space>>([this] { this->template solve<Vectors>(1); });
  recordings->from = r;
  recordings->scratch = scratch;
  store.severalRecordings = std::move(recordings);
}

/// The cycle of the finest level for one of several vectors that are one after another, to the
/// residual on the first coarse level.
template <class Space>
template <int Vectors>
void VoxelMultigrid<Space>::descend(int vector, const double* r)
{
  VoxelLevel<Space>& finest = this->Store->levels[0];
  VoxelLevel<Space>& first = this->Store->levels[1];
  const std::int64_t begin = strideOfVectors(finest.n) * vector;
  float* residual = finest.several.r.data() + begin;
  detail::convert<Space>(finest.n, r, residual);
  if (this->smoother(0).before > 0)
  {
    this->template smooth<1>(0, true, residual, finest.several.x.data() + begin);
    this->template subtractStep<1>(0, residual);
  }
  detail::restrictTo<Space>(first.mesh, finest.transfer, this->Store->levels.scratch(), residual,
    first.several.r.data() + vector, Vectors);
}

/// The rest of it, from the solution there.
template <class Space>
template <int Vectors>
void VoxelMultigrid<Space>::ascend(int vector)
{
  VoxelLevel<Space>& finest = this->Store->levels[0];
  VoxelLevel<Space>& first = this->Store->levels[1];
  const std::int64_t begin = strideOfVectors(finest.n) * vector;
  float* x = finest.several.x.data() + begin;
  detail::prolongTo<Space>(finest.n, first.mesh, finest.transfer, first.several.x.data() + vector,
    finest.inverseDiagonal.data(), this->smoother(0).before == 0, finest.d, x, Vectors);
  this->template smooth<1>(0, false, finest.several.r.data() + begin, x);
}

template <class Space>
std::size_t VoxelMultigrid<Space>::memoryOfSeveral(int vectors) const
{
  const VoxelLevels<Space>& levels = this->Store->levels;
  const std::int64_t together = sideBySide(vectors);
  std::int64_t numbers = AreVectorsApart<Space> ? 2 * vectors * strideOfVectors(levels[0].n)
                                                : 4 * together * levels[0].n;
  for (std::size_t l = 1; l < levels.size(); ++l)
  {
    numbers += (levels[l].b.size() > 0 ? 7 : 4) * together * levels[l].n;
  }
  // The matrix of the first coarse level, and those of its elements while it is assembled.
  constexpr std::int64_t ofNode =
    sizeof(std::int64_t) + 27 * (sizeof(std::int32_t) + 9 * sizeof(float));
  constexpr std::int64_t ofElement = VoxelMatrixEntries * sizeof(float);
  if (AreVectorsApart<Space>)
  {
    const auto others =
      static_cast<std::int64_t>(detail::branchesOfSeveral(levels[0].n, vectors)) - 1;
    numbers += others * strideOfVectors(static_cast<std::int64_t>(levels.scratchNumbers()));
  }
  const VoxelMesh<Space>& first = levels[1].mesh;
  const std::int64_t matrix =
    levels.size() > 2 ? ofNode * first.nodes + ofElement * first.elements : 0;
  return static_cast<std::size_t>(numbers) * sizeof(float) + static_cast<std::size_t>(matrix);
}

template class VoxelMultigrid<CompiledSpace>;
}
