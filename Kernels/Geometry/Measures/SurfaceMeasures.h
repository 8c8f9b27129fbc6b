#ifndef TRABECULA_GEOMETRY_MEASURES_SURFACEMEASURES_H
#define TRABECULA_GEOMETRY_MEASURES_SURFACEMEASURES_H

#include "Core/Observer.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <array>
#include <optional>

namespace trabecula
{
/**
 * The share of the area of a closed surface that needs supports when it is printed: triangles that
 * face downwards and are inclined to the plate by less than an angle. Those on the plate, at the
 * lowest point of the surface, need none.
 *
 * @param up the build direction, a unit vector @param angle degrees
 */
double overhangingShare(const TriangleMesh& surface, const std::array<double, 3>& up, double angle);

/**
 * The wall thickness below which a share of the area of a closed surface is, length: the distance
 * from the middle of a triangle to the opposite wall, along the normal. A small share instead of
 * none ignores single triangles at sharp edges.
 *
 * @param share 0 to 1 @return nothing if the observer asked to stop
 */
std::optional<double> wallThickness(const TriangleMesh& surface, double share, Observer& observer);
}

#endif
