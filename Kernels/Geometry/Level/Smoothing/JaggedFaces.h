#ifndef TRABECULA_GEOMETRY_LEVEL_JAGGEDFACES_H
#define TRABECULA_GEOMETRY_LEVEL_JAGGEDFACES_H

#include "Geometry/Level/LevelField.h"
#include "Geometry/Level/LevelSurface.h"

namespace trabecula
{
/**
 * Tetrahedra that are chosen as solid, by their distance from loads for example, have faces in all
 * directions, which are not a shape that anybody meant. Triangles of such faces between solid and
 * design elements become those of a contour, SurfaceOrigin::Level, so that they are smoothed.
 *
 * Jagged are faces at a node with at least four sharp edges of the solid region, or with three and
 * more than three planes. Faces that a mesh has been made for, of a box or a cylinder, are not.
 */
void freeJaggedFaces(const LevelField& field, LevelSurface& surface);
}

#endif
