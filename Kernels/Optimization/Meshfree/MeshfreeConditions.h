#ifndef TRABECULA_OPTIMIZATION_MESHFREE_MESHFREECONDITIONS_H
#define TRABECULA_OPTIMIZATION_MESHFREE_MESHFREECONDITIONS_H

#include "Optimization/Meshfree/MeshfreeProblem.h"
#include "Optimization/Verdict/DesignConditions.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Conditions of a meshfree body act at places, also at points that no cell uses. For each point of
 * the mesh, the point of cells by which material is looked for there: itself if a cell uses it,
 * else the nearest one.
 *
 * @return empty if cells use all points, or none
 */
std::vector<std::int32_t> pointsOfCellsAt(const Mesh& mesh);

/// Returns the flags of loadedAndHeldPoints(), with points of cells in place of those that no cell
/// uses.
std::vector<std::uint8_t> loadedAndHeldPoints(const MeshfreeProblem& problem);

/// Returns the conditions for the verdict on designs.
DesignConditions meshfreeConditions(const MeshfreeProblem& problem);
}

#endif
