#include "Optimization/Method/ModelOnParts.h"

#include "Core/Communication/SharedFailure.h"
#include "Core/Error.h"
#include "Mesh/Distribution/PartValues.h"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <map>
#include <sstream>
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

/// Fields of states as a text, and such a text as fields.
std::string textOf(const StateFields& fields)
{
  std::string text;
  for (const StateField& field : fields)
  {
    text += field.name + '\n' + std::to_string(static_cast<int>(field.entity)) + '\n' +
      std::to_string(field.size) + '\n';
  }
  return text;
}

StateFields fieldsOf(const std::string& text)
{
  StateFields fields;
  std::istringstream lines(text);
  std::string name;
  std::string entity;
  std::string size;
  while (std::getline(lines, name) && std::getline(lines, entity) && std::getline(lines, size))
  {
    fields.push_back({ name, static_cast<Entity>(std::stoi(entity)), std::stoull(size) });
  }
  return fields;
}
}

ModelOnParts::ModelOnParts(std::shared_ptr<Parts> parts, std::vector<EntitiesOfPart> entities,
  const MakeModel& make, Observer& observer)
  : Team(std::move(parts)), Entities(std::move(entities)), Own(this->Team->devices().size())
{
  std::size_t most = 0;
  for (std::size_t rank = 0; rank < this->Entities.size(); ++rank)
  {
    const EntitiesOfPart& of = this->Entities[rank];
    this->Nodes += of.nodes.owned.size();
    this->Elements += of.elements.owned.size();
    if (of.elements.owned.size() > most)
    {
      most = of.elements.owned.size();
      this->Fullest = static_cast<int>(rank);
    }
  }
  this->Team->run(
    [&](const Device& device, const std::shared_ptr<const Communicator>& communicator)
    {
      const int rank = communicator->rank();
      Part& part = this->Own[static_cast<std::size_t>(rank - this->Team->first())];
      part.context = std::make_unique<ExecutionContext>(device, communicator);
      Observer silent;
      part.model = make(static_cast<std::size_t>(rank), *part.context,
        rank == this->Team->first() ? observer : silent);
    });
  this->densityChangeTolerance = this->Own.front().model->densityChangeTolerance;
  this->takeResults();
}

ModelOnParts::~ModelOnParts() = default;

void ModelOnParts::run(
  const std::function<void(Part& part, const Communicator& communicator)>& work) const
{
  this->Team->run(
    [&](const Device& /*device*/, const std::shared_ptr<const Communicator>& communicator)
    {
      Part& part = this->Own[static_cast<std::size_t>(communicator->rank() - this->Team->first())];
      part.failure.clear();
      try
      {
        work(part, *communicator);
      }
      catch (const std::exception& error)
      {
        part.failure = error.what();
        throw;
      }
    });
}

void ModelOnParts::takeResults()
{
  const Model& first = *this->Own.front().model;
  this->record = first.record;
  this->settledIterates = first.settledIterates;
  this->phases = first.phases;
  std::vector<std::size_t> bytes;
  std::vector<std::size_t> peaks;
  for (const Part& part : this->Own)
  {
    bytes.push_back(part.model->deviceMemory);
    peaks.push_back(part.model->peakDeviceMemory);
  }
  this->deviceMemory = mostOnDevice(this->Team->devices(), bytes);
  this->peakDeviceMemory = mostOnDevice(this->Team->devices(), peaks);
}

bool ModelOnParts::haveFailedAlike() const
{
  // A fault that all parts find is found at the same place by all.
  const std::string failure = this->Own.front().failure;
  bool areAlike = !failure.empty() &&
    std::all_of(this->Own.begin(), this->Own.end(),
      [&](const Part& part) { return part.failure == failure; });
  if (this->Team->areOfSeveralProcesses())
  {
    this->run(
      [&](Part& part, const Communicator& communicator)
      {
        const bool isLikeFirst = broadcastText(communicator, 0, failure) == failure && areAlike;
        double differs = isLikeFirst ? 0.0 : 1.0;
        communicator.maximum(&differs, 1);
        if (&part == &this->Own.front())
        {
          areAlike = differs == 0.0;
        }
      });
  }
  return areAlike;
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
      [&](Part& part, const Communicator& /*communicator*/)
      {
        const bool isFirst = &part == &this->Own.front();
        part.model->densityChangeTolerance = this->densityChangeTolerance;
        Observer silent;
        const StepStatus ofPart = part.model->step(isFirst ? observer : silent);
        if (isFirst)
        {
          status = ofPart;
        }
      });
  }
  catch (...)
  {
    this->IsTorn = true;
    this->IsTorn = !this->haveFailedAlike();
    throw;
  }
  this->takeResults();
  return status;
}

std::vector<double> ModelOnParts::gather(
  Entity entity, const std::function<std::vector<double>(const Model& model)>& values) const
{
  if (this->Team->areOfSeveralProcesses())
  {
    return this->gatherOverProcesses(entity, values);
  }
  std::vector<std::vector<double>> ofParts(this->Own.size());
  this->run([&](Part& part, const Communicator& communicator)
    { ofParts[static_cast<std::size_t>(communicator.rank())] = values(*part.model); });
  const std::size_t components = ofParts[static_cast<std::size_t>(this->Fullest)].size() /
    static_cast<std::size_t>(this->planOf(this->Fullest, entity).count());
  std::vector<double> whole(components * this->countOf(entity));
  for (std::size_t part = 0; part < ofParts.size(); ++part)
  {
    collect(this->planOf(static_cast<int>(part), entity), ofParts[part], components, whole);
  }
  return whole;
}

