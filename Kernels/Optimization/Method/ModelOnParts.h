#ifndef TRABECULA_OPTIMIZATION_METHOD_MODELONPARTS_H
#define TRABECULA_OPTIMIZATION_METHOD_MODELONPARTS_H

#include "Core/Communication/ThreadParts.h"
#include "Core/Device.h"
#include "Core/ExecutionContext.h"
#include "Core/Vectors/Layout.h"
#include "Mesh/Distribution/HaloPlan.h"
#include "Optimization/TopologyModel.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
/// The nodes and elements of a part; elements are its material points and design variables.
struct EntitiesOfPart
{
  HaloPlan nodes;
  HaloPlan elements;
};

/**
 * The models of the parts of one problem, each on a device, as one model in the numbering of the
 * whole. Fields and states are those of one part, so that a state may be restored on any number of
 * parts.
 *
 * The first part is the calling thread, and it alone uses the observer. If a part fails in a step
 * while others do not, their iterates may differ: the model can then only be restored.
 */
class ModelOnParts : public TopologyOptimizer::Model
{
public:
  /// Makes the model of a part in its context, which remains valid; called by all parts at the same
  /// time.
  using MakeModel = std::function<std::unique_ptr<TopologyOptimizer::Model>(
    std::size_t part, const ExecutionContext& context, Observer& observer)>;

  /// @param devices, entities one for each part
  /// @param make need only remain valid during the call
  ModelOnParts(const std::vector<Device>& devices, std::vector<EntitiesOfPart> entities,
    const MakeModel& make, Observer& observer);
  ~ModelOnParts() override;

  StepStatus step(Observer& observer) override;
  OptimizationState state() const override;
  StateFields stateFields() const override;
  void restore(const OptimizationState& state) override;
  std::vector<double> density() const override;
  std::vector<double> filteredVariables() const override;
  std::vector<double> displacement(std::size_t loadCase) const override;
  std::vector<double> strainEnergyDensity() const override;
  std::vector<double> sensitivity() const override;
  std::vector<double> gradient() const override;

private:
  struct Part
  {
    EntitiesOfPart entities;
    std::unique_ptr<ExecutionContext> context;
    std::unique_ptr<Model> model;
    std::string failure; ///< message of the last call; empty if it did not fail

    const HaloPlan& plan(Entity entity) const
    {
      return entity == Entity::Node ? this->entities.nodes : this->entities.elements;
    }
  };

  /// Calls work(part) of all parts at the same time. @throws Error the first of any part
  void run(const std::function<void(std::size_t part)>& work) const;
  /// The values of all entities from those of the parts, which values(model) returns.
  std::vector<double> gather(
    Entity entity, const std::function<std::vector<double>(const Model& model)>& values) const;
  std::size_t countOf(Entity entity) const
  {
    return entity == Entity::Node ? this->Nodes : this->Elements;
  }
  /// Sets the members of the base class from the models of the parts.
  void takeResults();

  mutable ThreadParts Threads;
  mutable std::vector<Part> Parts;
  std::size_t Nodes = 0; ///< of all parts
  std::size_t Elements = 0;
  std::size_t Fullest = 0; ///< the part with most elements, whose states have all fields
  bool IsTorn = false;     ///< whether iterates of parts may differ
};
}

#endif
