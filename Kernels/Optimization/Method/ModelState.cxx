#include "Optimization/Method/ModelState.h"

#include <utility>

namespace trabecula
{
namespace detail
{
/// States of models without a minimum modulus store this value, so that a run with voxel multigrid
/// can be restored from them.
constexpr double DefaultLeastModulus = 1e-8;
}

template <class Space>
ModelState<Space>::ModelState(ElasticModel<Space>& elastic, Parametrization<Space>& design,
  VariableUpdate<Space>& update, TopologyResponses<Space>& responses, NamedVectors<Space> vectors)
  : Elastic(&elastic), Design(&design), Update(&update), Responses(&responses),
    Vectors(std::move(vectors))
{
}

template <class Space>
OptimizationState ModelState<Space>::save(int settledIterates) const
{
  OptimizationState state;
  const LadderState preconditioners = this->Elastic->preconditioners().state();
  MovingAsymptotesState asymptotes = this->Update->state();
  state.scalars = { { "leastModulus",
                      preconditioners.caution > 0.0 ? preconditioners.caution
                                                    : detail::DefaultLeastModulus },
    { "updates", asymptotes.updates }, { "prepared", asymptotes.prepared },
    { "replacements", preconditioners.replacements }, { "settledIterates", settledIterates } };
  for (const auto& [name, value] : this->Design->stageState())
  {
    state.scalars.emplace_back(name, value);
  }
  for (const auto& [name, scalar] : this->Responses->stateScalars())
  {
    state.scalars.emplace_back(name, *scalar);
  }
  addField(state, "design", this->Design->variables().toHost());
  addField(state, "density", this->Design->filteredDensity());
  for (const auto& [name, vector] : this->Vectors)
  {
    addField(state, name, vector->toHost());
  }
  forEachNamedField(asymptotes,
    [&](const char* name, std::vector<double>& values)
    { addField(state, name, std::move(values)); });
  return state;
}

template <class Space>
const StateFields& ModelState<Space>::fields() const
{
  if (this->Fields.empty())
  {
    const OptimizationState present = this->save(0);
    for (const auto& [name, values] : present.fields)
    {
      // Vectors of the design and its update have a value for each variable.
      Entity entity = Entity::Variable;
      for (const auto& [ofVector, vector] : this->Vectors)
      {
        entity = ofVector == name ? vector->layout().entity() : entity;
      }
      this->Fields.push_back({ name, entity, values.size() });
    }
  }
  return this->Fields;
}

template <class Space>
void ModelState<Space>::restore(const OptimizationState& state) const
{
  this->Elastic->preconditioners().restore(
    { static_cast<int>(state.scalar("replacements")), state.scalar("leastModulus") });
  this->Design->restore(state.field("design"), state.field("density"), state.scalars);
  for (const auto& [name, scalar] : this->Responses->stateScalars())
  {
    *scalar = state.scalar(name);
  }
  for (const auto& [name, vector] : this->Vectors)
  {
    vector->assign(state.field(name));
  }
  MovingAsymptotesState asymptotes;
  asymptotes.updates = static_cast<int>(state.scalar("updates"));
  asymptotes.prepared = state.scalar("prepared") != 0.0;
  forEachNamedField(
    asymptotes, [&](const char* name, std::vector<double>& values) { values = state.field(name); });
  this->Update->restore(asymptotes);
}

template class ModelState<CompiledSpace>;
}
