#ifndef TRABECULA_OPTIMIZATION_MESHFREE_MESHFREEMODEL_H
#define TRABECULA_OPTIMIZATION_MESHFREE_MESHFREEMODEL_H

#include "Analysis/Meshfree/MeshfreeStructure.h"
#include "Core/Space.h"
#include "Optimization/TopologyModel.h"

#include <cstddef>
#include <memory>

namespace trabecula
{
/// A number of aggregates of nodes for the two-level preconditioner; 0 for none.
std::size_t meshfreeAggregates(
  const SolverSettings& settings, std::size_t nodes, ExecutionSpace space);

/**
 * Builds the model of an optimization in a context.
 *
 * @param conditions, design in terms of the model: conditions of nodes, regions of integration
 * points, but temperatures and regions of the points of the background cells
 * @param ofCells whose mesh are the background cells, with the supports of its points
 * @throws Error naming an integration point or a node whose shape functions are not usable, or that
 * solid nodes take more than the volume fraction
 */
template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeMeshfreeModel(const Context<Space>& context,
  const ElasticConditions& conditions, const DensityDesign& design, const MeshfreeMethod& method,
  const MeshfreeStructure& structure, const StructuralProblem& ofCells, Observer& observer);

/// Compiled as CUDA alone: another compiler that sees the definition must not instantiate it.
extern template std::unique_ptr<TopologyOptimizer::Model> makeMeshfreeModel<CudaSpace>(
  const Context<CudaSpace>& context, const ElasticConditions& conditions,
  const DensityDesign& design, const MeshfreeMethod& method, const MeshfreeStructure& structure,
  const StructuralProblem& ofCells, Observer& observer);
}

#endif
