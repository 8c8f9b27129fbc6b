#ifndef TRABECULA_GEOMETRY_TRIANGLES_SOLIDFRACTION_H
#define TRABECULA_GEOMETRY_TRIANGLES_SOLIDFRACTION_H

#include "Core/Observer.h"
#include "Geometry/Triangles/TriangleMesh.h"
#include "Mesh/Mesh.h"

#include <optional>
#include <vector>

namespace trabecula
{
/**
 * The fraction of each element's volume that is inside a closed surface, in [0, 1].
 *
 * Hexahedra are sampled at samples^3 points, uniform in reference coordinates and weighted by their
 * volumes; other elements in the tetrahedra of forTetrahedra(), ((samples + 1) / 2)^3 points in
 * each. The error of a fraction is about 1 / samples^2, that of the body's volume much less. Points
 * are classified by lines in z (SurfaceColumns), whose spacing is that of the samples in the
 * bounding box of the smallest element, up to a maximum number of lines; on axis-aligned bricks the
 * lines pass through the sampling points.
 *
 * @return nothing if the observer asks to stop
 */
std::optional<std::vector<double>> solidFractions(
  const Mesh& mesh, const TriangleMesh& surface, int samples, Observer& observer);

/// @throws Error if a surface has no triangles or is not closed: some edge has one triangle, or
/// more than two
void requireClosedSurface(const TriangleMesh& surface);
}

#endif
