#ifndef TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETMODEL_H
#define TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETMODEL_H

#include "Core/Space.h"
#include "Design/LevelSet/LevelSetParametrization.h"
#include "Design/LevelSet/Regularization/ContourMotion.h"
#include "Optimization/LevelSet/LevelSetProblem.h"
#include "Optimization/LevelSet/LevelSetStages.h"
#include "Optimization/TopologyModel.h"

#include <memory>
#include <vector>

namespace trabecula
{
/// Returns where the structure is loaded and supported.
ContourConditions conditionsOf(const LevelSetProblem& problem, const CoefficientLinks& links);

///@{
/// Conditions with one entry for each unknown, and the design with regions of material points, with
/// the initial coefficients startOf().
ElasticConditions conditionsOfUnknowns(const LevelSetProblem& problem);
DesignProblem designOfMaterialPoints(const Context<HostSpace>& context,
  const LevelSetProblem& problem, const LinkedDesign& linked, const std::vector<double>& start);
///@}

/**
 * Builds the model of an optimization in a context.
 *
 * @param problem that has been validated
 * @param unknowns, design the same in terms of the model
 * @param linked, start of the problem, which must remain valid while the model is made; see
 * linkedDesignOf() and startOf()
 * @param bounds set to those of the coefficients; read in each iteration
 */
template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeLevelSetModel(const Context<Space>& context,
  const LevelSetProblem& problem, const ElasticConditions& unknowns, const DesignProblem& design,
  const LinkedDesign& linked, const std::vector<double>& start,
  const std::shared_ptr<LevelSetBounds>& bounds, Observer& observer);

/// Compiled as CUDA alone: another compiler that sees the definition must not instantiate it.
extern template std::unique_ptr<TopologyOptimizer::Model> makeLevelSetModel<CudaSpace>(
  const Context<CudaSpace>& context, const LevelSetProblem& problem,
  const ElasticConditions& unknowns, const DesignProblem& design, const LinkedDesign& linked,
  const std::vector<double>& start, const std::shared_ptr<LevelSetBounds>& bounds,
  Observer& observer);
}

#endif
