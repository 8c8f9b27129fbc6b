#ifndef TRABECULA_OPTIMIZATION_HEAT_HEATDESIGNMODEL_H
#define TRABECULA_OPTIMIZATION_HEAT_HEATDESIGNMODEL_H

#include "Analysis/Preconditioning/ConductionSystem.h"
#include "Core/Context.h"
#include "Core/Space.h"
#include "Optimization/Heat/PartOfHeatDesign.h"
#include "Optimization/TopologyOptimizer.h"

#include <memory>
#include <vector>

namespace trabecula
{
/// What a model is made of, of a whole problem or of a part of it.
struct HeatDesignInput
{
  /// Conditions with one unknown a node: forces are heat flows, supports fixed temperatures,
  /// Young's modulus is the conductivity of the solid.
  const ElasticConditions& unknowns;
  const DensityDesign& design;
  const std::vector<double>& solidFractions;
  const ConductionSystem& system;
  const PartOfHeatDesign* part; ///< null for a whole problem
  const HeatDesignInput* whole; ///< that is divided; null for a whole problem
};

/// Builds the model of a validated problem of heat conduction; see makeTopologyModel().
template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeHeatDesignModel(const Context<Space>& context,
  const HeatDesignInput& input, const ConductionMultigrid& choice, Observer& observer);

/// Compiled as CUDA alone: another compiler that sees the definition must not instantiate it.
extern template std::unique_ptr<TopologyOptimizer::Model> makeHeatDesignModel<CudaSpace>(
  const Context<CudaSpace>& context, const HeatDesignInput& input,
  const ConductionMultigrid& choice, Observer& observer);
}

#endif
