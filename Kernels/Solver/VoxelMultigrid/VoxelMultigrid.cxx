#include "Solver/VoxelMultigrid/VoxelMultigrid.h"
#include "Core/Error.h"
#include "Core/Execution/Recording.h"
#include "Core/Parallel.h"
#include "Operator/SeveralVectors.h"
#include "Solver/LargestEigenvalue.h"
#include "Solver/SymmetricInverse.h"
#include "Solver/VoxelMultigrid/VoxelAssembly.h"
#include "Solver/VoxelMultigrid/VoxelCycleKernels.h"
#include "Solver/VoxelMultigrid/VoxelEigenvalue.h"
#include "Solver/VoxelMultigrid/VoxelGalerkin.h"
#include "Solver/VoxelMultigrid/VoxelHierarchy.h"
#include "Solver/VoxelMultigrid/VoxelTransferKernels.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Number of rows of the coarsest level above which it is smoothed instead of solved.
constexpr std::int64_t MostInverseRows = 4096;
/// Number of rows at which coarsening stops: on processors inverting them soon takes longer than
/// one more level.
template <class Space>
constexpr std::int64_t FewRows = Space::Id == ExecutionSpace::Host ? 600 : 1200;
constexpr std::size_t MostLevels = 12;
/// Struts are thick where the first coarse mesh has less than one in so many nodes of the voxels'.
constexpr std::int64_t ThickStruts = 6;
/// Vectors begin at multiples of so many numbers, as those with an allocation of their own do.
constexpr std::int64_t Alignment = 64;
/// Safety factor of the largest eigenvalue: polynomials of degree 8 grow fast beyond their
/// interval.
constexpr float EigenvalueMargin = 1.2F;
}

/// Vectors of a level, or several of each side by side.
template <class Space>
struct CycleVectors
{
  DeviceVector<float, Space> x; ///< solution of a cycle
  DeviceVector<float, Space> r; ///< its right-hand side, then the residual
  DeviceVector<float, Space> own;
  float* d = nullptr; ///< the last step of the smoother
  float* q = nullptr; ///< its product, or the step after it
  /// Of a Krylov cycle: right-hand side, first direction and its product.
  DeviceVector<float, Space> b;
  DeviceVector<float, Space> c;
  DeviceVector<float, Space> v;

  void allocateSteps(const Context<Space>& context, std::int64_t size)
  {
    this->own = DeviceVector<float, Space>(context, 2 * size);
    this->d = this->own.data();
    this->q = this->d + size;
  }
  void allocateKrylov(const Context<Space>& context, std::int64_t size)
  {
    for (DeviceVector<float, Space>* vector : { &this->b, &this->c, &this->v })
    {
      *vector = DeviceVector<float, Space>(context, size);
    }
  }
};

/// Matrix, transfer to the next level, and vectors.
template <class Space>
struct VoxelMultigrid<Space>::Level : CycleVectors<Space>
{
  std::int64_t n;
  float largestEigenvalue = 1.0F;
  VoxelMesh<Space> mesh;         ///< none on voxels
  VoxelTransfer<Space> transfer; ///< to the next level
  BlockMatrix<Space> matrix;     ///< from the second coarse level on; see prepareSeveral()
  DeviceVector<float, Space> inverseDiagonal;
  CycleVectors<Space> several; ///< several of each, if wanted

  Level(const Context<Space>& context, std::int64_t unknowns)
    : n(unknowns), inverseDiagonal(context, unknowns)
  {
    this->x = DeviceVector<float, Space>(context, unknowns);
    this->r = DeviceVector<float, Space>(context, unknowns);
  }

  template <int Vectors>
  CycleVectors<Space>& vectors()
  {
    if constexpr (Vectors > 1)
    {
      return this->several;
    }
    else
    {
      return *this;
    }
  }
};

