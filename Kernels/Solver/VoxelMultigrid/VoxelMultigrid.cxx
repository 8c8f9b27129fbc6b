#include "Solver/VoxelMultigrid/VoxelMultigrid.h"
#include "Core/Execution/GraphCapture.h"
#include "Solver/SymmetricInverse.h"
#include "Solver/VoxelMultigrid/Cycle/VoxelMultigridColumns.inl"
#include "Solver/VoxelMultigrid/Cycle/VoxelMultigridCycle.inl"
#include "Solver/VoxelMultigrid/Cycle/VoxelMultigridStorage.h"
#include "Solver/VoxelMultigrid/VoxelLevels.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>

namespace trabecula
{
template <class Space, int Components>
VoxelMultigrid<Space, Components>::VoxelMultigrid(const VoxelGrid& grid,
  VoxelOperatorOf<Space, Components>& K, const VoxelLaw<Components>& law,
  const std::vector<std::uint8_t>& supports, const std::optional<VoxelMultigridSettings>& settings,
  const HostMatrix& film)
  : Operator(K), Settings(settings.value_or(VoxelMultigridSettings())),
    Store(std::make_unique<Storage>(grid, K, law, supports, film,
      this->Settings.replicatedNodes.value_or(Space::Id == ExecutionSpace::Cuda
          ? VoxelMultigridSettings::ReplicatedNodesOnCuda
          : VoxelMultigridSettings::ReplicatedNodesOnHost)))
{
  VoxelLevels<Space, Components>& levels = this->Store->levels;
  if (!settings && levels.size() > 1 &&
    detail::ThickStruts * levels[1].unknowns < levels[0].unknowns)
  {
    this->Settings = VoxelMultigridSettings::ofThickStruts();
  }
  if (this->Settings.cycle != VoxelCycle::V)
  {
    for (std::size_t l = this->Settings.twiceFrom; l + 1 < levels.size(); ++l)
    {
      levels[l].isVisitedTwice = true;
      levels[l].allocateKrylov(K.context(), levels[l].entries);
    }
  }
}

template <class Space, int Components>
VoxelMultigrid<Space, Components>::~VoxelMultigrid() = default;

template <class Space, int Components>
const Vector<Space, float>& VoxelMultigrid<Space, Components>::freeUnknowns() const
{
  return this->Store->freeUnknowns;
}

template <class Space, int Components>
int VoxelMultigrid<Space, Components>::columns() const
{
  return this->Store->columns;
}

template <class Space, int Components>
std::vector<std::int64_t> VoxelMultigrid<Space, Components>::levelSizes() const
{
  std::vector<std::int64_t> sizes;
  for (std::size_t l = 0; l < this->Store->levels.size(); ++l)
  {
    sizes.push_back(this->Store->levels[l].unknowns);
  }
  return sizes;
}

template <class Space, int Components>
void VoxelMultigrid<Space, Components>::update()
{
  // Captured cycles have the eigenvalues of the moduli before.
  this->Store->cycles[0].isValid = false;
  this->Store->cycles[1].isValid = false;
  this->Store->captures.reset();
  this->Store->levels.update(this->Settings.eigenvalueSteps);
}

/// Zeroes the entries of ghosts in vectors of the finest level, or in interleaved columns.
template <class Space, int Components>
void VoxelMultigrid<Space, Components>::zeroGhosts(const std::vector<float*>& vectors, int columns)
{
  const VoxelLevel<Space>& finest = this->Store->levels[0];
  const auto ghosts = static_cast<std::size_t>(columns * (finest.entries - finest.n));
  for (float* vector : vectors)
  {
    if (ghosts > 0)
    {
      this->Operator.context().zero(vector + columns * finest.n, ghosts * sizeof(float));
    }
  }
}

template <class Space, int Components>
const Vector<Space, float>& VoxelMultigrid<Space, Components>::apply(const Vector<Space>& r)
{
  r.require(this->Operator.layout(), "A residual");
  const Context<Space>& context = this->Operator.context();
  Storage& store = *this->Store;
  const auto scratch = context.workspace().template lease<float>(store.levels.scratchNumbers());
  store.levels.useScratch(scratch.data());
  const double* from = r.data();
  if (context.isDistributed())
  {
    // Communication cannot be captured.
    VoxelLevel<Space>& finest = store.levels[0];
    this->zeroGhosts({ finest.x.data(), finest.r.data(), finest.d, finest.q }, 1);
    detail::convert(context, finest.n, from, finest.r.data());
    this->template cycle<1>(0);
    return store.result;
  }
  this->launchCaptured(store.cycles[0], from,
    [this]
    {
      VoxelLevel<Space>& finest = this->Store->levels[0];
      detail::convert(
        this->Operator.context(), finest.n, this->Store->cycles[0].from, finest.r.data());
      this->template cycle<1>(0);
    });
  return store.result;
}

/// Executes work, which is captured again if moduli or memory have changed.
/// @param from residual that it reads, null for none
template <class Space, int Components>
template <class Cycle>
void VoxelMultigrid<Space, Components>::launchCaptured(
  Cycle& cycle, const double* from, const std::function<void()>& work)
{
  const float* scratch = this->Store->levels.scratch();
  if (!cycle.isValid || cycle.from != from || cycle.scratch != scratch)
  {
    cycle.isValid = false;
    cycle.from = from;
    cycle.scratch = scratch;
    if (cycle.capture)
    {
      cycle.capture->recapture();
    }
    else
    {
      cycle.capture = std::make_unique<GraphCapture<Space>>(this->Operator.context(), work);
    }
    cycle.isValid = true;
  }
  cycle.capture->launch();
}

template class VoxelMultigrid<CompiledSpace>;
template class VoxelMultigrid<CompiledSpace, 1>;

#ifndef __CUDACC__
std::size_t scalarVoxelMultigridMemory(std::size_t nodes, std::size_t elements)
{
  // The bytes per node were measured at the peak of an update: 84 on solids, 77 to 100 on struts
  // that are at least two voxels thick, 155 on bars that are one voxel thick.
  const std::size_t bytesPerNode = 5 * elements >= 4 * nodes ? 100
    : 3 * elements >= nodes                                  ? 130
                                                             : 200;
  const std::size_t rows = std::min(
    static_cast<std::size_t>(detail::MostInverseRows<1>), nodes + std::size_t(InverseTile));
  return bytesPerNode * nodes + rows * rows * (2 * sizeof(double) + sizeof(float));
}
#endif
}
