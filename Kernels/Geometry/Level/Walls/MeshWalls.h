#ifndef TRABECULA_GEOMETRY_LEVEL_WALLS_MESHWALLS_H
#define TRABECULA_GEOMETRY_LEVEL_WALLS_MESHWALLS_H

#include "Geometry/Level/LevelField.h"
#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/Walls/PartShape.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <array>
#include <cstdint>

namespace trabecula
{
/// Outward unit normal of a side, as in ElementFaces; the mean normal of a warped side.
std::array<double, 3> normalOfSide(const LevelField& field, std::int64_t side);

/// The boundary of a mesh: triangles around the centre of each face, oriented outward, which share
/// no points.
TriangleMesh boundaryOf(const LevelField& field);

/**
 * Moves the points of a surface that are on the boundary of a mesh onto the part with which the
 * mesh conforms, as meshes of tetrahedra do: points on edges of the boundary that are sharper than
 * PartShape::SharpAngle onto the part's sharp edges, points in which three faces meet onto its
 * corners, others onto the nearest point whose normal has a similar direction. Points farther away
 * than a diagonal are not moved.
 *
 * @param diagonal of an element, length
 */
void putBoundaryOnPart(
  const LevelField& field, LevelSurface& surface, const PartShape& part, double diagonal);
}

#endif
