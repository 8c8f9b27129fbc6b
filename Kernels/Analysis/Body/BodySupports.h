#ifndef TRABECULA_ANALYSIS_BODY_BODYSUPPORTS_H
#define TRABECULA_ANALYSIS_BODY_BODYSUPPORTS_H

#include "Analysis/StructuralProblem.h"
#include "Geometry/Voxelization/SurfaceGrid.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * The supported displacement components of the nodes of a grid, from the supports of a design.
 *
 * A component is supported at the nodes up to half a voxel away from a face of an element all of
 * whose corners are supported. For supported corners without such a face, it is supported within a
 * distance (reach) of the edges both of whose ends are supported, and of supported corners without
 * such an edge, as the mesh does not define the width of such supports.
 *
 * @param reach length, at least 0.87 of a voxel's longest edge, so that some node is within it
 * @param isPlane whether positions in z are ignored
 * @return 3 per node of the grid, 0 or 1
 */
std::vector<std::uint8_t> supportsOnGrid(
  const StructuralProblem& design, const SurfaceGrid& grid, bool isPlane, double reach);
}

#endif
