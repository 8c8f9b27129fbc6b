#include "Geometry/Triangles/TriangleTree.h"

#include "Geometry/Triangles/Position.h"
#include "Mesh/Voxel/MortonKey.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace trabecula
{
namespace
{
constexpr std::size_t TrianglesInLeaf = 4;
/// Squared sine of an angle below which a triangle is treated as its edges.
constexpr double Sliver = 1e-20;

/// Square of the distance to a + s (b - a) + t (c - a).
double squaredTo(
  const Position& p, const Position& a, const Position& ab, const Position& ac, double s, double t)
{
  double sum = 0.0;
  for (std::size_t d = 0; d < 3; ++d)
  {
    const double difference = p[d] - (a[d] + s * ab[d] + t * ac[d]);
    sum += difference * difference;
  }
  return sum;
}

double squaredToSegment(const Position& p, const Position& a, const Position& b)
{
  const Position ab = minus(b, a);
  const double length = dotProduct(ab, ab);
  const double s = length > 0.0 ? std::clamp(dotProduct(ab, minus(p, a)) / length, 0.0, 1.0) : 0.0;
  return squaredTo(p, a, ab, ab, s, 0.0);
}

/// Triangles in the order of their centroids along the Morton curve.
std::vector<std::int32_t> orderOf(const TriangleMesh& surface)
{
  constexpr double steps = 1 << 20;
  Position low = surface.point(surface.triangles.front());
  double extent = 0.0;
  for (std::size_t i = 0; i < surface.points.size(); ++i)
  {
    low[i % 3] = std::min(low[i % 3], surface.points[i]);
  }
  for (std::size_t i = 0; i < surface.points.size(); ++i)
  {
    extent = std::max(extent, surface.points[i] - low[i % 3]);
  }
  const double scale = extent > 0.0 ? steps / extent : 0.0;
  std::vector<std::pair<std::uint64_t, std::int32_t>> keys(surface.numberOfTriangles());
  const auto triangles = static_cast<std::int64_t>(keys.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t t = 0; t < triangles; ++t)
  {
    std::int64_t place[3];
    for (std::size_t d = 0; d < 3; ++d)
    {
      double centroid = 0.0;
      for (std::int64_t c = 3 * t; c < 3 * t + 3; ++c)
      {
        centroid += surface.points[3 * std::size_t(surface.triangles[std::size_t(c)]) + d] / 3.0;
      }
      place[d] = static_cast<std::int64_t>(scale * (centroid - low[d]));
    }
    keys[std::size_t(t)] = { morton::key(place[0], place[1], place[2]),
      static_cast<std::int32_t>(t) };
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::int32_t> order(keys.size());
  std::transform(
    keys.begin(), keys.end(), order.begin(), [](const auto& key) { return key.second; });
  return order;
}
}

/// Square of the distance to a triangle, by the Voronoi regions of corners, edges and face (C.
/// Ericson, Real-Time Collision Detection, 2005, section 5.1.5).
double squaredToTriangle(const Position& p, const Position& a, const Position& b, const Position& c)
{
  const Position ab = minus(b, a);
  const Position ac = minus(c, a);
  const Position ap = minus(p, a);
  const Position bp = minus(p, b);
  const Position cp = minus(p, c);
  const double d1 = dotProduct(ab, ap);
  const double d2 = dotProduct(ac, ap);
  if (d1 <= 0.0 && d2 <= 0.0)
  {
    return dotProduct(ap, ap);
  }
  const double d3 = dotProduct(ab, bp);
  const double d4 = dotProduct(ac, bp);
  if (d3 >= 0.0 && d4 <= d3)
  {
    return dotProduct(bp, bp);
  }
  const double d5 = dotProduct(ab, cp);
  const double d6 = dotProduct(ac, cp);
  if (d6 >= 0.0 && d5 <= d6)
  {
    return dotProduct(cp, cp);
  }
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 && d1 > d3)
  {
    return squaredTo(p, a, ab, ac, d1 / (d1 - d3), 0.0);
  }
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 && d2 > d6)
  {
    return squaredTo(p, a, ab, ac, 0.0, d2 / (d2 - d6));
  }
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0.0 && d4 >= d3 && d5 >= d6 && d4 - d3 + d5 > d6)
  {
    const double t = (d4 - d3) / (d4 - d3 + d5 - d6);
    return squaredTo(p, a, ab, ac, 1.0 - t, t);
  }
  const double sum = va + vb + vc; // square of twice the area
  if (!(sum > Sliver * dotProduct(ab, ab) * dotProduct(ac, ac)))
  {
    return std::min(
      { squaredToSegment(p, a, b), squaredToSegment(p, b, c), squaredToSegment(p, c, a) });
  }
  return squaredTo(p, a, ab, ac, vb / sum, vc / sum);
}

