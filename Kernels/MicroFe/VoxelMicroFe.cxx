#include "MicroFe/VoxelMicroFe.h"

#include "Core/Execution/YieldingThreads.h"
#include "Core/ExecutionContext.h"
#include "Core/Text.h"
#include "Core/Timer.h"
#include "MicroFe/VoxelMicroFeModel.h"
#include "MicroFe/VoxelMicroFeValidation.h"

#include <algorithm>
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
  this->Execution = makeContext(device.limitedTo(memoryLimit));
  this->ModelImplementation = this->Execution->with(
    [&](const auto& context)
    {
      return makeVoxelMicroFeModel(
        context, problem, std::move(grid), std::move(conditions), observer);
    });
  this->ModelImplementation->summary.setupSeconds = timer.seconds();
  reportWhatIsLeftOut(problem, *this->ModelImplementation, observer);
}

VoxelMicroFe::~VoxelMicroFe() = default;

bool VoxelMicroFe::solve(Observer& observer)
{
  Model& model = *this->ModelImplementation;
  model.solved = model.solved || model.solve(observer);
  return model.solved;
}

const VoxelGrid& VoxelMicroFe::grid() const
{
  return this->ModelImplementation->grid;
}

const VoxelMicroFeFields& VoxelMicroFe::wantedFields() const
{
  return this->ModelImplementation->settings.fields;
}

void VoxelMicroFe::computeFields(const VoxelFieldArrays& to) const
{
  this->ModelImplementation->computeFields(to);
}

const VoxelMicroFeSolution& VoxelMicroFe::solution() const
{
  VoxelMicroFeSolution& solution = this->Solution;
  if (!this->ModelImplementation->solved || !solution.displacement.empty())
  {
    return solution;
  }
  const auto nodes = static_cast<std::size_t>(this->grid().numberOfNodes());
  const auto elements = static_cast<std::size_t>(this->grid().numberOfElements());
  const auto room = [](bool wanted, std::size_t size, std::vector<double>& values)
  {
    values.resize(wanted ? size : 0);
    return wanted ? values.data() : nullptr;
  };
  const VoxelMicroFeFields& wanted = this->wantedFields();
  VoxelFieldArrays to;
  to.displacement = room(true, 3 * nodes, solution.displacement);
  to.reactionForce = room(wanted.reactionForce, 3 * nodes, solution.reactionForce);
  to.elements.strain = room(wanted.strain, 6 * elements, solution.strain);
  to.elements.stress = room(wanted.stress, 6 * elements, solution.stress);
  to.elements.strainEnergyDensity =
    room(wanted.strainEnergyDensity, elements, solution.strainEnergyDensity);
  to.elements.vonMisesStress = room(wanted.vonMisesStress, elements, solution.vonMisesStress);
  to.elements.effectiveStrain = room(wanted.effectiveStrain, elements, solution.effectiveStrain);
  this->computeFields(to);
  return solution;
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
