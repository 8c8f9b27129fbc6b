#ifndef TRABECULA_FILTERS_POINTGROUPS_H
#define TRABECULA_FILTERS_POINTGROUPS_H

#include <array>
#include <cstddef>
#include <vector>

namespace trabecula::filters
{
/// Points divided into groups of neighbours.
struct PointGroups
{
  /// Largest number of cubes along the longest side of the points' bounds.
  static constexpr int MostDivisions = 1 << 20;

  std::vector<std::vector<std::size_t>> groups; ///< numbers of points, ascending
  /// Number of grids that were tried.
  int grids = 0;
};

/**
 * Groups points by the cubes of a regular grid around them. Of the grids with at most mostGroups
 * nonempty cubes, one nearly as fine as the finest is used, with similar numbers of points in the
 * cubes. With at most mostGroups points each point is a group.
 *
 * The number of grids that are tried depends on mostGroups only, not on the positions: the time is
 * proportional to the number of points.
 */
PointGroups groupPoints(const std::vector<std::array<double, 3>>& points, std::size_t mostGroups);
}

#endif
