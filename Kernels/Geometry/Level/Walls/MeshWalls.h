#ifndef TRABECULA_GEOMETRY_LEVEL_WALLS_MESHWALLS_H
#define TRABECULA_GEOMETRY_LEVEL_WALLS_MESHWALLS_H

#include "Geometry/Level/LevelField.h"
#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/Walls/PartShape.h"
#include "Geometry/Triangles/TriangleMesh.h"

namespace trabecula
{
/// The boundary of a mesh, without points in its nodes' numbers: triangles around the centre of
/// each face, outward.
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
