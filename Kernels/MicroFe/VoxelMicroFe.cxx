#include "MicroFe/VoxelMicroFe.h"

#include "Core/BuildOptions.h"
#include "Core/Execution/YieldingThreads.h"
#include "Core/Space.h"
#include "Core/Text.h"
#include "Core/Timer.h"
#include "MicroFe/VoxelMicroFeModel.h"
#include "MicroFe/VoxelMicroFeValidation.h"

#include <utility>

namespace trabecula
{
namespace
{
void reportWhatIsLeftOut(
  const VoxelMicroFeProblem& problem, const VoxelMicroFe::Model& model, Observer& observer)
{
  const VoxelMicroFeSummary& s = model.summary;
  if (s.droppedVoxels > 0)
  {
    observer.message(countText(s.droppedVoxels, "solid voxel") + " in " +
      countText(s.droppedParts, "part") + " that " + (s.droppedParts == 1 ? "does" : "do") +
      " not share a face with the largest part " + (s.droppedVoxels == 1 ? "is" : "are") +
      " left out.");
  }
  if (s.droppedSupports > 0)
  {
    observer.message(std::to_string(s.droppedSupports) + " of " +
      countText(static_cast<std::int64_t>(problem.supports.size()), "support") +
      " lie where no analysed voxel is, and are left out.");
  }
}
}

VoxelMicroFe::VoxelMicroFe(const VoxelMicroFeProblem& problem, const Device& device,
  Observer& observer, std::size_t memoryLimit)
  : Yielding(makeThreadsYield()), UsedDevice(device)
{
  const Timer timer;
  observer.progress(0.0, "Checking the problem");
  checkSettings(problem);
  checkHostMemory(problem.image);
  VoxelGrid grid(problem.image, problem.parts);
  VoxelConditions conditions = makeConditions(problem, grid);
  checkMemory(grid, conditions, problem, device, memoryLimit);
  auto* make = &makeVoxelMicroFeModel<HostSpace>;
#ifdef TRABECULA_HAVE_CUDA
  if (device.space == ExecutionSpace::Cuda)
  {
    make = &makeVoxelMicroFeModel<CudaSpace>;
  }
#endif
  this->ModelImplementation =
    make(problem, std::move(grid), std::move(conditions), device, observer);
  this->ModelImplementation->summary.setupSeconds = timer.seconds();
  reportWhatIsLeftOut(problem, *this->ModelImplementation, observer);
}

VoxelMicroFe::~VoxelMicroFe() = default;

bool VoxelMicroFe::solve(Observer& observer)
{
  // Already solved.
  return !this->solution().displacement.empty() || this->ModelImplementation->solve(observer);
}

const VoxelGrid& VoxelMicroFe::grid() const
{
  return this->ModelImplementation->grid;
}

const std::array<std::array<std::int32_t, 2>, 3>& VoxelMicroFe::testBox() const
{
  return this->ModelImplementation->conditions.box;
}

const VoxelMicroFeSolution& VoxelMicroFe::solution() const
{
  return this->ModelImplementation->solution;
}

const VoxelMicroFeSummary& VoxelMicroFe::summary() const
{
  return this->ModelImplementation->summary;
}

const ApparentStiffness& VoxelMicroFe::apparentStiffness() const
{
  return this->ModelImplementation->apparent;
}

const std::vector<VoxelMicroFeIteration>& VoxelMicroFe::history() const
{
  return this->ModelImplementation->history;
}

const Device& VoxelMicroFe::device() const
{
  return this->UsedDevice;
}
}
