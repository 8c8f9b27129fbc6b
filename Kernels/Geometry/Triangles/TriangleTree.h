#ifndef TRABECULA_GEOMETRY_TRIANGLES_TRIANGLETREE_H
#define TRABECULA_GEOMETRY_TRIANGLES_TRIANGLETREE_H

#include "Geometry/Triangles/TriangleMesh.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Square of the distance of a point to the triangle of three others, length^2.
double squaredToTriangle(const std::array<double, 3>& point, const std::array<double, 3>& a,
  const std::array<double, 3>& b, const std::array<double, 3>& c);

/**
 * A search tree for the distances of points to a surface, and for the triangles in a box: a
 * balanced binary tree of bounding boxes of triangles in Morton order. Boxes farther away than the
 * nearest triangle found so far are skipped.
 */
class TriangleTree
{
public:
  /// @param surface with at least one triangle; must outlive this object
  explicit TriangleTree(const TriangleMesh& surface);

  /**
   * Square of the distance of a point to the nearest triangle, length^2.
   *
   * @param triangle number of any triangle; a near one saves time. Set to the nearest triangle
   */
  double squaredDistance(const std::array<double, 3>& point, std::int32_t& triangle) const;

  /**
   * Whether a triangle is nearer than a distance. Takes little time if none is.
   *
   * @param triangle as above; set to such a triangle if there is one
   */
  bool isWithin(const std::array<double, 3>& point, double distance, std::int32_t& triangle) const;

  /// Calls visit(triangle) for the triangles whose bounding boxes intersect or touch a box.
  template <class Visit>
  void visitBox(
    const std::array<double, 3>& low, const std::array<double, 3>& high, const Visit& visit) const;

private:
  struct Box
  {
    std::array<double, 3> low;
    std::array<double, 3> high;
  };

  /// Calls visit(triangle) for the triangles of leaves for which mayHold(box) is true, also for the
  /// boxes above them, until visit returns true. @return whether it has
  template <class MayHold, class Visit>
  bool anyOf(const MayHold& mayHold, const Visit& visit) const;

  double squaredToTriangleOf(const std::array<double, 3>& point, std::int32_t triangle) const;
  static double squaredToBox(const std::array<double, 3>& point, const Box& box);

  /// The first triangle, in the order along the curve, of a leaf.
  std::size_t leafBegin(std::size_t leaf) const;

  const TriangleMesh& Surface;
  std::vector<std::int32_t> Order; ///< of triangles along the curve
  std::size_t Leaves = 1;          ///< a power of two
  std::vector<Box> Boxes;          ///< box of the root, then level by level
};

template <class MayHold, class Visit>
bool TriangleTree::anyOf(const MayHold& mayHold, const Visit& visit) const
{
  // A tree of 2^32 leaves has 32 levels, with one pending node each.
  std::array<std::size_t, 64> stack;
  std::size_t height = 0;
  stack[height++] = 0;
  while (height > 0)
  {
    const std::size_t node = stack[--height];
    if (!mayHold(this->Boxes[node]))
    {
      continue;
    }
    if (node + 1 < this->Leaves)
    {
      stack[height++] = 2 * node + 2;
      stack[height++] = 2 * node + 1;
      continue;
    }
    const std::size_t leaf = node + 1 - this->Leaves;
    for (std::size_t i = this->leafBegin(leaf); i < this->leafBegin(leaf + 1); ++i)
    {
      if (visit(this->Order[i]))
      {
        return true;
      }
    }
  }
  return false;
}

template <class Visit>
void TriangleTree::visitBox(
  const std::array<double, 3>& low, const std::array<double, 3>& high, const Visit& visit) const
{
  const auto meets = [&](const Box& box)
  {
    return box.low[0] <= high[0] && box.high[0] >= low[0] && box.low[1] <= high[1] &&
      box.high[1] >= low[1] && box.low[2] <= high[2] && box.high[2] >= low[2];
  };
  this->anyOf(meets,
    [&](std::int32_t triangle)
    {
      const std::int32_t* corners = &this->Surface.triangles[3 * std::size_t(triangle)];
      Box box = { this->Surface.point(corners[0]), this->Surface.point(corners[0]) };
      for (std::size_t c = 1; c < 3; ++c)
      {
        const std::array<double, 3> x = this->Surface.point(corners[c]);
        for (std::size_t d = 0; d < 3; ++d)
        {
          box.low[d] = x[d] < box.low[d] ? x[d] : box.low[d];
          box.high[d] = x[d] > box.high[d] ? x[d] : box.high[d];
        }
      }
      if (meets(box))
      {
        visit(triangle);
      }
      return false;
    });
}
}

#endif
