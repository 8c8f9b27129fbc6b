#ifndef TRABECULA_SOLVER_AGGREGATION_AGGREGATIONMEMORY_H
#define TRABECULA_SOLVER_AGGREGATION_AGGREGATIONMEMORY_H

#include "Core/Space.h"
#include "Mesh/Mesh.h"
#include "Solver/Aggregation/AggregationSettings.h"

#include <cstddef>

namespace trabecula
{
/// Estimate from above of the bytes of an AggregationMultigrid for a mesh, with its part of the
/// workspace. @param space in which it will be
std::size_t aggregationMemory(
  const Mesh& mesh, const AggregationSettings& settings, ExecutionSpace space);
}

#endif
