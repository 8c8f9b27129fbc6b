#ifndef TRABECULA_MESH_DISTRIBUTION_BISECTION_H
#define TRABECULA_MESH_DISTRIBUTION_BISECTION_H

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Divides points among parts by recursive bisection across the longest edge of the bounding box.
 *
 * @param weights one for each point, >= 0, whose sums are about equal in all parts; empty if all
 * are equal, and then numbers of points differ by one at most
 * @param parts at least one
 * @return the part of each point
 */
std::vector<std::int32_t> bisectPoints(
  const std::vector<std::array<double, 3>>& points, const std::vector<double>& weights, int parts);
}

#endif
