#ifndef TRABECULA_GEOMETRY_LEVEL_WALLS_PARTFIT_H
#define TRABECULA_GEOMETRY_LEVEL_WALLS_PARTFIT_H

#include "Geometry/Level/LevelField.h"
#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/Walls/PartShape.h"
#include "Geometry/Triangles/SurfaceFit.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Per point: whether a triangle around it is on the boundary of the mesh.
std::vector<std::uint8_t> pointsOnBoundary(const LevelField& field, const LevelSurface& level);

/// The volume nearest to a target that a surface can enclose if its free triangles move by a small
/// fraction of the diagonal; all other triangles are determined by the part.
double reachableVolume(const LevelSurface& level, double volume, double diagonal);

/**
 * Moves the points on the boundary of the mesh, and those on walls, onto the part.
 *
 * @param shape whose walls the surface has, or null
 * @param diagonal mean diagonal of the elements: the farthest that a point is moved, length
 */
SurfaceFit fitToPart(const LevelField& field, LevelSurface& level, const TriangleMesh& part,
  const PartShape* shape, double diagonal);
}

#endif
