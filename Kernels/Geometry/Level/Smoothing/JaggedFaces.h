#ifndef TRABECULA_GEOMETRY_LEVEL_JAGGEDFACES_H
#define TRABECULA_GEOMETRY_LEVEL_JAGGEDFACES_H

#include "Geometry/Level/LevelField.h"
#include "Geometry/Level/LevelSurface.h"

namespace trabecula
{
/**
 * Tetrahedra that are chosen as solid, for example by their distance from loads, have jagged faces
 * in all directions, which are not an intended shape. Triangles of such faces between solid and
 * design elements become triangles of the contour, SurfaceOrigin::Level, so that they are smoothed.
 *
 * Faces are jagged at a node with at least four sharp edges of the solid region, or with three
 * sharp edges and more than three planes. Faces with which a mesh conforms, as those of a box or a
 * cylinder, are not.
 */
void freeJaggedFaces(const LevelField& field, LevelSurface& surface);
}

#endif
