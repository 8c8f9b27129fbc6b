#include "MicroFe/VoxelMicroFe.h"

#include "Core/Communication/ThreadParts.h"
#include "Core/Execution/YieldingThreads.h"
#include "Core/ExecutionContext.h"
#include "Core/Text.h"
#include "Core/Timer.h"
#include "MicroFe/Parts/VoxelMicroFeOnParts.h"
#include "MicroFe/VoxelMicroFeModel.h"
#include "MicroFe/VoxelMicroFeValidation.h"

#include <optional>
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
  : VoxelMicroFe(problem, std::vector<Device>{ device }, observer, memoryLimit)
{
}

VoxelMicroFe::VoxelMicroFe(const VoxelMicroFeProblem& problem, const std::vector<Device>& devices,
  Observer& observer, std::size_t memoryLimit)
  : VoxelMicroFe(problem, std::make_shared<ThreadParts>(devices), observer, memoryLimit)
{
}

VoxelMicroFe::VoxelMicroFe(const VoxelMicroFeProblem& problem, std::shared_ptr<Parts> parts,
  Observer& observer, std::size_t memoryLimit)
  : Yielding(makeThreadsYield()), Team(std::move(parts))
{
  const Timer timer;
  observer.progress(0.0, "Checking the problem");
  checkSettings(problem);
  if (this->Team->size() == 1)
  {
    this->prepareWhole(problem, observer, memoryLimit);
  }
  else
  {
    this->ModelImplementation = makeVoxelMicroFeOnParts(problem, this->Team, memoryLimit, observer);
  }
  this->ModelImplementation->summary.setupSeconds = timer.seconds();
  reportWhatIsLeftOut(problem, *this->ModelImplementation, observer);
}

void VoxelMicroFe::prepareWhole(
  const VoxelMicroFeProblem& problem, Observer& observer, std::size_t memoryLimit)
{
  const Device& device = this->device();
  checkHostMemory(problem.image);
  VoxelGrid grid(problem.image, problem.parts);
  VoxelConditions conditions = makeConditions(problem, grid);
  checkMemory(grid, conditions, problem, device, memoryLimit);
  const std::size_t memory = voxelMicroFeMemory(grid, conditions, problem.parts);
  this->Execution = makeContext(device.limitedTo(memoryLimit));
  this->ModelImplementation = this->Execution->with(
    [&](const auto& context)
    {
      return makeVoxelMicroFeModel(context, problem,
        { std::move(grid), std::move(conditions), std::nullopt, memory }, observer);
    });
}

VoxelMicroFe::~VoxelMicroFe() = default;

VoxelFieldArrays makeRoom(
  const VoxelGrid& grid, const VoxelMicroFeFields& wanted, VoxelMicroFeSolution& solution)
{
  const auto nodes = static_cast<std::size_t>(grid.numberOfNodes());
  const auto elements = static_cast<std::size_t>(grid.numberOfElements());
  const auto room = [](bool isWanted, std::size_t size, std::vector<double>& values)
  {
    values.resize(isWanted ? size : 0);
    return isWanted ? values.data() : nullptr;
  };
  VoxelFieldArrays to;
  to.displacement = room(true, 3 * nodes, solution.displacement);
  to.reactionForce = room(wanted.reactionForce, 3 * nodes, solution.reactionForce);
  to.elements.strain = room(wanted.strain, 6 * elements, solution.strain);
  to.elements.stress = room(wanted.stress, 6 * elements, solution.stress);
  to.elements.strainEnergyDensity =
    room(wanted.strainEnergyDensity, elements, solution.strainEnergyDensity);
  to.elements.vonMisesStress = room(wanted.vonMisesStress, elements, solution.vonMisesStress);
  to.elements.effectiveStrain = room(wanted.effectiveStrain, elements, solution.effectiveStrain);
  return to;
}

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
  const VoxelFieldArrays to = makeRoom(this->grid(), this->wantedFields(), solution);
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

const std::vector<Device>& VoxelMicroFe::devices() const
{
  return this->Team->devices();
}

int VoxelMicroFe::numberOfParts() const
{
  return this->Team->size();
}
}
