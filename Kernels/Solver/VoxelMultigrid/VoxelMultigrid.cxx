#include "Solver/VoxelMultigrid/VoxelMultigrid.h"
#include "Core/Error.h"
#include "Core/Execution/Recording.h"
#include "Core/Parallel.h"
#include "Operator/SeveralVectors.h"
#include "Solver/SymmetricInverse.h"
#include "Solver/VoxelMultigrid/VoxelCycleKernels.h"
#include "Solver/VoxelMultigrid/VoxelLevels.h"
#include "Solver/VoxelMultigrid/VoxelTransferKernels.h"

#include <algorithm>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Struts are thick where the first coarse mesh has less than one in so many nodes of the voxels'.
constexpr std::int64_t ThickStruts = 6;
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

  Context<Space>* context;
  VoxelLevels<Space> levels;
  DeviceVector<double, Space> scalars; ///< 4 a vector, SeveralVectors a level
  Reducer<Space> reducer;
  std::unique_ptr<Recording<Space>> recording;
  const double* recordedFrom = nullptr;
  int several = 0; ///< vectors side by side that there is room for
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
  this->Store->levels.update(this->Settings.eigenvalueSteps);
}

template <class Space>
template <int Vectors>
void VoxelMultigrid<Space>::multiply(std::size_t level, const float* x, float* y)
{
  if constexpr (Vectors > 1)
  {
    const VoxelLevel<Space>& l = this->Store->levels[level];
    if (level == 0)
    {
      this->Operator.applyToSeveral(Vectors, x, y);
      return;
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
void VoxelMultigrid<Space>::subtractStep(std::size_t level)
{
  VoxelLevel<Space>& l = this->Store->levels[level];
  CycleVectors<Space>& vectors = l.template vectors<Vectors>();
  if (level == 0)
  {
    this->template multiply<Vectors>(0, vectors.d, vectors.q);
    detail::subtractOnFree<Space, Vectors>(
      l.n, vectors.q, l.inverseDiagonal.data(), vectors.r.data());
  }
  else if (level == 1 && Vectors == 1)
  {
    const VoxelCoarseElements<Space>& first = this->Store->levels.firstElements();
    float* forces = this->Store->levels.scratch();
    elementForces(first, l.mesh, vectors.d, forces);
    detail::subtractOnElements<Space>(
      l.mesh, first.elements, forces, l.inverseDiagonal.data(), vectors.r.data());
  }
  else
  {
    detail::subtractOnBlocks<Space, Vectors>(l.n, l.matrix.starts.data(), l.matrix.columns.data(),
      l.matrix.blocks.data(), l.inverseDiagonal.data(), vectors.d, vectors.r.data());
  }
}

/// Improves x by a polynomial in the residual; r is short of the last step d afterwards. It begins
/// with x = 0 and the residual r, or with r short of d, of which the first product is then.
template <class Space>
template <int Vectors>
void VoxelMultigrid<Space>::smooth(std::size_t level, bool fromZero)
{
  VoxelLevel<Space>& l = this->Store->levels[level];
  CycleVectors<Space>& vectors = l.template vectors<Vectors>();
  const float* inverseDiagonal = l.inverseDiagonal.data();
  float* r = vectors.r.data();
  float* x = vectors.x.data();
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
      if constexpr (Vectors > 1)
      {
        this->Operator.applyToSeveral(Vectors, vectors.d, vectors.q);
        detail::continueSmoothing<Space, Vectors>(
          l.n, inverseDiagonal, keep, factor, vectors.d, r, vectors.q, x);
      }
      else
      {
        this->Operator.smoothingStep(inverseDiagonal, keep, factor, vectors.d, r, vectors.q, x);
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
  if (level + 1 == this->Store->levels.size())
  {
    const DeviceVector<float, Space>& inverse = this->Store->levels.coarsestInverse();
    if (inverse.size() > 0)
    {
      const std::int64_t stride = (l.n + InverseTile - 1) / InverseTile * InverseTile;
      detail::multiplyDense<Space, Vectors>(
        l.n, stride, inverse.data(), vectors.r.data(), vectors.x.data());
      return;
    }
    // At least one step before, also of cycles without.
    this->template smooth<Vectors>(level, true);
    this->template smooth<Vectors>(level, false);
    return;
  }
  VoxelLevel<Space>& coarse = this->Store->levels[level + 1];
  CycleVectors<Space>& below = coarse.template vectors<Vectors>();
  const bool isOneSided = this->smoother(level).before == 0;
  if (!isOneSided)
  {
    this->template smooth<Vectors>(level, true);
    this->template subtractStep<Vectors>(level);
  }
  // The steps of the finest level are not needed any more, so that there is room.
  detail::restrictTo<Space, Vectors>(
    coarse.mesh, l.transfer, this->Store->levels.scratch(), vectors.r.data(), below.r.data());
  this->template solve<Vectors>(level + 1);
  detail::prolongTo<Space, Vectors>(l.n, coarse.mesh, l.transfer, below.x.data(),
    l.inverseDiagonal.data(), isOneSided, vectors.d, vectors.x.data());
  this->template smooth<Vectors>(level, false);
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
  Reducer<Space>& reducer = this->Store->reducer;
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
  if (!store.recording || store.recordedFrom != r || store.levels.scratch() != scratch.data())
  {
    store.levels.useScratch(scratch.data());
    store.recording.reset();
    store.recording = std::make_unique<Recording<Space>>(
      [this, r]
      {
        VoxelLevel<Space>& finest = this->Store->levels[0];
        detail::convert<Space>(finest.n, r, finest.r.data());
        this->template cycle<1>(0);
      });
    store.recordedFrom = r;
  }
  store.recording->play();
  return store.levels[0].x.data();
}

template <class Space>
void VoxelMultigrid<Space>::prepareSeveral(int count)
{
  if (this->Store->several == count)
  {
    return;
  }
  const Context<Space>& context = *this->Store->context;
  VoxelLevels<Space>& levels = this->Store->levels;
  for (std::size_t l = 0; l < levels.size(); ++l)
  {
    const std::int64_t size = count * levels[l].n;
    CycleVectors<Space>& vectors = levels[l].several;
    vectors.x = DeviceVector<float, Space>(context, size);
    vectors.r = DeviceVector<float, Space>(context, size);
    vectors.allocateSteps(context, size);
    if (levels[l].b.size() > 0)
    {
      vectors.allocateKrylov(context, size);
    }
  }
  levels.storeFirst();
  this->Store->several = count; // now that nothing can fail
}

template <class Space>
const float* VoxelMultigrid<Space>::applyToSeveral([[maybe_unused]] const double* r)
{
  if constexpr (Space::Id == ExecutionSpace::Host)
  {
    VoxelLevel<Space>& finest = this->Store->levels[0];
    detail::convert<Space>(this->Store->several * finest.n, r, finest.several.r.data());
    if (this->Store->several == FewVectors)
    {
      this->template cycle<FewVectors>(0);
    }
    else
    {
      this->template cycle<SeveralVectors>(0);
    }
    return finest.several.x.data();
  }
  else
  {
    throw Error("Several vectors at once are for the host.");
  }
}

template class VoxelMultigrid<CompiledSpace>;
}
