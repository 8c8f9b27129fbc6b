#ifndef TRABECULA_OPTIMIZATION_METHOD_MODELONPARTS_H
#define TRABECULA_OPTIMIZATION_METHOD_MODELONPARTS_H

#include "Core/Communication/Parts.h"
#include "Core/ExecutionContext.h"
#include "Core/Vectors/Layout.h"
#include "Mesh/Distribution/HaloPlan.h"
#include "Optimization/TopologyModel.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
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
 * Some of the parts are those of this process, and if there are other processes, all call the same
 * functions at the same time. Fields, those of states included, are then on the first process, and
 * restore() takes them from there; on others they are empty.
 *
 * The first part of a process is the calling thread, and it alone uses the observer. If a part
 * fails in a step while others do not, their iterates may differ: the model can then only be
 * restored.
 */
class ModelOnParts : public TopologyOptimizer::Model
{
public:
  /// Makes the model of a part, by its rank, in its context, which remains valid; called by all
  /// parts at the same time.
  using MakeModel = std::function<std::unique_ptr<TopologyOptimizer::Model>(
    std::size_t rank, const ExecutionContext& context, Observer& observer)>;

  /// @param entities of all parts, also those of other processes
  /// @param make need only remain valid during the call
  ModelOnParts(std::shared_ptr<Parts> parts, std::vector<EntitiesOfPart> entities,
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
  /// A part of this process.
  struct Part
  {
    std::unique_ptr<ExecutionContext> context;
    std::unique_ptr<Model> model;
    std::string failure; ///< message of the last call; empty if it did not fail
  };

  /// Calls work(part, communicator) of all parts at the same time. @throws Error the first of any
  /// part
  void run(const std::function<void(Part& part, const Communicator& communicator)>& work) const;
  /// Returns the values of all entities from those of the parts, which values(model) returns.
  std::vector<double> gather(
    Entity entity, const std::function<std::vector<double>(const Model& model)>& values) const;
  std::vector<double> gatherOverProcesses(
    Entity entity, const std::function<std::vector<double>(const Model& model)>& values) const;
  OptimizationState stateOverProcesses() const;
  /// Returns the fields of states, with the sizes of the whole, on all processes.
  const StateFields& fieldsOfWhole() const;
  /// Whether all parts of all processes have failed in the last call, and with the same message.
  bool haveFailedAlike() const;

  const HaloPlan& planOf(int rank, Entity entity) const
  {
    const EntitiesOfPart& entities = this->Entities[static_cast<std::size_t>(rank)];
    return entity == Entity::Node ? entities.nodes : entities.elements;
  }
  std::size_t countOf(Entity entity) const
  {
    return entity == Entity::Node ? this->Nodes : this->Elements;
  }
  std::size_t componentsOf(const StateField& field) const
  {
    return field.size / this->countOf(field.entity);
  }
  /// Sets the members of the base class from the models of the parts.
  void takeResults();

  std::shared_ptr<Parts> Team;
  std::vector<EntitiesOfPart> Entities; ///< of all parts
  mutable std::vector<Part> Own;
  mutable StateFields Fields; ///< see fieldsOfWhole(); empty until they are asked for
  std::size_t Nodes = 0;      ///< of all parts
  std::size_t Elements = 0;
  int Fullest = 0;     ///< the part with most elements, whose states have all fields
  bool IsTorn = false; ///< whether iterates of parts may differ
};

/**
 * Makes the model of a problem that is divided among parts.
 *
 * @param divided plans of all parts, and all of those of this process; `part` of each is its
 * PartOfBody
 * @param make make(context, of, observer) makes the model of one of them
 */
template <class Divided, class Make>
std::unique_ptr<TopologyOptimizer::Model> makeModelOnParts(const std::shared_ptr<Parts>& parts,
  const std::vector<Divided>& divided, const Make& make, Observer& observer)
{
  std::vector<EntitiesOfPart> entities;
  entities.reserve(divided.size());
  for (const Divided& of : divided)
  {
    entities.push_back({ of.part.nodes, of.part.elements });
  }
  return std::make_unique<ModelOnParts>(
    parts, std::move(entities),
    [&](std::size_t rank, const ExecutionContext& execution, Observer& observerOfPart)
    {
      return execution.with(
        [&](const auto& context) { return make(context, divided[rank], observerOfPart); });
    },
    observer);
}
}

#endif
