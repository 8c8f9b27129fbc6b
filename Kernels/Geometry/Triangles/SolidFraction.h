#ifndef TRABECULA_GEOMETRY_TRIANGLES_SOLIDFRACTION_H
#define TRABECULA_GEOMETRY_TRIANGLES_SOLIDFRACTION_H

#include "Core/Observer.h"
#include "Mesh/Mesh.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <optional>
#include <vector>

namespace trabecula
{
/**
 * The part of each hexahedron's volume that lies inside a closed surface, in [0, 1].
 *
 * Hexahedra are sampled at samples^3 points, even in their own coordinates and weighed by the
 * volume that each stands for, so that a fraction is right to about 1 / samples^2 and the body's
 * volume to much less. Which points are inside is read off lines in z (SurfaceColumns), as far
 * apart as the samples of the smallest hexahedron's box are; on bricks along the axes they run
 * through the points themselves. Where they would be too many, they are fewer.
 *
 * @return nothing if the observer asks to stop
 */
std::optional<std::vector<double>> solidFractions(
  const Mesh& mesh, const TriangleMesh& surface, int samples, Observer& observer);

/// @throws Error if a surface has no triangles, or no inside: some edges have one triangle, or more
/// than two
void requireClosedSurface(const TriangleMesh& surface);
}

#endif
