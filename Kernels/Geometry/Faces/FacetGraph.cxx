#include "Geometry/Faces/FacetGraph.h"

#include "Core/UnionFind.h"
#include "Geometry/Faces/FaceShape.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace trabecula
{
namespace
{
/// Largest angle of coplanar triangles but for the rounding of their corners, and with it, radian.
constexpr double FlatAngle = 1e-4;
constexpr double MostOfRounding = 0.01;
/// Triangles are needles if their height is less than this share of their longest edge: their
/// normals mean nothing.
constexpr double NeedleHeight = 1e-6;

struct FacetTriangle
{
  Position normal = {}; ///< of length 1, or 0
  double area = 0.0;
  double longest = 0.0; ///< edge
  int longestEdge = 0;

  double height() const { return this->longest > 0.0 ? 2.0 * this->area / this->longest : 0.0; }
};

std::vector<FacetTriangle> measureTriangles(const TriangleMesh& mesh)
{
  std::vector<FacetTriangle> measured(mesh.numberOfTriangles());
  for (std::size_t t = 0; t < measured.size(); ++t)
  {
    FacetTriangle& triangle = measured[t];
    triangle.normal = vectorAreaOf(mesh, static_cast<std::int32_t>(t));
    triangle.area = lengthOf(triangle.normal);
    for (double& component : triangle.normal)
    {
      component /= triangle.area > 0.0 ? triangle.area : 1.0;
    }
    for (int e = 0; e < 3; ++e)
    {
      const std::int32_t* corners = &mesh.triangles[3 * t];
      const double length =
        lengthOf(minus(mesh.point(corners[e]), mesh.point(corners[(e + 1) % 3])));
      if (length > triangle.longest)
      {
        triangle.longest = length;
        triangle.longestEdge = e;
      }
    }
  }
  return measured;
}

/// Angle between unit vectors, accurate for small angles.
double angleBetween(const Position& a, const Position& b)
{
  return std::atan2(lengthOf(crossProduct(a, b)), dotProduct(a, b));
}

void sortUnique(std::vector<std::int32_t>& numbers)
{
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}
}

std::vector<std::array<std::int32_t, 3>> findEdgeNeighbours(const TriangleMesh& mesh)
{
  struct Edge
  {
    std::int32_t low;
    std::int32_t high;
    std::int32_t triangle;
    int number;
  };
  std::vector<Edge> edges;
  edges.reserve(mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.numberOfTriangles(); ++t)
  {
    for (int e = 0; e < 3; ++e)
    {
      const std::int32_t a = mesh.triangles[3 * t + static_cast<std::size_t>(e)];
      const std::int32_t b = mesh.triangles[3 * t + static_cast<std::size_t>((e + 1) % 3)];
      edges.push_back({ std::min(a, b), std::max(a, b), static_cast<std::int32_t>(t), e });
    }
  }
  std::sort(edges.begin(), edges.end(),
    [](const Edge& a, const Edge& b)
    {
      return a.low != b.low ? a.low < b.low
        : a.high != b.high  ? a.high < b.high
                            : a.triangle < b.triangle;
    });
  std::vector<std::array<std::int32_t, 3>> neighbours(mesh.numberOfTriangles(), { -1, -1, -1 });
  for (std::size_t i = 0; i < edges.size();)
  {
    std::size_t end = i + 1;
    while (end < edges.size() && edges[end].low == edges[i].low && edges[end].high == edges[i].high)
    {
      ++end;
    }
    if (end == i + 2)
    {
      for (std::size_t k = i; k < end; ++k)
      {
        const Edge& other = edges[2 * i + 1 - k];
        neighbours[static_cast<std::size_t>(edges[k].triangle)]
                  [static_cast<std::size_t>(edges[k].number)] = other.triangle;
      }
    }
    i = end;
  }
  return neighbours;
}

FacetGraph findFacets(const TriangleMesh& mesh, double angle,
  const std::vector<std::int32_t>& polygons, double rounding)
{
  const std::vector<std::array<std::int32_t, 3>> neighbours = findEdgeNeighbours(mesh);
  const std::vector<FacetTriangle> measured = measureTriangles(mesh);
  std::vector<std::int32_t> parents(measured.size());
  std::iota(parents.begin(), parents.end(), 0);
  const auto isNeedle = [&](const FacetTriangle& t)
  { return t.height() <= NeedleHeight * t.longest; };
  for (std::size_t t = 0; t < measured.size(); ++t)
  {
    for (int e = 0; e < 3; ++e)
    {
      const std::int32_t other = neighbours[t][static_cast<std::size_t>(e)];
      if (other < 0)
      {
        continue;
      }
      const auto o = static_cast<std::size_t>(other);
      const double height = std::min(measured[t].height(), measured[o].height());
      const bool isOfNeedle = (isNeedle(measured[t]) && measured[t].longestEdge == e);
      const bool isFlat = height > 0.0 &&
        angleBetween(measured[t].normal, measured[o].normal) <=
          std::min(FlatAngle + rounding / height, MostOfRounding);
      const bool isOfPolygon = !polygons.empty() && polygons[t] == polygons[o];
      if (isOfNeedle || isFlat || isOfPolygon)
      {
        unionfind::join(parents.data(), static_cast<std::int32_t>(t), other);
      }
    }
  }
  FacetGraph graph;
  graph.facetOf.assign(measured.size(), -1);
  for (std::size_t t = 0; t < measured.size(); ++t)
  {
    const auto root =
      static_cast<std::size_t>(unionfind::root(parents.data(), static_cast<std::int32_t>(t)));
    if (root == t) // the smallest number of its set
    {
      graph.facetOf[t] = static_cast<std::int32_t>(graph.areas.size());
      graph.areas.push_back(0.0);
      graph.normals.push_back({});
      graph.triangles.emplace_back();
      graph.points.emplace_back();
    }
    const std::int32_t facet = graph.facetOf[root];
    graph.facetOf[t] = facet;
    const auto f = static_cast<std::size_t>(facet);
    graph.triangles[f].push_back(static_cast<std::int32_t>(t));
    graph.areas[f] += measured[t].area;
    for (std::size_t c = 0; c < 3; ++c)
    {
      graph.normals[f][c] += measured[t].area * measured[t].normal[c];
      graph.points[f].push_back(mesh.triangles[3 * t + c]);
    }
  }
  graph.neighbours.resize(graph.areas.size());
  const double smooth = cosineOfDegrees(angle);
  for (std::size_t f = 0; f < graph.areas.size(); ++f)
  {
    const double length = lengthOf(graph.normals[f]);
    for (double& component : graph.normals[f])
    {
      component /= length > 0.0 ? length : 1.0;
    }
    sortUnique(graph.points[f]);
  }
  for (std::size_t t = 0; t < measured.size(); ++t)
  {
    const auto f = static_cast<std::size_t>(graph.facetOf[t]);
    for (const std::int32_t other : neighbours[t])
    {
      const std::int32_t g = other < 0 ? -1 : graph.facetOf[static_cast<std::size_t>(other)];
      if (g >= 0 && g != graph.facetOf[t] &&
        dotProduct(graph.normals[f], graph.normals[static_cast<std::size_t>(g)]) > smooth)
      {
        graph.neighbours[f].push_back(g);
      }
    }
  }
  for (std::vector<std::int32_t>& of : graph.neighbours)
  {
    sortUnique(of);
  }
  return graph;
}
}
