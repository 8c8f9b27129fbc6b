#ifndef TRABECULA_SOLVER_AGGREGATION_AGGREGATIONMEMORY_H
#define TRABECULA_SOLVER_AGGREGATION_AGGREGATIONMEMORY_H

#include "Core/Space.h"
#include "Mesh/Mesh.h"
#include "Mesh/Neighbours/NeighbourMatrix.h"
#include "Solver/Aggregation/AggregationSettings.h"

#include <cstddef>
#include <functional>

namespace trabecula
{
/// Bytes of the assembled matrix of a mesh with what assembles it.
using AssemblyMemory = std::function<std::size_t(const Mesh& mesh, const NeighbourCounts& counts)>;

/// Estimate from above of the bytes of an AggregationMultigrid for a mesh, with its part of the
/// workspace. @param space in which it will be
std::size_t aggregationMemory(
  const Mesh& mesh, const AggregationSettings& settings, ExecutionSpace space);
/// The same for a matrix with so many unknowns a node, 3 or 1, that is assembled otherwise.
std::size_t aggregationMemory(const Mesh& mesh, int unknowns, const AssemblyMemory& assembly,
  const AggregationSettings& settings, ExecutionSpace space);
}

#endif
