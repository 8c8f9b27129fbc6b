#include "Optimization/TopologyOptimizer.h"

#include "Core/Error.h"
#include "Core/Execution/YieldingThreads.h"
#include "Optimization/Method/TopologyFields.h"

#include <cstddef>
#include <string>
#include <utility>

namespace trabecula
{
TopologyOptimizer::TopologyOptimizer(std::unique_ptr<TopologyMethod> method,
  std::shared_ptr<const ExecutionContext> context, Observer& observer)
  : Computing(std::move(context))
{
  this->Yielding = makeThreadsYield(); // before the set-up, which uses threads
  observer.progress(0.0, "Checking the problem");
  const std::shared_ptr<Parts>& team = this->Computing->parts();
  const auto check = [&]
  {
    checkForStop(observer);
    if (team)
    {
      method->checkParts(*team);
    }
    else
    {
      method->checkDevice(this->Computing->device());
    }
    checkForStop(observer);
  };
  // If one process stops, all do before they begin to make the model.
  if (team)
  {
    team->together(check);
  }
  else
  {
    check();
  }
  TopologyParts parts = method->make(*this->Computing, observer);
  this->Fields = std::move(parts.fields);
  this->ModelImplementation = std::move(parts.model);
}

TopologyOptimizer::~TopologyOptimizer() = default;

StepStatus TopologyOptimizer::step(Observer& observer)
{
  return this->ModelImplementation->step(observer);
}

void TopologyOptimizer::setChangeTolerance(double tolerance)
{
  this->ModelImplementation->densityChangeTolerance = tolerance;
}

int TopologyOptimizer::iteration() const
{
  return this->ModelImplementation->record.iteration();
}

const IterationRecord& TopologyOptimizer::record() const
{
  return this->ModelImplementation->record;
}

const PhaseTimes& TopologyOptimizer::phaseTimes() const
{
  return this->ModelImplementation->phases;
}

HistoryRow TopologyOptimizer::historyRow() const
{
  return this->record().row();
}

std::vector<FieldDescription> TopologyOptimizer::fields() const
{
  return this->Fields->descriptions();
}

std::vector<double> TopologyOptimizer::field(std::size_t index) const
{
  return this->Fields->values(index, *this->ModelImplementation);
}

OptimizationState TopologyOptimizer::saveState() const
{
  if (this->iteration() < 0)
  {
    throw Error("There is no state to keep before the first iteration.");
  }
  OptimizationState state = this->ModelImplementation->state();
  this->Fields->save(state, this->ModelImplementation->stateFields());
  return state;
}

void TopologyOptimizer::restoreState(const OptimizationState& state)
{
  const StateFields fields = this->ModelImplementation->stateFields();
  checkState(state, fields, this->record().columns().size());
  OptimizationState ofModel = state;
  this->Fields->restore(ofModel, fields);
  this->ModelImplementation->restore(ofModel);
}

std::vector<double> TopologyOptimizer::elementField(const char* name) const
{
  const std::vector<FieldDescription> fields = this->fields();
  for (std::size_t i = 0; i < fields.size(); ++i)
  {
    if (fields[i].support == FieldSupport::Elements && fields[i].name == name)
    {
      return this->field(i);
    }
  }
  return {};
}

std::vector<double> TopologyOptimizer::density() const
{
  return this->elementField("Density");
}

std::vector<double> TopologyOptimizer::strainEnergyDensity() const
{
  return this->elementField("StrainEnergyDensity");
}

std::vector<double> TopologyOptimizer::displacement(std::size_t loadCase) const
{
  return this->Fields->displacement(this->ModelImplementation->displacement(loadCase));
}

std::vector<double> TopologyOptimizer::variables() const
{
  return this->Fields->variables(this->ModelImplementation->filteredVariables());
}

std::vector<double> TopologyOptimizer::gradient() const
{
  return this->Fields->gradient(this->ModelImplementation->gradient());
}

std::vector<double> TopologyOptimizer::sensitivity() const
{
  return this->Fields->elements(this->ModelImplementation->sensitivity());
}

const Device& TopologyOptimizer::device() const
{
  return this->Computing->device();
}

std::size_t TopologyOptimizer::deviceMemory() const
{
  return this->ModelImplementation->deviceMemory;
}

std::size_t TopologyOptimizer::peakDeviceMemory() const
{
  return this->ModelImplementation->peakDeviceMemory;
}
}