TriangleTree::TriangleTree(const TriangleMesh& surface) : Surface(surface), Order(orderOf(surface))
{
  while (this->Leaves * TrianglesInLeaf < this->Order.size())
  {
    this->Leaves *= 2;
  }
  this->Boxes.resize(2 * this->Leaves - 1);
  const std::size_t firstLeaf = this->Leaves - 1;
  for (std::size_t leaf = 0; leaf < this->Leaves; ++leaf)
  {
    constexpr double far = std::numeric_limits<double>::infinity();
    Box box = { { far, far, far }, { -far, -far, -far } };
    for (std::size_t i = this->leafBegin(leaf); i < this->leafBegin(leaf + 1); ++i)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        const Position x = surface.point(surface.triangles[3 * std::size_t(this->Order[i]) + c]);
        for (std::size_t d = 0; d < 3; ++d)
        {
          box.low[d] = std::min(box.low[d], x[d]);
          box.high[d] = std::max(box.high[d], x[d]);
        }
      }
    }
    this->Boxes[firstLeaf + leaf] = box;
  }
  for (std::size_t node = firstLeaf; node-- > 0;)
  {
    Box& box = this->Boxes[node] = this->Boxes[2 * node + 1];
    const Box& other = this->Boxes[2 * node + 2];
    for (std::size_t d = 0; d < 3; ++d)
    {
      box.low[d] = std::min(box.low[d], other.low[d]);
      box.high[d] = std::max(box.high[d], other.high[d]);
    }
  }
}

std::size_t TriangleTree::leafBegin(std::size_t leaf) const
{
  return this->Order.size() * leaf / this->Leaves;
}

double TriangleTree::squaredToTriangleOf(
  const std::array<double, 3>& point, std::int32_t triangle) const
{
  const std::int32_t* corners = &this->Surface.triangles[3 * std::size_t(triangle)];
  return squaredToTriangle(point, this->Surface.point(corners[0]), this->Surface.point(corners[1]),
    this->Surface.point(corners[2]));
}

double TriangleTree::squaredToBox(const std::array<double, 3>& point, const Box& box)
{
  double sum = 0.0;
  for (std::size_t d = 0; d < 3; ++d)
  {
    const double outside = std::max({ box.low[d] - point[d], point[d] - box.high[d], 0.0 });
    sum += outside * outside;
  }
  return sum;
}

double TriangleTree::squaredDistance(
  const std::array<double, 3>& point, std::int32_t& triangle) const
{
  double best = this->squaredToTriangleOf(point, triangle);
  // A tree of 2^32 leaves has 32 levels, with one pending node each.
  std::array<std::pair<double, std::size_t>, 64> stack;
  std::size_t height = 0;
  stack[height++] = { squaredToBox(point, this->Boxes[0]), 0 };
  while (height > 0)
  {
    const auto [distance, node] = stack[--height];
    if (!(distance < best))
    {
      continue;
    }
    if (node + 1 < this->Leaves)
    {
      std::pair<double, std::size_t> near = { squaredToBox(point, this->Boxes[2 * node + 1]),
        2 * node + 1 };
      std::pair<double, std::size_t> far = { squaredToBox(point, this->Boxes[2 * node + 2]),
        2 * node + 2 };
      if (far.first < near.first)
      {
        std::swap(near, far);
      }
      stack[height++] = far;
      stack[height++] = near;
      continue;
    }
    const std::size_t leaf = node + 1 - this->Leaves;
    for (std::size_t i = this->leafBegin(leaf); i < this->leafBegin(leaf + 1); ++i)
    {
      const double found = this->squaredToTriangleOf(point, this->Order[i]);
      if (found < best)
      {
        best = found;
        triangle = this->Order[i];
      }
    }
  }
  return best;
}

bool TriangleTree::isWithin(
  const std::array<double, 3>& point, double distance, std::int32_t& triangle) const
{
  const double bound = distance * distance;
  if (this->squaredToTriangleOf(point, triangle) < bound)
  {
    return true;
  }
  return this->anyOf([&](const Box& box) { return squaredToBox(point, box) < bound; },
    [&](std::int32_t candidate)
    {
      const bool isNear = this->squaredToTriangleOf(point, candidate) < bound;
      triangle = isNear ? candidate : triangle;
      return isNear;
    });
}
}
