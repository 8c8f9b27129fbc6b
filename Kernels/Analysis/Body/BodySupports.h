#ifndef TRABECULA_ANALYSIS_BODY_BODYSUPPORTS_H
#define TRABECULA_ANALYSIS_BODY_BODYSUPPORTS_H

#include "Analysis/StructuralProblem.h"
#include "Geometry/Voxelization/SurfaceGrid.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Which displacement components of the nodes of a grid are held by the supports of a design.
 *
 * A component is held at the nodes up to half a voxel away from a face of an element all of whose
 * corners hold it. Where held corners belong to no such face, it is held within a reach of the
 * edges both of whose ends hold it, and of held corners without such an edge: the mesh does not say
 * how wide they are.
 *
 * @param reach length; not below 0.87 of a voxel's longest edge, so that some node is within it
 * @param isPlane whether positions in z are left out
 * @return 3 per node of the grid, 0 or 1
 */
std::vector<std::uint8_t> supportsOnGrid(
  const StructuralProblem& design, const SurfaceGrid& grid, bool isPlane, double reach);
}

#endif
