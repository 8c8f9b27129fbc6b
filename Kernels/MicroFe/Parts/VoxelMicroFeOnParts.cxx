#include "MicroFe/Parts/VoxelMicroFeOnParts.h"

#include "Core/Execution/ZeroVector.h"
#include "Mesh/Voxel/Solid/VoxelSelection.h"
#include "MicroFe/Parts/SendFields.h"
#include "MicroFe/Parts/VoxelMicroFePart.h"
#include "MicroFe/VoxelMicroFeValidation.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace trabecula
{
namespace
{
bool areSame(const Device& a, const Device& b)
{
  return a.space == b.space && a.index == b.index;
}

/// Devices with the memory that each part may take: a share if several parts use one.
std::vector<Device> sharesOf(const std::vector<Device>& devices, std::size_t memoryLimit)
{
  std::vector<Device> shares;
  for (const Device& device : devices)
  {
    const auto users = std::count_if(devices.begin(), devices.end(),
      [&device](const Device& other) { return areSame(device, other); });
    shares.push_back(device.limitedTo(memoryLimit));
    shares.back().availableMemory /= static_cast<std::size_t>(users);
  }
  return shares;
}

void requireDevices(const VoxelGrid& whole, const VoxelMicroFeSettings& settings,
  const std::vector<VoxelMicroFePart>& parts, const std::vector<Device>& devices,
  std::size_t memoryLimit)
{
  std::vector<PartOnDevice> needs;
  for (std::size_t part = 0; part < parts.size(); ++part)
  {
    const auto same = std::find_if(needs.begin(), needs.end(),
      [&](const PartOnDevice& other) { return areSame(other.device, devices[part]); });
    PartOnDevice& need = same == needs.end()
      ? needs.emplace_back(PartOnDevice{ devices[part].limitedTo(memoryLimit), 0, 0 })
      : *same;
    need.elements += parts[part].grid.numberOfOwnedElements();
    need.memory += parts[part].deviceMemory;
  }
  checkMemoryOfParts(whole, settings, needs);
}
}

VoxelMicroFeOnParts::VoxelMicroFeOnParts(const VoxelMicroFeProblem& problem,
  std::shared_ptr<Parts> parts, std::size_t memoryLimit, const VoxelSelection& selection,
  VoxelGrid whole, VoxelConditions ofTest, Observer& observer)
  : Model(problem, std::move(whole), std::move(ofTest), Communicator()), Team(std::move(parts)),
    Own(this->Team->devices().size())
{
  const std::vector<Device> shares = sharesOf(this->Team->devices(), memoryLimit);
  std::vector<VoxelMicroFePart> divided = this->divide(problem, selection, memoryLimit, observer);
  this->runParts(observer,
    [&](
      std::size_t number, const std::shared_ptr<const Communicator>& communicator, Observer& ofPart)
    {
      Part& part = this->Own[number];
      part.execution = makeContext(shares[number], communicator);
      part.model = part.execution->with(
        [&](const auto& context) {
          return makeVoxelMicroFeModel(context, this->settings, std::move(divided[number]), ofPart);
        });
    });
  this->takeSummary();
}

std::vector<VoxelMicroFePart> VoxelMicroFeOnParts::divide(const VoxelMicroFeProblem& problem,
  const VoxelSelection& selection, std::size_t memoryLimit, Observer& observer)
{
  VoxelDivision division;
  this->Team->together([&] { division = bisectBricks(this->grid, this->Team->size()); });
  std::vector<std::unique_ptr<VoxelMicroFePart>> divided(this->Own.size());
  this->runParts(observer,
    [&](std::size_t number, const std::shared_ptr<const Communicator>& communicator, Observer&)
    {
      const int part = communicator->rank();
      VoxelGrid own(problem.image, selection, division.ofPart(part), GhostVoxels::WholeBricks);
      NumbersInWhole numbers = numbersInWhole(own, this->grid);
      VoxelConditions onPart = conditionsOfPart(this->conditions, own, numbers);
      VoxelHalo halo = planVoxelHalo(own, division, part);
      divided[number] = std::make_unique<VoxelMicroFePart>(
        VoxelMicroFePart{ std::move(own), std::move(onPart), std::move(halo), 0 });
      divided[number]->deviceMemory = voxelPartMemory(*divided[number], this->grid, problem.parts);
      this->Own[number].numbers = std::move(numbers);
    });
  std::vector<VoxelMicroFePart> result;
  result.reserve(divided.size());
  for (const std::unique_ptr<VoxelMicroFePart>& one : divided)
  {
    result.push_back(std::move(*one));
  }
  this->Team->together(
    [&] { requireDevices(this->grid, problem, result, this->Team->devices(), memoryLimit); });
  return result;
}

void VoxelMicroFeOnParts::runParts(Observer& observer, const Work& work) const
{
  this->Team->run(
    [&](const Device&, const std::shared_ptr<const Communicator>& communicator)
    {
      Observer silent;
      const auto number = static_cast<std::size_t>(communicator->rank() - this->Team->first());
      work(number, communicator, number == 0 ? observer : silent);
    });
}

bool VoxelMicroFeOnParts::solve(Observer& observer)
{
  bool isSolved = false; // all parts stop together
  this->runParts(observer,
    [&](std::size_t number, const std::shared_ptr<const Communicator>&, Observer& ofPart)
    {
      const bool isDone = this->Own[number].model->solve(ofPart);
      if (number == 0)
      {
        isSolved = isDone;
      }
    });
  this->takeSummary();
  if (isSolved && this->Team->areOfSeveralProcesses())
  {
    this->keepFields();
  }
  return isSolved;
}

void VoxelMicroFeOnParts::takeSummary()
{
  const double seconds = this->summary.setupSeconds;
  const Model& first = *this->Own.front().model;
  this->summary = first.summary;
  this->summary.setupSeconds = seconds;
  this->apparent = first.apparent;
  this->history = first.history;
  for (const Part& part : this->Own)
  {
    this->summary.peakDeviceMemory =
      std::max(this->summary.peakDeviceMemory, part.model->summary.peakDeviceMemory);
  }
}

template <class Take>
void VoxelMicroFeOnParts::forEachField(const VoxelFieldArrays& to, const Take& take) const
{
  using Arrays = VoxelFieldArrays;
  using OfElements = VoxelElementFields;
  Observer silent;
  // Each part computes one field at a time, which takes the least memory.
  const auto takeField = [&](double* whole, std::int64_t components,
                           const std::vector<NumberRun> NumbersInWhole::*runs,
                           std::int64_t (VoxelGrid::*owned)() const, const auto& place)
  {
    if (!whole)
    {
      return;
    }
    this->runParts(silent,
      [&](std::size_t number, const std::shared_ptr<const Communicator>& communicator, Observer&)
      {
        const Part& part = this->Own[number];
        const std::vector<NumberRun>& numbers = part.numbers.*runs;
        Arrays ofPart;
        if (numbers.size() <= 1 && !this->Team->areOfSeveralProcesses())
        {
          place(ofPart) = whole + (numbers.empty() ? 0 : components * numbers.front().inWhole);
          part.model->computeFields(ofPart);
          return;
        }
        auto values =
          zeroVector<double>(static_cast<std::size_t>(components * (part.model->grid.*owned)()));
        place(ofPart) = values.data();
        part.model->computeFields(ofPart);
        take(numbers, components, values, whole, *communicator);
      });
  };
  const auto takeNodal = [&](double* Arrays::*pointer)
  {
    takeField(to.*pointer, 3, &NumbersInWhole::nodes, &VoxelGrid::numberOfOwnedNodes,
      [&](Arrays& arrays) -> double*& { return arrays.*pointer; });
  };
  const auto takeOfElements = [&](double* OfElements::*pointer, std::int64_t components)
  {
    takeField(to.elements.*pointer, components, &NumbersInWhole::elements,
      &VoxelGrid::numberOfOwnedElements,
      [&](Arrays& arrays) -> double*& { return arrays.elements.*pointer; });
  };
  takeNodal(&Arrays::displacement);
  takeNodal(&Arrays::reactionForce);
  takeOfElements(&OfElements::strain, 6);
  takeOfElements(&OfElements::stress, 6);
  takeOfElements(&OfElements::strainEnergyDensity, 1);
  takeOfElements(&OfElements::vonMisesStress, 1);
  takeOfElements(&OfElements::effectiveStrain, 1);
}

void VoxelMicroFeOnParts::keepFields()
{
  VoxelFieldArrays to;
  this->Team->together(
    [&]
    {
      if (this->Team->first() == 0)
      {
        to = makeRoom(this->grid, this->settings.fields, this->Kept);
      }
      else
      {
        to = wantedOf(this->settings.fields);
      }
    });
  this->forEachField(to, &sendRunsToFirst);
}

void VoxelMicroFeOnParts::computeFields(const VoxelFieldArrays& to) const
{
  if (this->Team->areOfSeveralProcesses())
  {
    copyFields(this->Kept, to);
    return;
  }
  this->forEachField(to,
    [](const std::vector<NumberRun>& runs, std::int64_t components,
      const std::vector<double>& values, double* whole, const Communicator&)
    { takeRuns(runs, components, values.data(), whole); });
}

std::unique_ptr<VoxelMicroFe::Model> makeVoxelMicroFeOnParts(const VoxelMicroFeProblem& problem,
  std::shared_ptr<Parts> parts, std::size_t memoryLimit, Observer& observer)
{
  std::unique_ptr<VoxelSelection> selection;
  std::unique_ptr<VoxelGrid> grid;
  VoxelConditions conditions;
  parts->together(
    [&]
    {
      checkHostMemory(problem.image);
      selection = std::make_unique<VoxelSelection>(selectVoxels(problem.image, problem.parts));
      grid = std::make_unique<VoxelGrid>(problem.image, *selection);
      conditions = makeConditions(problem, *grid);
    });
  return std::make_unique<VoxelMicroFeOnParts>(problem, std::move(parts), memoryLimit, *selection,
    std::move(*grid), std::move(conditions), observer);
}
}
