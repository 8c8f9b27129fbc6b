#ifndef TRABECULA_OPTIMIZATION_METHOD_MODELSTATE_H
#define TRABECULA_OPTIMIZATION_METHOD_MODELSTATE_H

#include "Analysis/ElasticModel.h"
#include "Design/Optimizer/DesignUpdate.h"
#include "Design/Parametrization.h"
#include "Optimization/Responses/TopologyResponses.h"
#include "Optimization/TopologyState.h"

namespace trabecula
{
/// The parts of a model that later iterates depend on, as the scalars and fields of a state.
template <class Space>
class ModelState
{
public:
  /// The parts must remain valid. @param vectors solutions and fields of responses, by their names
  ModelState(ElasticModel<Space>& elastic, Parametrization<Space>& design,
    VariableUpdate<Space>& update, TopologyResponses<Space>& responses,
    NamedVectors<Space> vectors);

  /// A state without a record. @param settledIterates see TopologyOptimizer::Model
  OptimizationState save(int settledIterates) const;
  /// The fields that states have: the same in all iterates, found when first asked for.
  const StateFields& fields() const;
  /// @param state that has these fields, see checkState(). Scalars that older states lack are 0,
  /// and the number of settled iterates is left to the caller.
  void restore(const OptimizationState& state) const;

private:
  ElasticModel<Space>* Elastic;
  Parametrization<Space>* Design;
  VariableUpdate<Space>* Update;
  TopologyResponses<Space>* Responses;
  NamedVectors<Space> Vectors;
  mutable StateFields Fields;
};
}

#endif
