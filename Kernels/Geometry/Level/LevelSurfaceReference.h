#ifndef TRABECULA_GEOMETRY_LEVEL_LEVELSURFACEREFERENCE_H
#define TRABECULA_GEOMETRY_LEVEL_LEVELSURFACEREFERENCE_H

#include "Geometry/Level/LevelField.h"
#include "Geometry/Triangles/TriangleMesh.h"

namespace trabecula
{
/**
 * The boundary of a body at a level by its definition: the part of each tetrahedron that is inside,
 * as a polyhedron with all of its faces, without the faces that two polyhedra share.
 */
TriangleMesh extractSurfaceReference(const LevelField& field, double level);
}

#endif
