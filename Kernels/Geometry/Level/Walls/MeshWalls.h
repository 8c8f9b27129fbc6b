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
/// Unit normal of a side, as in ElementFaces, outward of its element; the mean of a warped one.
std::array<double, 3> normalOfSide(const LevelField& field, std::int64_t side);

/// The boundary of a mesh: triangles around the centre of each face, outward, each with points of
/// its own.
TriangleMesh boundaryOf(const LevelField& field);

/**
 * Puts the points of a surface on the boundary of a mesh that follows a part, as tetrahedra do, on
 * this part: those on edges of the boundary that are sharper than PartShape::SharpAngle on the
 * part's sharp edges, those in which three faces meet on its corners, others on the nearest place
 * that looks into the same direction. Points farther away than a diagonal remain.
 *
 * @param diagonal of an element, length
 */
void putBoundaryOnPart(
  const LevelField& field, LevelSurface& surface, const PartShape& part, double diagonal);
}

#endif
