#ifndef TRABECULA_GEOMETRY_TRIANGLES_SURFACECOLUMNS_H
#define TRABECULA_GEOMETRY_TRIANGLES_SURFACECOLUMNS_H

#include "Geometry/Triangles/TriangleMesh.h"

#include <array>
#include <cstddef>
#include <vector>

namespace trabecula
{
/**
 * Where lines in z enter and leave a closed surface, for as many points as one likes.
 *
 * Each line meets an edge or a corner of the surface on one side of it only, as if it were moved by
 * less than any number in x and by less still in y, so that lines leave as often as they enter.
 */
class SurfaceColumns
{
public:
  /// @param origin x and y of the first line @param spacing between lines
  SurfaceColumns(const TriangleMesh& surface, const std::array<double, 2>& origin,
    const std::array<double, 2>& spacing, const std::array<int, 2>& count);

  /// Whether a point is inside, by the line that is nearest in x and y.
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
