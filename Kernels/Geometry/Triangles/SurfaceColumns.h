#ifndef TRABECULA_GEOMETRY_TRIANGLES_SURFACECOLUMNS_H
#define TRABECULA_GEOMETRY_TRIANGLES_SURFACECOLUMNS_H

#include "Geometry/Triangles/TriangleMesh.h"

#include <array>
#include <cstddef>
#include <vector>

namespace trabecula
{
/**
 * Intersections of a closed surface with a grid of lines in z, for the classification of points.
 *
 * Ties are broken by symbolic perturbation: a line through an edge or a corner is treated as if
 * displaced by an infinitesimal in x and a smaller one in y, so that every line enters the surface
 * as often as it leaves it.
 */
class SurfaceColumns
{
public:
  /// @param origin x and y of the first line @param spacing between lines
  SurfaceColumns(const TriangleMesh& surface, const std::array<double, 2>& origin,
    const std::array<double, 2>& spacing, const std::array<int, 2>& count);

  /// Whether a point is inside, by the nearest line in x and y.
  bool isInside(const std::array<double, 3>& point) const;

private:
  std::array<double, 2> Origin;
  std::array<double, 2> Spacing;
  std::array<int, 2> Count;
  std::vector<std::size_t> Starts; ///< of the crossings of each line, x fastest
  std::vector<double> Crossings;   ///< z, upwards
};
}

#endif
