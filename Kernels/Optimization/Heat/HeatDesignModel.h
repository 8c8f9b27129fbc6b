#ifndef TRABECULA_OPTIMIZATION_HEAT_HEATDESIGNMODEL_H
#define TRABECULA_OPTIMIZATION_HEAT_HEATDESIGNMODEL_H

#include "Analysis/Preconditioning/ConductionSystem.h"
#include "Core/Context.h"
#include "Core/Space.h"
#include "Optimization/Heat/HeatDesignProblem.h"
#include "Optimization/TopologyOptimizer.h"

#include <memory>

namespace trabecula
{
/// Builds the model of a validated problem of heat conduction; see makeTopologyModel().
/// @param unknowns conditions with one unknown a node: forces are heat flows, supports fixed
/// temperatures, Young's modulus is the conductivity of the solid
template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeHeatDesignModel(const Context<Space>& context,
  const HeatDesignProblem& problem, const ElasticConditions& unknowns,
  const ConductionSystem& system, const ConductionMultigrid& choice, Observer& observer);

/// Compiled as CUDA alone: another compiler that sees the definition must not instantiate it.
extern template std::unique_ptr<TopologyOptimizer::Model> makeHeatDesignModel<CudaSpace>(
  const Context<CudaSpace>& context, const HeatDesignProblem& problem,
  const ElasticConditions& unknowns, const ConductionSystem& system,
  const ConductionMultigrid& choice, Observer& observer);
}

#endif
