#ifndef TRABECULA_GEOMETRY_DECIMATION_EDGEDECIMATION_H
#define TRABECULA_GEOMETRY_DECIMATION_EDGEDECIMATION_H

#include "Core/Observer.h"
#include "Geometry/Decimation/SurfaceSamples.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace trabecula
{
/// What remains of a surface; points have the numbers that they had.
struct DecimatedTriangles
{
  std::vector<std::int32_t> corners; ///< 3 points each
  std::vector<std::int32_t> origins; ///< the number that each triangle had
  /// Per triangle: the samples of the surface that are nearest to it of those around.
  std::vector<std::vector<std::int32_t>> samples;
};

/**
 * Collapses edges of a closed manifold surface into one of their ends, in the order of the quadric
 * error (Garland and Heckbert, "Surface simplification using quadric error metrics", 1997), as long
 * as
 *
 * - the topology remains: the ends have two neighbours in common (link condition; see
 *   Geometry/Level/EdgeCollapse.h);
 * - the samples there are within their tolerances of the new triangles;
 * - no triangle turns by more than 60 degrees at once or by more than 73 in all, or becomes a
 * needle;
 * - edges between triangles of different labels remain such edges.
 *
 * @param labels one per triangle
 * @param tolerances lengths, one per sample; points of tolerance 0 remain
 * @param distance scale of the errors in the order of edges, length
 * @return nothing if the observer asked to stop
 */
std::optional<DecimatedTriangles> decimateByEdges(const TriangleMesh& mesh,
  const std::vector<std::uint8_t>& labels, const SurfaceSamples& samples,
  const std::vector<double>& tolerances, double distance, Observer& observer);
}

#endif