/// Data independent of the level.
template <class Space>
struct VoxelMultigrid<Space>::Storage
{
  VoxelCoarseElements<Space> first;
  explicit Storage(Context<Space>& given)
    : context(&given), scalars(given, 4 * SeveralVectors * detail::MostLevels)
  {
    static_assert(
      detail::lanczosScalars(VoxelMultigridSettings::MostEigenvalueSteps) <= 4 * detail::MostLevels,
      "they share the scalars");
  }

  Context<Space>* context;
  /// Leased during a cycle: the two vectors of the finest level's smoother, or forces of the first
  /// coarse elements, or what restriction sums, while that level is not in use; during an update
  /// element matrices, if there is room for them.
  std::size_t scratchFloats = 0;
  std::size_t roomForMatrices = 0; ///< numbers, from the second coarse level on
  std::int64_t stride = 0;         ///< from one vector of the smoother to the other
  float* forces = nullptr;
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
    Store(std::make_unique<Storage>(context))
{
  this->Store->first.spacing = grid.spacing();
  this->Store->first.poissonsRatio = poissonsRatio;
  this->build(grid, supports, !settings);
  this->update();
}

template <class Space>
VoxelMultigrid<Space>::~VoxelMultigrid() = default;

template <class Space>
void VoxelMultigrid<Space>::build(
  const VoxelGrid& grid, const std::vector<std::uint8_t>& supports, bool choose)
{
  const Context<Space>& context = *this->Store->context;
  const std::array<double, 3> spacing = this->Store->first.spacing;
  const double poissonsRatio = this->Store->first.poissonsRatio;
  std::vector<VoxelTransfer<Space>> transfers;
  std::vector<VoxelMesh<Space>> meshes(1);
  std::vector<std::int64_t> sizes(1, this->Operator.size());
  const DeviceVector<std::uint8_t, Space> held(context, supports);
  while (sizes.size() < detail::MostLevels && sizes.back() > detail::FewRows<Space>)
  {
    transfers.emplace_back();
    if (meshes.size() == 1)
    {
      std::vector<std::int32_t> places;
      for (const auto& place : grid.places())
      {
        places.insert(places.end(), place.begin(), place.end());
      }
      meshes.push_back(coarsenVoxels<Space>(this->Operator.bricks(),
        DeviceVector<std::int32_t, Space>(context, places), grid.numberOfNodes(),
        transfers.back()));
      this->Store->first = makeCoarseElements<Space>(
        this->Operator.bricks(), transfers.back(), held.data(), spacing, poissonsRatio);
    }
    else
    {
      meshes.push_back(coarsenMesh<Space>(meshes.back(), transfers.back()));
    }
    sizes.push_back(3 * meshes.back().nodes);
  }
  if (choose && sizes.size() > 1 && detail::ThickStruts * sizes[1] < sizes[0])
  {
    this->Settings = VoxelMultigridSettings::ofThickStruts();
  }
  transfers.emplace_back();
  for (std::size_t l = 0; l < sizes.size(); ++l)
  {
    auto level = std::make_unique<Level>(context, sizes[l]);
    level->mesh = std::move(meshes[l]);
    level->mesh.cells.reset();
    level->transfer = std::move(transfers[l]);
    if (l > 0)
    {
      level->allocateSteps(context, level->n);
    }
    if (l >= this->Settings.twiceFrom && this->Settings.cycle != VoxelCycle::V &&
      l + 1 < sizes.size())
    {
      level->allocateKrylov(context, level->n);
    }
    this->Levels.push_back(std::move(level));
  }
  const std::int64_t n = sizes.front();
  const std::int64_t stride = (n + detail::Alignment - 1) / detail::Alignment * detail::Alignment;
  this->Store->stride = stride;
  this->Store->scratchFloats = static_cast<std::size_t>(
    std::max(2 * stride, roomForForces<Space>(this->Store->first.elements)));
  for (std::size_t l = 2; l < this->Levels.size(); ++l)
  {
    this->Store->roomForMatrices +=
      static_cast<std::size_t>(VoxelMatrixEntries * this->Levels[l]->mesh.elements);
  }
  this->Store->context->workspace().reserve(this->Store->scratchFloats * sizeof(float));
  // 1 marks free unknowns until there is a diagonal.
  detail::markFree<Space>(n, held.data(), this->Levels[0]->inverseDiagonal.data());
}

template <class Space>
const float* VoxelMultigrid<Space>::inverseDiagonal() const
{
  return this->Levels[0]->inverseDiagonal.data();
}

template <class Space>
std::vector<std::int64_t> VoxelMultigrid<Space>::levelSizes() const
{
  std::vector<std::int64_t> sizes;
  for (const auto& level : this->Levels)
  {
    sizes.push_back(level->n);
  }
  return sizes;
}

template <class Space>
void VoxelMultigrid<Space>::update()
{
  Storage& store = *this->Store;
  Level& finest = *this->Levels[0];
  store.recording.reset();
  {
    const auto diagonal = store.context->workspace().template lease<double>(finest.n);
    this->Operator.diagonal(diagonal.data());
    detail::invertFree<Space>(finest.n, diagonal.data(), finest.inverseDiagonal.data());
  }
  const auto scratch = store.context->workspace().template lease<float>(store.scratchFloats);
  this->useScratch(scratch.data());
  finest.largestEigenvalue = static_cast<float>(
    detail::voxelEigenvalue(store.first.spacing, store.first.poissonsRatio) * (1.0 + 1e-4));

  DeviceVector<float, Space> own;  // element matrices, where the scratch has no room for them
  const float* matrices = nullptr; // of the level's elements
  float* room = nullptr;           // for those of the next level
  for (std::size_t l = 1; l < this->Levels.size(); ++l)
  {
    Level& level = *this->Levels[l];
    const VoxelTransfer<Space>& transfer = this->Levels[l - 1]->transfer;
    const bool coarsest = l + 1 == this->Levels.size();
    if (l == 1)
    {
      setModuli(this->Operator.bricks(), transfer, this->Operator.moduli(), store.first);
      coarseDiagonal(store.first, level.mesh, level.inverseDiagonal.data());
      if (coarsest)
      {
        own = coarseMatrices(store.first);
        matrices = own.data();
      }
    }
    else if (l == 2)
    {
      // Forces of the first coarse elements are not needed any more. Memory of its own would take
      // longer than the matrices, again in each update.
      if (store.roomForMatrices > store.scratchFloats)
      {
        own = DeviceVector<float, Space>(*store.context, store.roomForMatrices);
      }
      room = own.size() > 0 ? own.data() : scratch.data();
      galerkinOfVoxels(store.first, transfer, room);
      matrices = room;
      room += VoxelMatrixEntries * level.mesh.elements;
    }
    else
    {
      galerkinOfElements(matrices, transfer, room);
      matrices = room;
      room += VoxelMatrixEntries * level.mesh.elements;
    }
    if (matrices)
    {
      if (level.matrix.starts.size() == 0)
      {
        level.matrix = blockPattern(level.mesh);
      }
      assemble(level.mesh, matrices, level.matrix);
      detail::takeDiagonal<Space>(level.n, level.matrix.starts.data(), level.matrix.columns.data(),
        level.matrix.blocks.data(), level.inverseDiagonal.data());
    }
    detail::invert<Space>(level.n, level.inverseDiagonal.data());
    if (!coarsest || level.n > detail::MostInverseRows)
    {
      this->estimateEigenvalue(l);
    }
  }
  if (this->Levels.size() > 2 && this->Levels[1]->matrix.starts.size() > 0)
  {
    this->assembleFirst();
  }
  if (this->Levels.size() > 1 && this->Levels.back()->n <= detail::MostInverseRows &&
    !this->invertCoarsest())
  {
    throw Error("The structure can move as a rigid body: its supports hold too little of it. Hold "
                "at least three nodes that do not lie on a line.");
  }
}

template <class Space>
bool VoxelMultigrid<Space>::invertCoarsest()
{
  const Level& coarsest = *this->Levels.back();
  const std::int64_t rows = (coarsest.n + InverseTile - 1) / InverseTile * InverseTile;
  DeviceVector<double, Space> dense(
    *this->Store->context, static_cast<std::size_t>(rows) * static_cast<std::size_t>(rows));
  dense.zero();
  detail::fillDense<Space>(coarsest.n, coarsest.matrix.starts.data(),
    coarsest.matrix.columns.data(), coarsest.matrix.blocks.data(), rows, dense.data());
  if (this->CoarsestInverse.size() != dense.size())
  {
    this->CoarsestInverse = DeviceVector<float, Space>(*this->Store->context, dense.size());
  }
  return invertSymmetric<Space>(rows, dense.data(), this->CoarsestInverse.data());
}

/// The matrix of the first coarse level, if it is not the coarsest.
template <class Space>
void VoxelMultigrid<Space>::assembleFirst()
{
  Level& level = *this->Levels[1];
  if (level.matrix.starts.size() == 0)
  {
    level.matrix = blockPattern(level.mesh);
  }
  assemble(level.mesh, coarseMatrices(this->Store->first).data(), level.matrix);
}

template <class Space>
template <int Vectors>
void VoxelMultigrid<Space>::multiply(std::size_t level, const float* x, float* y)
{
  const Level& l = *this->Levels[level];
  if (level == 0)
  {
    if constexpr (Vectors > 1)
    {
      this->Operator.applyToSeveral(Vectors, x, y);
    }
    else
    {
      this->Operator.apply(x, y);
    }
  }
  else if (level == 1 && Vectors == 1)
  {
    const VoxelCoarseElements<Space>& first = this->Store->first;
    elementForces(first, l.mesh, x, this->Store->forces);
    detail::sumForces<Space>(l.mesh, first.elements, this->Store->forces, y);
  }
  else
  {
    detail::multiplyBlocks<Space, Vectors>(
      l.n, l.matrix.starts.data(), l.matrix.columns.data(), l.matrix.blocks.data(), x, y);
  }
}

template <class Space>
void VoxelMultigrid<Space>::estimateEigenvalue(std::size_t level)
{
  Level& l = *this->Levels[level];
  const double estimate = detail::estimateLargestEigenvalue<Space>(this->Store->reducer, l.n,
    this->Settings.eigenvalueSteps, l.inverseDiagonal.data(), l.d, l.q, l.x.data(),
    this->Store->scalars.data(),
    [&](const float* x, float* y) { this->template multiply<1>(level, x, y); });
  if (!std::isfinite(estimate) || !(estimate > 0.0))
  {
    throw Error("Multigrid found no eigenvalue of the stiffness on its level " +
      std::to_string(level) +
      ". Check that moduli are neither too large nor too small for single precision, and that some "
      "displacements are free.");
  }
  l.largestEigenvalue = static_cast<float>(estimate) * detail::EigenvalueMargin;
}

/// r -= A d.
template <class Space>
template <int Vectors>
void VoxelMultigrid<Space>::subtractStep(std::size_t level)
{
  Level& l = *this->Levels[level];
  CycleVectors<Space>& vectors = l.template vectors<Vectors>();
  if (level == 0)
  {
    this->template multiply<Vectors>(0, vectors.d, vectors.q);
    detail::subtractOnFree<Space, Vectors>(
      l.n, vectors.q, l.inverseDiagonal.data(), vectors.r.data());
  }
  else if (level == 1 && Vectors == 1)
  {
    const VoxelCoarseElements<Space>& first = this->Store->first;
    elementForces(first, l.mesh, vectors.d, this->Store->forces);
    detail::subtractOnElements<Space>(
      l.mesh, first.elements, this->Store->forces, l.inverseDiagonal.data(), vectors.r.data());
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
  Level& l = *this->Levels[level];
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
  for (int step = fromZero ? 1 : 0; step < this->smoother(level).degree; ++step)
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
      const VoxelCoarseElements<Space>& first = this->Store->first;
      elementForces(first, l.mesh, vectors.d, this->Store->forces);
      detail::continueOnElements<Space>(l.mesh, first.elements, this->Store->forces,
        inverseDiagonal, keep, factor, r, vectors.d, x);
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
  Level& l = *this->Levels[level];
  CycleVectors<Space>& vectors = l.template vectors<Vectors>();
  if (level + 1 == this->Levels.size())
  {
    if (this->CoarsestInverse.size() > 0)
    {
      const std::int64_t stride = (l.n + InverseTile - 1) / InverseTile * InverseTile;
      detail::multiplyDense<Space, Vectors>(
        l.n, stride, this->CoarsestInverse.data(), vectors.r.data(), vectors.x.data());
      return;
    }
    this->template smooth<Vectors>(level, true);
    this->template smooth<Vectors>(level, false);
    return;
  }
  Level& coarse = *this->Levels[level + 1];
  CycleVectors<Space>& below = coarse.template vectors<Vectors>();
  this->template smooth<Vectors>(level, true);
  this->template subtractStep<Vectors>(level);
  // The steps of the finest level are not needed any more, so that there is room.
  detail::restrictTo<Space, Vectors>(
    coarse.mesh, l.transfer, this->Store->forces, vectors.r.data(), below.r.data());
  this->template solve<Vectors>(level + 1);
  detail::prolongTo<Space, Vectors>(l.n, coarse.mesh, l.transfer, below.x.data(),
    l.inverseDiagonal.data(), vectors.d, vectors.x.data());
  this->template smooth<Vectors>(level, false);
}

/// The same with the number of cycles of the level.
template <class Space>
template <int Vectors>
void VoxelMultigrid<Space>::solve(std::size_t level)
{
  Level& l = *this->Levels[level];
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
void VoxelMultigrid<Space>::useScratch(float* scratch)
{
  this->Store->forces = scratch;
  this->Levels[0]->d = scratch;
  this->Levels[0]->q = scratch + this->Store->stride;
}

template <class Space>
const float* VoxelMultigrid<Space>::apply(const double* r)
{
  Storage& store = *this->Store;
  const auto scratch = store.context->workspace().template lease<float>(store.scratchFloats);
  if (!store.recording || store.recordedFrom != r || store.forces != scratch.data())
  {
    this->useScratch(scratch.data());
    store.recording.reset();
    store.recording = std::make_unique<Recording<Space>>(
      [this, r]
      {
        Level& finest = *this->Levels[0];
        detail::convert<Space>(finest.n, r, finest.r.data());
        this->template cycle<1>(0);
      });
    store.recordedFrom = r;
  }
  store.recording->play();
  return this->Levels[0]->x.data();
}

template <class Space>
void VoxelMultigrid<Space>::prepareSeveral(int count)
{
  if (this->Store->several == count)
  {
    return;
  }
  const Context<Space>& context = *this->Store->context;
  for (const auto& level : this->Levels)
  {
    const std::int64_t size = count * level->n;
    CycleVectors<Space>& vectors = level->several;
    vectors.x = DeviceVector<float, Space>(context, size);
    vectors.r = DeviceVector<float, Space>(context, size);
    vectors.allocateSteps(context, size);
    if (level->b.size() > 0)
    {
      vectors.allocateKrylov(context, size);
    }
  }
  if (this->Levels.size() > 2)
  {
    this->assembleFirst();
  }
  this->Store->several = count; // now that nothing can fail
}

template <class Space>
const float* VoxelMultigrid<Space>::applyToSeveral([[maybe_unused]] const double* r)
{
  if constexpr (Space::Id == ExecutionSpace::Host)
  {
    Level& finest = *this->Levels[0];
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
