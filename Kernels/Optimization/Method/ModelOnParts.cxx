#include "Optimization/Method/ModelOnParts.h"

#include "Core/Error.h"
#include "Mesh/Distribution/PartValues.h"

#include <algorithm>
#include <exception>
#include <map>
#include <utility>

namespace trabecula
{
namespace
{
/// The largest sum over the parts of a device. @param ofParts bytes of each part
std::size_t mostOnDevice(
  const std::vector<Device>& devices, const std::vector<std::size_t>& ofParts)
{
  std::map<std::pair<ExecutionSpace, int>, std::size_t> ofDevices;
  std::size_t most = 0;
  for (std::size_t part = 0; part < devices.size(); ++part)
  {
    std::size_t& sum = ofDevices[{ devices[part].space, devices[part].index }];
    sum += ofParts[part];
    most = std::max(most, sum);
  }
  return most;
}

/// Number of values of each entity in a vector of a part, of which at least one entity is there.
std::size_t componentsOf(std::size_t values, const HaloPlan& plan)
{
  return values / static_cast<std::size_t>(plan.count());
}
}

ModelOnParts::ModelOnParts(const std::vector<Device>& devices, std::vector<EntitiesOfPart> entities,
  const MakeModel& make, Observer& observer)
  : Threads(devices), Parts(devices.size())
{
  std::size_t most = 0;
  for (std::size_t part = 0; part < this->Parts.size(); ++part)
  {
    EntitiesOfPart& of = this->Parts[part].entities;
    of = std::move(entities[part]);
    this->Nodes += of.nodes.owned.size();
    this->Elements += of.elements.owned.size();
    if (of.elements.owned.size() > most)
    {
      most = of.elements.owned.size();
      this->Fullest = part;
    }
  }
  this->Threads.run(
    [&](const Device& device, const std::shared_ptr<const Communicator>& communicator)
    {
      const auto rank = static_cast<std::size_t>(communicator->rank());
      Part& part = this->Parts[rank];
      part.context = std::make_unique<ExecutionContext>(device, communicator);
      Observer silent;
      part.model = make(rank, *part.context, rank == 0 ? observer : silent);
    });
  this->densityChangeTolerance = this->Parts.front().model->densityChangeTolerance;
  this->takeResults();
}

ModelOnParts::~ModelOnParts() = default;

void ModelOnParts::run(const std::function<void(std::size_t part)>& work) const
{
  this->Threads.run(
    [&](const Device& /*device*/, const std::shared_ptr<const Communicator>& communicator)
    {
      const auto rank = static_cast<std::size_t>(communicator->rank());
      std::string& failure = this->Parts[rank].failure;
      failure.clear();
      try
      {
        work(rank);
      }
      catch (const std::exception& error)
      {
        failure = error.what();
        throw;
      }
    });
}

void ModelOnParts::takeResults()
{
  const Model& first = *this->Parts.front().model;
  this->record = first.record;
  this->settledIterates = first.settledIterates;
  this->phases = first.phases;
  std::vector<std::size_t> bytes;
  std::vector<std::size_t> peaks;
  for (const Part& part : this->Parts)
  {
    bytes.push_back(part.model->deviceMemory);
    peaks.push_back(part.model->peakDeviceMemory);
  }
  this->deviceMemory = mostOnDevice(this->Threads.devices(), bytes);
  this->peakDeviceMemory = mostOnDevice(this->Threads.devices(), peaks);
}

StepStatus ModelOnParts::step(Observer& observer)
{
  if (this->IsTorn)
  {
    throw Error("The optimization has failed on one of its devices, so that it cannot continue. "
                "Resume it from a checkpoint.");
  }
  StepStatus status = StepStatus::Advanced;
  try
  {
    this->run(
      [&](std::size_t rank)
      {
        Model& model = *this->Parts[rank].model;
        model.densityChangeTolerance = this->densityChangeTolerance;
        Observer silent;
        const StepStatus ofPart = model.step(rank == 0 ? observer : silent);
        if (rank == 0)
        {
          status = ofPart;
        }
      });
  }
  catch (...)
  {
    // A fault that all parts find is found at the same place by all.
    const std::string& failure = this->Parts.front().failure;
    this->IsTorn = failure.empty() ||
      std::any_of(this->Parts.begin(), this->Parts.end(),
        [&](const Part& part) { return part.failure != failure; });
    throw;
  }
  this->takeResults();
  return status;
}

std::vector<double> ModelOnParts::gather(
  Entity entity, const std::function<std::vector<double>(const Model& model)>& values) const
{
  std::vector<std::vector<double>> ofParts(this->Parts.size());
  this->run([&](std::size_t rank) { ofParts[rank] = values(*this->Parts[rank].model); });
  const std::size_t components =
    componentsOf(ofParts[this->Fullest].size(), this->Parts[this->Fullest].plan(entity));
  std::vector<double> whole(components * this->countOf(entity));
  for (std::size_t part = 0; part < this->Parts.size(); ++part)
  {
    collect(this->Parts[part].plan(entity), ofParts[part], components, whole);
  }
  return whole;
}

std::vector<double> ModelOnParts::density() const
{
  return this->gather(Entity::Element, [](const Model& model) { return model.density(); });
}

std::vector<double> ModelOnParts::filteredVariables() const
{
  return this->gather(
    Entity::Element, [](const Model& model) { return model.filteredVariables(); });
}

std::vector<double> ModelOnParts::displacement(std::size_t loadCase) const
{
  return this->gather(
    Entity::Node, [loadCase](const Model& model) { return model.displacement(loadCase); });
}

std::vector<double> ModelOnParts::strainEnergyDensity() const
{
  return this->gather(
    Entity::Element, [](const Model& model) { return model.strainEnergyDensity(); });
}

std::vector<double> ModelOnParts::sensitivity() const
{
  return this->gather(Entity::Element, [](const Model& model) { return model.sensitivity(); });
}

std::vector<double> ModelOnParts::gradient() const
{
  return this->gather(Entity::Element, [](const Model& model) { return model.gradient(); });
}

StateFields ModelOnParts::stateFields() const
{
  const Part& fullest = this->Parts[this->Fullest];
  StateFields fields = fullest.model->stateFields();
  for (StateField& field : fields)
  {
    field.size = componentsOf(field.size, fullest.plan(field.entity)) * this->countOf(field.entity);
  }
  return fields;
}

OptimizationState ModelOnParts::state() const
{
  std::vector<OptimizationState> ofParts(this->Parts.size());
  this->run([&](std::size_t rank) { ofParts[rank] = this->Parts[rank].model->state(); });
  OptimizationState state;
  state.record = ofParts.front().record;
  state.scalars = ofParts.front().scalars;
  for (const StateField& field : this->stateFields())
  {
    const std::size_t components = field.size / this->countOf(field.entity);
    std::vector<double> values(field.size);
    for (std::size_t part = 0; part < this->Parts.size(); ++part)
    {
      // An empty part has no such field.
      collect(
        this->Parts[part].plan(field.entity), ofParts[part].field(field.name), components, values);
    }
    state.fields.emplace_back(field.name, std::move(values));
  }
  return state;
}

void ModelOnParts::restore(const OptimizationState& state)
{
  const StateFields fields = this->stateFields();
  checkState(state, fields, this->record.columns().size());
  this->run(
    [&](std::size_t rank)
    {
      const Part& part = this->Parts[rank];
      OptimizationState ofPart;
      ofPart.record = state.record;
      ofPart.scalars = state.scalars;
      for (const StateField& field : fields)
      {
        addField(ofPart, field.name,
          valuesOfPart(part.plan(field.entity), state.field(field.name),
            field.size / this->countOf(field.entity)));
      }
      part.model->restore(ofPart);
    });
  this->IsTorn = false;
  this->takeResults();
}
}
