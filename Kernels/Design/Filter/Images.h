#ifndef TRABECULA_DESIGN_FILTER_IMAGES_H
#define TRABECULA_DESIGN_FILTER_IMAGES_H

#include <array>
#include <cstddef>
#include <vector>

namespace trabecula
{
/// A reflection or rotation about a center: p' = A (p - c) + c.
struct Isometry
{
  std::array<double, 9> matrix = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }; ///< A by rows, orthogonal
  std::array<double, 3> center = {};                            ///< c

  std::array<double, 3> operator()(const std::array<double, 3>& point) const;
};

/// The reflection in a plane through a point, perpendicular to an axis, 0 to 2.
Isometry reflection(std::size_t axis, const std::array<double, 3>& center);
/// The rotation by a full turn over a number about an axis, 0 to 2, through a point.
Isometry rotation(std::size_t axis, int turns, const std::array<double, 3>& center);

/**
 * All products of isometries with the same center, the identity first: the group that they
 * generate.
 *
 * @throws Error if there are more than MostImages
 */
constexpr std::size_t MostImages = 128;
std::vector<Isometry> imagesOf(const std::vector<Isometry>& generators);
}

#endif
