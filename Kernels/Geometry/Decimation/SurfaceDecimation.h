#ifndef TRABECULA_GEOMETRY_DECIMATION_SURFACEDECIMATION_H
#define TRABECULA_GEOMETRY_DECIMATION_SURFACEDECIMATION_H

#include "Core/Observer.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace trabecula
{
/// A surface with fewer triangles, whose points are some of the given ones.
struct DecimatedSurface
{
  TriangleMesh mesh;
  std::vector<std::int32_t> triangles; ///< the given triangle that each has taken the place of
  std::vector<std::int32_t> points;    ///< the given number of each point
  double deviation = 0.0;              ///< largest distance found between both surfaces, length
  bool isReduced = true;               ///< false if the given surface is returned
};

/**
 * Removes points of a closed manifold surface where it is flat. The result is closed and manifold
 * and has no more pairs of triangles that cross than the given surface.
 *
 * Each point of either surface is within a distance of the other (two-sided Hausdorff distance).
 * This is examined by findDeviation(), down to a quarter of the mean edge of the given surface.
 * Where it does not hold, or triangles cross, the points there remain, and the rest is decimated
 * again. A surface for which this does not end is returned as it was.
 *
 * @param labels one per triangle: lines between triangles of different labels are kept within the
 *   distance
 * @param distance length, above 0
 * @return nothing if the observer asked to stop
 */
std::optional<DecimatedSurface> decimateSurface(const TriangleMesh& mesh,
  const std::vector<std::uint8_t>& labels, double distance, Observer& observer);
}

#endif
