#include "Geometry/Level/Walls/PartShape.h"

#include "Core/UnionFind.h"
#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/SurfaceFit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace trabecula
{
namespace
{
/// Distance from a corner or an edge, in lengths of edges, below which a nearest point is on it.
constexpr double OnEdgeTolerance = 1e-9;

Position unitOf(const Position& v)
{
  const double length = lengthOf(v);
  return length > 0.0 ? Position{ v[0] / length, v[1] / length, v[2] / length } : Position{};
}

Position sumOf(const Position& a, const Position& b)
{
  return { a[0] + b[0], a[1] + b[1], a[2] + b[2] };
}

double distanceOf(const Position& a, const Position& b)
{
  return lengthOf(minus(a, b));
}

Position nearestOnSegment(const Position& x, const Position& a, const Position& b)
{
  const Position ab = minus(b, a);
  const double length = dotProduct(ab, ab);
  const double s = length > 0.0 ? std::clamp(dotProduct(ab, minus(x, a)) / length, 0.0, 1.0) : 0.0;
  return { a[0] + s * ab[0], a[1] + s * ab[1], a[2] + s * ab[2] };
}

/// The nearest point of a triangle, which may be without area.
Position nearestOnAnyTriangle(
  const Position& x, const Position& a, const Position& b, const Position& c)
{
  const Position inside = nearestOnTriangle(x, a, b, c);
  if (std::isfinite(inside[0] + inside[1] + inside[2]))
  {
    return inside;
  }
  std::array<Position, 3> onEdges = { nearestOnSegment(x, a, b), nearestOnSegment(x, b, c),
    nearestOnSegment(x, c, a) };
  return *std::min_element(onEdges.begin(), onEdges.end(),
    [&](const Position& one, const Position& two)
    { return distanceOf(one, x) < distanceOf(two, x); });
}

/// Calls visit for the triangles of a tree whose boxes are within reach of a position.
template <class Visit>
void visitAround(
  const TriangleTree& tree, const Position& position, double reach, const Visit& visit)
{
  tree.visitBox({ position[0] - reach, position[1] - reach, position[2] - reach },
    { position[0] + reach, position[1] + reach, position[2] + reach }, visit);
}
}

PartShape::PartShape(const TriangleMesh& part)
{
  this->weld(part);
  const SurfaceTopology topology = findTopology(this->Mesh);
  this->Closed = topology.boundaryEdges == 0 && topology.nonManifoldEdges == 0 &&
    topology.misorientedEdges == 0 && !this->Mesh.triangles.empty();
  if (this->Closed && enclosedVolume(this->Mesh) < 0.0)
  {
    for (std::size_t i = 0; i < this->Mesh.triangles.size(); i += 3)
    {
      std::swap(this->Mesh.triangles[i], this->Mesh.triangles[i + 1]);
    }
  }
  this->findPatches();
  this->Tree = std::make_unique<TriangleTree>(this->Mesh);
  this->EdgeMesh.points = this->Mesh.points;
  for (const SharpEdge& edge : this->Edges)
  {
    this->EdgeMesh.triangles.insert(
      this->EdgeMesh.triangles.end(), { edge.points[0], edge.points[1], edge.points[1] });
  }
  if (!this->Edges.empty())
  {
    this->EdgeTree = std::make_unique<TriangleTree>(this->EdgeMesh);
  }
}

void PartShape::weld(const TriangleMesh& part)
{
  std::vector<std::pair<Position, std::int32_t>> order(part.numberOfPoints());
  for (std::size_t p = 0; p < order.size(); ++p)
  {
    order[p] = { part.point(static_cast<std::int32_t>(p)), static_cast<std::int32_t>(p) };
  }
  std::sort(order.begin(), order.end());
  std::vector<std::int32_t> numbers(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
  {
    if (i == 0 || order[i].first != order[i - 1].first)
    {
      this->Mesh.points.insert(
        this->Mesh.points.end(), order[i].first.begin(), order[i].first.end());
    }
    numbers[static_cast<std::size_t>(order[i].second)] =
      static_cast<std::int32_t>(this->Mesh.numberOfPoints()) - 1;
  }
  for (std::size_t t = 0; t < part.numberOfTriangles(); ++t)
  {
    std::array<std::int32_t, 3> c{};
    for (std::size_t i = 0; i < 3; ++i)
    {
      c[i] = numbers[static_cast<std::size_t>(part.triangles[3 * t + i])];
    }
    if (c[0] != c[1] && c[1] != c[2] && c[2] != c[0])
    {
      this->Mesh.triangles.insert(this->Mesh.triangles.end(), c.begin(), c.end());
    }
  }
}

void PartShape::findPatches()
{
  const std::vector<std::int32_t>& corners = this->Mesh.triangles;
  const std::size_t triangles = this->Mesh.numberOfTriangles();
  this->Normals.resize(triangles);
  this->PointNormals.assign(this->Mesh.numberOfPoints(), Position{});
  for (std::size_t t = 0; t < triangles; ++t)
  {
    const std::int32_t* c = &corners[3 * t];
    const std::array<Position, 3> x = { this->Mesh.point(c[0]), this->Mesh.point(c[1]),
      this->Mesh.point(c[2]) };
    this->Normals[t] = unitOf(crossProduct(minus(x[1], x[0]), minus(x[2], x[0])));
    for (std::size_t i = 0; i < 3; ++i)
    {
      const Position u = unitOf(minus(x[(i + 1) % 3], x[i]));
      const Position v = unitOf(minus(x[(i + 2) % 3], x[i]));
      const double angle = std::acos(std::clamp(dotProduct(u, v), -1.0, 1.0));
      Position& sum = this->PointNormals[static_cast<std::size_t>(c[i])];
      for (std::size_t d = 0; d < 3; ++d)
      {
        sum[d] += angle * this->Normals[t][d];
      }
    }
  }

  // Keys of edges by their ends, each with the corner at which it begins.
  std::vector<std::pair<std::uint64_t, std::int32_t>> sides(corners.size());
  for (std::size_t i = 0; i < corners.size(); ++i)
  {
    const auto [low, high] = std::minmax(corners[i], corners[i / 3 * 3 + (i + 1) % 3]);
    sides[i] = { static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint64_t>(high),
      static_cast<std::int32_t>(i) };
  }
  std::sort(sides.begin(), sides.end());
  this->Neighbours.assign(corners.size(), -1);
  std::vector<std::int32_t> parents(triangles);
  std::iota(parents.begin(), parents.end(), 0);
  const double cosine = cosineOfDegrees(SharpAngle);
  const auto forEdges = [&](const auto& visit)
  {
    for (std::size_t i = 0; i + 1 < sides.size(); ++i)
    {
      if (sides[i].first == sides[i + 1].first)
      {
        visit(sides[i].second, sides[i + 1].second);
      }
    }
  };
  forEdges(
    [&](std::int32_t a, std::int32_t b)
    {
      this->Neighbours[static_cast<std::size_t>(a)] = b / 3;
      this->Neighbours[static_cast<std::size_t>(b)] = a / 3;
      const Position& one = this->Normals[static_cast<std::size_t>(a / 3)];
      const Position& two = this->Normals[static_cast<std::size_t>(b / 3)];
      // A triangle without area has no normal, and belongs to its neighbours.
      if (dotProduct(one, two) > cosine || lengthOf(one) == 0.0 || lengthOf(two) == 0.0)
      {
        unionfind::join(parents.data(), a / 3, b / 3);
      }
    });
  this->Patches.resize(triangles);
  for (std::size_t t = 0; t < triangles; ++t)
  {
    this->Patches[t] = unionfind::root(parents.data(), static_cast<std::int32_t>(t));
  }
  forEdges(
    [&](std::int32_t a, std::int32_t b)
    {
      const std::int32_t low = std::min(this->patchOf(a / 3), this->patchOf(b / 3));
      const std::int32_t high = std::max(this->patchOf(a / 3), this->patchOf(b / 3));
      if (low != high)
      {
        const auto next =
          static_cast<std::size_t>(a) / 3 * 3 + (static_cast<std::size_t>(a) + 1) % 3;
        this->Edges.push_back(
          { { corners[static_cast<std::size_t>(a)], corners[next] }, { low, high } });
      }
    });
}

PartShape::Nearest PartShape::nearest(
  const std::array<double, 3>& position, std::int32_t& guess) const
{
  Nearest result;
  this->Tree->squaredDistance(position, guess);
  const std::int32_t* c = &this->Mesh.triangles[3 * static_cast<std::size_t>(guess)];
  result.triangle = guess;
  result.point = nearestOnAnyTriangle(
    position, this->Mesh.point(c[0]), this->Mesh.point(c[1]), this->Mesh.point(c[2]));
  result.distance = distanceOf(result.point, position);
  return result;
}

bool PartShape::isWithin(
  const std::array<double, 3>& position, double distance, std::int32_t& guess) const
{
  return this->Tree->isWithin(position, distance, guess);
}

double PartShape::signedDistance(const std::array<double, 3>& position, std::int32_t& guess) const
{
  const Nearest found = this->nearest(position, guess);
  const std::int32_t* c = &this->Mesh.triangles[3 * static_cast<std::size_t>(found.triangle)];
  Position normal = this->normalOf(found.triangle);
  for (std::size_t i = 0; i < 3; ++i)
  {
    const Position a = this->Mesh.point(c[i]);
    const Position b = this->Mesh.point(c[(i + 1) % 3]);
    const double length = distanceOf(a, b);
    if (distanceOf(found.point, a) <= OnEdgeTolerance * length)
    {
      normal = this->PointNormals[static_cast<std::size_t>(c[i])];
      break;
    }
    const std::int32_t other = this->Neighbours[3 * std::size_t(found.triangle) + i];
    if (other >= 0 && distanceOf(found.point, b) > OnEdgeTolerance * length &&
      distanceOf(found.point, nearestOnSegment(found.point, a, b)) <= OnEdgeTolerance * length)
    {
      normal = sumOf(normal, this->normalOf(other));
    }
  }
  return dotProduct(minus(position, found.point), normal) > 0.0 ? -found.distance : found.distance;
}

bool PartShape::isEnclosed(std::int32_t patch, std::int32_t by) const
{
  return std::all_of(this->Edges.begin(), this->Edges.end(),
    [&](const SharpEdge& edge)
    {
      const auto& [low, high] = edge.patches;
      return (low != patch && high != patch) || low == by || high == by;
    });
}

template <class Counts>
bool PartShape::nearestOf(const Counts& counts, const std::array<double, 3>& position, double reach,
  std::array<double, 3>& nearest, std::int32_t& triangle) const
{
  double best = reach;
  bool isFound = false;
  visitAround(*this->Tree, position, reach,
    [&](std::int32_t t)
    {
      if (!counts(t))
      {
        return;
      }
      const std::int32_t* c = &this->Mesh.triangles[3 * static_cast<std::size_t>(t)];
      const Position x = nearestOnAnyTriangle(
        position, this->Mesh.point(c[0]), this->Mesh.point(c[1]), this->Mesh.point(c[2]));
      const double distance = distanceOf(x, position);
      if (distance <= best)
      {
        best = distance;
        nearest = x;
        triangle = t;
        isFound = true;
      }
    });
  return isFound;
}

bool PartShape::nearestOfPatch(const std::array<double, 3>& position, std::int32_t patch,
  double reach, std::array<double, 3>& nearest, std::int32_t& triangle) const
{
  return this->nearestOf(
    [&](std::int32_t t) { return this->patchOf(t) == patch; }, position, reach, nearest, triangle);
}

bool PartShape::nearestFacing(const std::array<double, 3>& position,
  const std::array<double, 3>& direction, double cosine, double reach,
  std::array<double, 3>& nearest, std::int32_t& triangle) const
{
  return this->nearestOf([&](std::int32_t t)
    { return dotProduct(this->normalOf(t), direction) > cosine; },
    position, reach, nearest, triangle);
}

bool PartShape::nearestOfEdges(const std::array<double, 3>& position, std::int32_t patch,
  std::int32_t other, double reach, std::array<double, 3>& nearest) const
{
  if (!this->EdgeTree)
  {
    return false;
  }
  const std::int32_t low = std::min(patch, other); // lambdas cannot capture bindings
  const std::int32_t high = std::max(patch, other);
  double best = reach;
  bool isFound = false;
  visitAround(*this->EdgeTree, position, reach,
    [&](std::int32_t e)
    {
      const SharpEdge& edge = this->Edges[static_cast<std::size_t>(e)];
      if (low >= 0 && (edge.patches[0] != low || edge.patches[1] != high))
      {
        return;
      }
      const Position x = nearestOnSegment(
        position, this->Mesh.point(edge.points[0]), this->Mesh.point(edge.points[1]));
      const double distance = distanceOf(x, position);
      if (distance <= best)
      {
        best = distance;
        nearest = x;
        isFound = true;
      }
    });
  return isFound;
}

bool PartShape::nearestCorner(const std::array<double, 3>& position,
  const std::array<std::int32_t, 3>& patches, double reach, std::array<double, 3>& nearest) const
{
  if (!this->EdgeTree)
  {
    return false;
  }
  // A corner is an end of edges of at least two of the three pairs.
  std::vector<std::pair<std::int32_t, std::array<std::int32_t, 2>>> ends;
  visitAround(*this->EdgeTree, position, reach,
    [&](std::int32_t e)
    {
      const SharpEdge& edge = this->Edges[static_cast<std::size_t>(e)];
      const auto isOne = [&](std::int32_t patch) {
        return patches[0] < 0 || std::find(patches.begin(), patches.end(), patch) != patches.end();
      };
      if (isOne(edge.patches[0]) && isOne(edge.patches[1]))
      {
        ends.emplace_back(edge.points[0], edge.patches);
        ends.emplace_back(edge.points[1], edge.patches);
      }
    });
  std::sort(ends.begin(), ends.end());
  double best = reach;
  bool isFound = false;
  for (std::size_t i = 1; i < ends.size(); ++i)
  {
    const Position x = this->Mesh.point(ends[i].first);
    if (ends[i].first == ends[i - 1].first && ends[i].second != ends[i - 1].second &&
      distanceOf(x, position) <= best)
    {
      best = distanceOf(x, position);
      nearest = x;
      isFound = true;
    }
  }
  return isFound;
}
}
