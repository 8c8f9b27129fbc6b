#ifndef TRABECULA_SURFACE_LEVELSURFACEREFERENCE_H
#define TRABECULA_SURFACE_LEVELSURFACEREFERENCE_H

#include "Surface/LevelField.h"
#include "Surface/TriangleMesh.h"

namespace trabecula
{
/**
 * The boundary of a body at a level, plainly: the part of each tetrahedron that is inside, as a
 * polyhedron with all of its faces; faces that two of them share, seen from both sides, are not the
 * boundary.
 */
TriangleMesh extractSurfaceReference(const LevelField& field, double level);
}

#endif
