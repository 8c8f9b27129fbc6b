#ifndef TRABECULA_ANALYSIS_ELASTICMODELMEMORY_H
#define TRABECULA_ANALYSIS_ELASTICMODELMEMORY_H

#include "Analysis/MultigridChoice.h"
#include "Analysis/StructuralProblem.h"
#include "Core/Device.h"

#include <cstddef>
#include <functional>

namespace trabecula
{
/// Aggregates of the coarse space that an ElasticModel gives its solver, unless it has multigrid;
/// below 2 it has none.
std::size_t coarseAggregates(const StructuralProblem& problem, ExecutionSpace space);

/// Bytes that an ElasticModel takes on a device, at most, with its part of the workspace.
/// @param bricks of the voxel grid, for multigrid; else 0
std::size_t elasticModelMemory(const StructuralProblem& problem, std::size_t bricks);

/**
 * Refuses what a device cannot take; does without multigrid if only that does not fit, and nobody
 * asked for it.
 *
 * @param choice becomes one without multigrid then
 * @param estimate bytes that are needed, of a number of bricks as elasticModelMemory()
 * @throws Error if it does not fit, or asks for what the device has not
 */
void fitOnDevice(const StructuralProblem& problem, MultigridChoice& choice, const Device& device,
  std::size_t memoryLimit, const std::function<std::size_t(std::size_t)>& estimate);
}

#endif
