#ifndef TRABECULA_GEOMETRY_TRIANGLES_TRIANGLETREE_H
#define TRABECULA_GEOMETRY_TRIANGLES_TRIANGLETREE_H

#include "Geometry/Triangles/TriangleMesh.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Distances of points to a surface: a balanced binary tree of bounding boxes of triangles in Morton
 * order. Boxes farther away than the nearest triangle found so far are skipped.
 */
class TriangleTree
{
public:
  /// @param surface with at least one triangle; must outlive this object
  explicit TriangleTree(const TriangleMesh& surface);

  /**
   * Square of the distance of a point to the nearest triangle, length^2.
   *
   * @param triangle a guess, from 0 to one less than there are triangles; a near one saves time.
   *   Becomes the nearest triangle
   */
  double squaredDistance(const std::array<double, 3>& point, std::int32_t& triangle) const;

private:
  struct Box
  {
    std::array<double, 3> low;
    std::array<double, 3> high;
  };

  /// The first triangle, in the order along the curve, of a leaf.
  std::size_t leafBegin(std::size_t leaf) const;

  const TriangleMesh& Surface;
  std::vector<std::int32_t> Order; ///< of triangles along the curve
  std::size_t Leaves = 1;          ///< a power of two
  std::vector<Box> Boxes;          ///< the root's, those of its two children, of their four, ...
};
}

#endif
