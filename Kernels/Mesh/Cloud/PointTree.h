#ifndef TRABECULA_MESH_CLOUD_POINTTREE_H
#define TRABECULA_MESH_CLOUD_POINTTREE_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// A k-d tree of points for searches in boxes, whose point density may vary. It has no pointers:
/// the root is in the middle of its range, and the subtrees are the two halves.
class PointTree
{
public:
  struct Point
  {
    std::array<double, 3> x;
    std::int32_t number;
  };

  explicit PointTree(std::vector<Point> points);

  /// Calls visit(point) for all points in a box, its faces included.
  template <class Visit>
  void visit(
    const std::array<double, 3>& low, const std::array<double, 3>& high, const Visit& visit) const
  {
    this->visitRange(0, this->Points.size(), 0, low, high, visit);
  }

  /// Square of the distance to the nearest point, if that is below a limit; else the limit.
  double nearestSquare(const std::array<double, 3>& x, double limit) const
  {
    this->searchRange(0, this->Points.size(), 0, x, limit);
    return limit;
  }

private:
  /// Ranges of at most this many points are searched linearly.
  static constexpr std::size_t Leaf = 8;

  template <class Visit>
  void visitRange(std::size_t first, std::size_t end, std::size_t axis,
    const std::array<double, 3>& low, const std::array<double, 3>& high, const Visit& visit) const
  {
    const auto isInside = [&](const Point& point)
    {
      bool inside = true;
      for (std::size_t c = 0; c < 3; ++c)
      {
        inside = inside && point.x[c] >= low[c] && point.x[c] <= high[c];
      }
      return inside;
    };
    while (end - first > Leaf)
    {
      const std::size_t middle = first + (end - first) / 2;
      const Point& root = this->Points[middle];
      const bool hasLower = low[axis] <= root.x[axis];
      const bool hasUpper = high[axis] >= root.x[axis];
      if (hasLower && hasUpper && isInside(root))
      {
        visit(root);
      }
      const std::size_t next = (axis + 1) % 3;
      if (hasLower && hasUpper)
      {
        this->visitRange(first, middle, next, low, high, visit);
      }
      first = hasUpper ? middle + 1 : first;
      end = hasUpper ? end : middle;
      axis = next;
    }
    for (std::size_t i = first; i < end; ++i)
    {
      if (isInside(this->Points[i]))
      {
        visit(this->Points[i]);
      }
    }
  }

  static double squareOf(const Point& point, const std::array<double, 3>& x)
  {
    double square = 0.0;
    for (std::size_t c = 0; c < 3; ++c)
    {
      square += (point.x[c] - x[c]) * (point.x[c] - x[c]);
    }
    return square;
  }

  /// @param least lowered to the square of a smaller distance
  void searchRange(std::size_t first, std::size_t end, std::size_t axis,
    const std::array<double, 3>& x, double& least) const
  {
    if (end - first <= Leaf)
    {
      for (std::size_t i = first; i < end; ++i)
      {
        least = std::min(least, squareOf(this->Points[i], x));
      }
      return;
    }
    const std::size_t middle = first + (end - first) / 2;
    const Point& root = this->Points[middle];
    least = std::min(least, squareOf(root, x));
    const double off = x[axis] - root.x[axis];
    const std::size_t next = (axis + 1) % 3;
    for (const bool isLower : { off < 0.0, off >= 0.0 }) // first the half that contains x
    {
      if (isLower == (off < 0.0) || off * off < least)
      {
        this->searchRange(isLower ? first : middle + 1, isLower ? middle : end, next, x, least);
      }
    }
  }

  void sortRange(std::size_t first, std::size_t end, std::size_t axis);

  std::vector<Point> Points;
};
}

#endif
