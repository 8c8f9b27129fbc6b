#ifndef TRABECULA_ANALYSIS_ELASTICMODELMEMORY_H
#define TRABECULA_ANALYSIS_ELASTICMODELMEMORY_H

#include "Analysis/Preconditioning/MultigridChoice.h"
#include "Analysis/StructuralProblem.h"
#include "Core/Device.h"

#include <cstddef>
#include <functional>

namespace trabecula
{
/// Number of aggregates of the coarse space of an ElasticModel without multigrid; a model with
/// fewer than 2 has no coarse space.
std::size_t coarseAggregates(const StructuralProblem& problem, ExecutionSpace space);

/// Upper bound of the bytes of an ElasticModel on a device, including its part of the workspace.
std::size_t elasticModelMemory(const StructuralProblem& problem, const MultigridChoice& choice);
/// The same of a part, for a choice of the whole. @param bricks of the part's grid with multigrid
/// on voxels, at least one; else 0
std::size_t elasticModelMemory(
  const StructuralProblem& problem, const MultigridChoice& choice, std::size_t bricks);

/**
 * Checks the estimate of memory against a device; drops multigrid if the problem fits only without
 * it and it was chosen automatically.
 *
 * @param choice changed to a choice without multigrid in that case
 * @param estimate required bytes with a choice, as elasticModelMemory()
 * @throws Error if it does not fit, or if the device does not support the operator settings
 */
void fitOnDevice(const StructuralProblem& problem, MultigridChoice& choice, const Device& device,
  std::size_t memoryLimit, const std::function<std::size_t(const MultigridChoice&)>& estimate);
}

#endif