std::vector<double> ModelOnParts::gatherOverProcesses(
  Entity entity, const std::function<std::vector<double>(const Model& model)>& values) const
{
  std::vector<double> whole;
  this->run(
    [&](Part& part, const Communicator& communicator)
    {
      std::vector<double> ofPart = values(*part.model);
      const std::int64_t count = this->planOf(communicator.rank(), entity).count();
      double components =
        count > 0 ? static_cast<double>(ofPart.size()) / static_cast<double>(count) : 0.0;
      communicator.maximum(&components, 1);
      const auto each = static_cast<std::size_t>(components);
      if (communicator.rank() == 0)
      {
        whole.resize(each * this->countOf(entity));
      }
      collectOnFirst(
        communicator, [&](int rank) -> const HaloPlan& { return this->planOf(rank, entity); },
        std::move(ofPart), each, whole);
    });
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

const StateFields& ModelOnParts::fieldsOfWhole() const
{
  if (!this->Fields.empty())
  {
    return this->Fields;
  }
  const auto fullest = static_cast<std::size_t>(this->Fullest);
  const auto ofFullest = [&] {
    return this->Own[fullest - static_cast<std::size_t>(this->Team->first())].model->stateFields();
  };
  StateFields fields;
  if (this->Team->areOfSeveralProcesses())
  {
    this->run(
      [&](Part& part, const Communicator& communicator)
      {
        const bool isFullest = communicator.rank() == this->Fullest;
        const std::string text = broadcastText(
          communicator, this->Fullest, isFullest ? textOf(ofFullest()) : std::string());
        if (&part == &this->Own.front())
        {
          fields = fieldsOf(text);
        }
      });
  }
  else
  {
    fields = ofFullest();
  }
  for (StateField& field : fields)
  {
    const auto count = static_cast<std::size_t>(this->planOf(this->Fullest, field.entity).count());
    field.size = field.size / count * this->countOf(field.entity);
  }
  this->Fields = std::move(fields);
  return this->Fields;
}

StateFields ModelOnParts::stateFields() const
{
  const StateFields& fields = this->fieldsOfWhole();
  return this->Team->first() == 0 ? fields : StateFields();
}

OptimizationState ModelOnParts::state() const
{
  if (this->Team->areOfSeveralProcesses())
  {
    return this->stateOverProcesses();
  }
  std::vector<OptimizationState> ofParts(this->Own.size());
  this->run([&](Part& part, const Communicator& communicator)
    { ofParts[static_cast<std::size_t>(communicator.rank())] = part.model->state(); });
  OptimizationState state;
  state.record = ofParts.front().record;
  state.scalars = ofParts.front().scalars;
  for (const StateField& field : this->fieldsOfWhole())
  {
    std::vector<double> values(field.size);
    for (std::size_t part = 0; part < ofParts.size(); ++part)
    {
      // An empty part has no such field.
      collect(this->planOf(static_cast<int>(part), field.entity), ofParts[part].field(field.name),
        this->componentsOf(field), values);
    }
    state.fields.emplace_back(field.name, std::move(values));
  }
  return state;
}

OptimizationState ModelOnParts::stateOverProcesses() const
{
  const StateFields& fields = this->fieldsOfWhole();
  OptimizationState state;
  this->run(
    [&](Part& part, const Communicator& communicator)
    {
      const OptimizationState ofPart = part.model->state();
      if (&part == &this->Own.front())
      {
        state.record = ofPart.record;
        state.scalars = ofPart.scalars;
      }
      for (const StateField& field : fields)
      {
        std::vector<double> values(communicator.rank() == 0 ? field.size : 0);
        collectOnFirst(
          communicator,
          [&](int rank) -> const HaloPlan& { return this->planOf(rank, field.entity); },
          ofPart.field(field.name), this->componentsOf(field), values);
        if (communicator.rank() == 0)
        {
          state.fields.emplace_back(field.name, std::move(values));
        }
      }
    });
  return state;
}

void ModelOnParts::restore(const OptimizationState& state)
{
  const StateFields& fields = this->fieldsOfWhole();
  const bool areProcesses = this->Team->areOfSeveralProcesses();
  if (this->Team->first() == 0)
  {
    checkState(state, fields, this->record.columns().size());
  }
  this->run(
    [&](Part& part, const Communicator& communicator)
    {
      OptimizationState ofPart;
      ofPart.record = state.record;
      ofPart.scalars = state.scalars;
      for (const StateField& field : fields)
      {
        const auto planOfRank = [&](int rank) -> const HaloPlan&
        { return this->planOf(rank, field.entity); };
        const std::vector<double>& whole = state.field(field.name);
        const std::size_t components = this->componentsOf(field);
        addField(ofPart, field.name,
          areProcesses ? valuesFromFirst(communicator, planOfRank, whole, components)
                       : valuesOfPart(planOfRank(communicator.rank()), whole, components));
      }
      part.model->restore(ofPart);
    });
  this->IsTorn = false;
  this->takeResults();
}
}
