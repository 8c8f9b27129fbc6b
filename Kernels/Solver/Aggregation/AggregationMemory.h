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
/// Bytes of the assembled matrix of a mesh and of the data for its assembly.
using AssemblyMemory = std::function<std::size_t(const Mesh& mesh, const NeighbourCounts& counts)>;

/// Estimate from above of the bytes of an AggregationMultigrid for elasticity on a mesh, with its
/// part of the workspace.
/// @param mesh on several parts that of this part with its ghosts @param parts their number
std::size_t aggregationMemory(
  const Mesh& mesh, const AggregationSettings& settings, ExecutionSpace space, int parts = 1);
/// The same for another matrix. @param unknowns of a node, 3 or 1 @param assembly bytes of its
/// assembly
std::size_t aggregationMemory(const Mesh& mesh, int unknowns, const AssemblyMemory& assembly,
  const AggregationSettings& settings, ExecutionSpace space, int parts = 1);
}

#endif
