#ifndef TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETMODEL_H
#define TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETMODEL_H

#include "Core/Space.h"
#include "Design/LevelSet/LevelSetParametrization.h"
#include "Design/LevelSet/Regularization/ContourMotion.h"
#include "Optimization/LevelSet/LevelSetProblem.h"
#include "Optimization/TopologyModel.h"

#include <memory>
#include <vector>

namespace trabecula
{
/// Returns the initial coefficients of a problem: the given ones, or those of its holes, with fixed
/// ones according to the design region.
/// @throws Error if all of the body is solid or void
std::vector<double> startOf(const Context<HostSpace>& context, const LevelSetProblem& problem);

/// Bounds of coefficients that are distances from the contour.
LevelSetBounds boundsOfDistances(const NurbsPatch& patch);

/// Returns where the structure is loaded and supported.
ContourConditions conditionsOf(const LevelSetProblem& problem);

///@{
/// Conditions with one entry for each unknown, and the design with regions of material points.
ElasticConditions conditionsOfUnknowns(const LevelSetProblem& problem);
DesignProblem designOfMaterialPoints(const LevelSetProblem& problem);
///@}

/**
 * Builds the model of an optimization in a context.
 *
 * @param problem that has been validated
 * @param unknowns, design the same in terms of the model
 * @param start initial coefficients, see startOf() @param bounds set to those of the coefficients;
 * read in each iteration
 */
template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeLevelSetModel(const Context<Space>& context,
  const LevelSetProblem& problem, const ElasticConditions& unknowns, const DesignProblem& design,
  const std::vector<double>& start, const std::shared_ptr<LevelSetBounds>& bounds,
  Observer& observer);

/// Compiled as CUDA alone: another compiler that sees the definition must not instantiate it.
extern template std::unique_ptr<TopologyOptimizer::Model> makeLevelSetModel<CudaSpace>(
  const Context<CudaSpace>& context, const LevelSetProblem& problem,
  const ElasticConditions& unknowns, const DesignProblem& design, const std::vector<double>& start,
  const std::shared_ptr<LevelSetBounds>& bounds, Observer& observer);
}

#endif
