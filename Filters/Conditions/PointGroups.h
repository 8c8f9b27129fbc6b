#ifndef TRABECULA_FILTERS_POINTGROUPS_H
#define TRABECULA_FILTERS_POINTGROUPS_H

#include <array>
#include <cstddef>
#include <vector>

namespace trabecula::filters
{
/// Points divided into groups of near ones.
struct PointGroups
{
  /// The longest side of the points' bounds is divided into so many cubes at most.
  static constexpr int MostDivisions = 1 << 20;

  std::vector<std::vector<std::size_t>> groups; ///< numbers of points, ascending
  /// How many grids the points were sorted into to find them.
  int grids = 0;
};

/**
 * Groups points by the cubes of a regular grid around them. Of the grids with at most mostGroups
 * cubes that have points, one nearly as fine as the finest is taken, with cubes of similar numbers
 * of points. Up to mostGroups points are a group each.
 *
 * The number of grids that are tried depends on mostGroups only, not on where the points are: time
 * follows their number.
 */
PointGroups groupPoints(const std::vector<std::array<double, 3>>& points, std::size_t mostGroups);
}

#endif
