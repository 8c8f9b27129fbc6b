#include "Geometry/Level/LevelSurface.h"

#include "Geometry/Level/LevelTetrahedra.h"

#include <algorithm>
#include <utility>

namespace trabecula
{
namespace
{
/// Identifies a point by its edge: the vertex inside and the vertex outside, which are equal for a
/// point at a vertex.
struct EdgePoint
{
  std::int32_t inside;
  std::int32_t outside;

  std::uint64_t key() const
  {
    const auto [low, high] = std::minmax(this->inside, this->outside);
    return static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint64_t>(high);
  }
};

struct Triangle
{
  std::array<EdgePoint, 3> points;
  std::int64_t side;
  SurfaceOrigin origin;
};

void march(
  const LevelField& field, std::int64_t element, double level, std::vector<Triangle>& triangles)
{
  const ElementVertices vertices = verticesOf(field, element);
  const auto inside = insideOf(field, vertices, level);
  const auto count = static_cast<std::size_t>(std::count(inside.begin(), inside.end(), true));
  if (count == 0 || count == vertices.size())
  {
    return;
  }
  const auto& numbers = vertices.numbers;
  forTetrahedra(vertices,
    [&](const std::array<std::size_t, 4>& corners)
    {
      const TetrahedronCut cut =
        cutOf({ inside[corners[0]], inside[corners[1]], inside[corners[2]], inside[corners[3]] });
      // Returns the point on the edge between two corners, the first of which is inside.
      const auto on = [&](std::size_t from, std::size_t to) {
        return EdgePoint{ numbers[corners[cut.order[from]]], numbers[corners[cut.order[to]]] };
      };
      const auto add = [&](const EdgePoint& a, const EdgePoint& b, const EdgePoint& c) {
        triangles.push_back({ { a, b, c }, ElementFaces::None, SurfaceOrigin::Level });
      };
      if (cut.inside == 1)
      {
        add(on(0, 1), on(0, 2), on(0, 3));
      }
      else if (cut.inside == 3)
      {
        add(on(1, 0), on(3, 0), on(2, 0));
      }
      else if (cut.inside == 2)
      {
        add(on(0, 2), on(0, 3), on(1, 3));
        add(on(0, 2), on(1, 3), on(1, 2));
      }
    });
}

/// Adds the part of a face of the design region that is inside, or outside, seen from outside of
/// the element to which the side belongs.
void closeFace(const LevelField& field, std::int64_t side, double level, bool whereInside,
  SurfaceOrigin origin, std::vector<Triangle>& triangles)
{
  const FaceLoop<std::int32_t> nodes = nodesOfSide(field.mesh, side);
  const std::int32_t centre = field.vertexOfFace(field.faces.faceOfSide[side]);
  const auto covered = [&](std::int32_t vertex)
  { return field.isInside(vertex, level) == whereInside; };
  const auto between = [&](std::int32_t a, std::int32_t b) {
    return whereInside ? EdgePoint{ a, b } : EdgePoint{ b, a };
  };
  const auto add = [&](const EdgePoint& a, const EdgePoint& b, const EdgePoint& c) {
    triangles.push_back({ { a, b, c }, side, origin });
  };
  for (std::size_t i = 0; i < nodes.size(); ++i)
  {
    std::array<std::int32_t, 3> v = { nodes[i], nodes.next(i), centre };
    std::array<bool, 3> in = { covered(v[0]), covered(v[1]), covered(v[2]) };
    const int count = int(in[0]) + int(in[1]) + int(in[2]);
    // The corner that differs from the others comes first.
    while (count != 0 && count != 3 && (in[1] != in[2]))
    {
      std::rotate(v.begin(), v.begin() + 1, v.end());
      std::rotate(in.begin(), in.begin() + 1, in.end());
    }
    const auto self = [&](std::size_t k) { return EdgePoint{ v[k], v[k] }; };
    if (count == 3)
    {
      add(self(0), self(1), self(2));
    }
    else if (count == 1)
    {
      add(self(0), between(v[0], v[1]), between(v[0], v[2]));
    }
    else if (count == 2)
    {
      add(between(v[1], v[0]), self(1), self(2));
      add(between(v[1], v[0]), self(2), between(v[2], v[0]));
    }
  }
}

/// Adds a whole face of a solid element without neighbour, with the points that adjacent faces may
/// have on its edges.
void addFace(
  const LevelField& field, std::int64_t side, double level, std::vector<Triangle>& triangles)
{
  const FaceLoop<std::int32_t> nodes = nodesOfSide(field.mesh, side);
  const std::int32_t middle = field.vertexOfFace(field.faces.faceOfSide[side]);
  const EdgePoint centre = { middle, middle };
  const auto add = [&](const EdgePoint& a, const EdgePoint& b) {
    triangles.push_back({ { a, b, centre }, side, SurfaceOrigin::Solid });
  };
  for (std::size_t i = 0; i < nodes.size(); ++i)
  {
    const EdgePoint from = { nodes[i], nodes[i] };
    const EdgePoint to = { nodes.next(i), nodes.next(i) };
    const bool isFromInside = field.isInside(from.inside, level);
    if (isFromInside == field.isInside(to.inside, level))
    {
      add(from, to);
      continue;
    }
    const EdgePoint between =
      isFromInside ? EdgePoint{ from.inside, to.inside } : EdgePoint{ to.inside, from.inside };
    add(from, between);
    add(between, to);
  }
}

void close(
  const LevelField& field, std::int64_t face, double level, std::vector<Triangle>& triangles)
{
  const auto partOf = [&](std::int64_t side)
  {
    return side == ElementFaces::None
      ? LevelField::Absent
      : LevelField::Part(field.parts[ElementFaces::elementOf(side)]);
  };
  std::array<std::int64_t, 2> sides = field.faces.sides[face];
  if (partOf(sides[0]) < partOf(sides[1]))
  {
    std::swap(sides[0], sides[1]);
  }
  const LevelField::Part first = partOf(sides[0]);
  const LevelField::Part second = partOf(sides[1]);
  if (first == LevelField::Design && second == LevelField::Absent)
  {
    const bool isOutermost = sides[1] == ElementFaces::None;
    closeFace(field, sides[0], level, true,
      isOutermost ? SurfaceOrigin::Domain : SurfaceOrigin::Void, triangles);
  }
  else if (first == LevelField::Solid && second == LevelField::Design)
  {
    closeFace(field, sides[0], level, false, SurfaceOrigin::Solid, triangles);
  }
  else if (first == LevelField::Solid && second == LevelField::Absent)
  {
    addFace(field, sides[0], level, triangles);
  }
}

/// Calls add(i, triangles) for i in [0, count) and appends what it adds, in order of i.
template <class Add>
void collect(std::int64_t count, const Add& add, std::vector<Triangle>& triangles)
{
  constexpr std::int64_t chunk = 4096;
  std::vector<std::vector<Triangle>> found(static_cast<std::size_t>((count + chunk - 1) / chunk));
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t c = 0; c < static_cast<std::int64_t>(found.size()); ++c)
  {
    for (std::int64_t i = c * chunk; i < std::min(count, (c + 1) * chunk); ++i)
    {
      add(i, found[c]);
    }
  }
  for (const std::vector<Triangle>& part : found)
  {
    triangles.insert(triangles.end(), part.begin(), part.end());
  }
}

Position positionOf(const LevelField& field, const EdgePoint& point, double level)
{
  const Position a = field.position(point.inside);
  if (point.inside == point.outside)
  {
    return a;
  }
  const Position b = field.position(point.outside);
  const double way = field.crossing(point.inside, point.outside, level);
  Position x{};
  for (std::size_t c = 0; c < 3; ++c)
  {
    // Equal coordinates are preserved bitwise.
    x[c] = a[c] + way * (b[c] - a[c]);
  }
  return x;
}

LevelSurface number(const LevelField& field, const std::vector<Triangle>& triangles, double level)
{
  std::vector<std::pair<std::uint64_t, EdgePoint>> points;
  points.reserve(3 * triangles.size());
  for (const Triangle& triangle : triangles)
  {
    for (const EdgePoint& point : triangle.points)
    {
      points.emplace_back(point.key(), point);
    }
  }
  const auto isBefore = [](const auto& a, const auto& b) { return a.first < b.first; };
  const auto isSame = [](const auto& a, const auto& b) { return a.first == b.first; };
  std::sort(points.begin(), points.end(), isBefore);
  points.erase(std::unique(points.begin(), points.end(), isSame), points.end());

  LevelSurface surface;
  const auto pointCount = static_cast<std::int64_t>(points.size());
  const auto triangleCount = static_cast<std::int64_t>(triangles.size());
  surface.mesh.points.resize(3 * points.size());
  surface.anchors.resize(points.size());
  surface.walls.assign(points.size(), WallPlace::None);
  surface.isMoved.assign(points.size(), 0);
  surface.patches.assign(triangles.size(), WallPlace::None);
  surface.mesh.triangles.resize(3 * triangles.size());
  surface.origins.resize(triangles.size());
  surface.sides.resize(triangles.size());
  surface.pieces.assign(triangles.size(), 0);
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (std::int64_t p = 0; p < pointCount; ++p)
    {
      const Position x = positionOf(field, points[p].second, level);
      std::copy(x.begin(), x.end(), &surface.mesh.points[3 * p]);
      const EdgePoint& point = points[p].second;
      surface.anchors[p] = point.inside;
      if (point.inside != point.outside && field.isOnPart(point.inside, point.outside, level))
      {
        surface.walls[p] = 0;
      }
    }
#pragma omp for schedule(static)
    for (std::int64_t t = 0; t < triangleCount; ++t)
    {
      for (std::int64_t i = 0; i < 3; ++i)
      {
        const std::pair<std::uint64_t, EdgePoint> wanted(triangles[t].points[i].key(), {});
        surface.mesh.triangles[3 * t + i] = static_cast<std::int32_t>(
          std::lower_bound(points.begin(), points.end(), wanted, isBefore) - points.begin());
      }
      surface.origins[t] = static_cast<std::uint8_t>(triangles[t].origin);
      surface.sides[t] = triangles[t].side;
    }
  }
  return surface;
}
}

LevelSurface extractSurface(const LevelField& field, double level)
{
  std::vector<Triangle> triangles;
  collect(
    static_cast<std::int64_t>(field.mesh.numberOfElements()),
    [&](std::int64_t element, std::vector<Triangle>& found)
    {
      if (field.parts[element] == LevelField::Design)
      {
        march(field, element, level, found);
      }
    },
    triangles);
  collect(
    static_cast<std::int64_t>(field.faces.count()),
    [&](std::int64_t face, std::vector<Triangle>& found) { close(field, face, level, found); },
    triangles);
  return number(field, triangles, level);
}

void keepParts(LevelSurface& surface, const std::vector<std::uint8_t>& triangles,
  const std::vector<std::uint8_t>& points)
{
  TriangleMesh& mesh = surface.mesh;
  std::vector<std::int32_t> numbers(points.size(), -1);
  std::size_t kept = 0;
  for (std::size_t p = 0; p < points.size(); ++p)
  {
    if (points[p])
    {
      std::copy_n(&mesh.points[3 * p], 3, &mesh.points[3 * kept]);
      surface.anchors[kept] = surface.anchors[p];
      surface.walls[kept] = surface.walls[p];
      surface.isMoved[kept] = surface.isMoved[p];
      numbers[p] = static_cast<std::int32_t>(kept++);
    }
  }
  mesh.points.resize(3 * kept);
  surface.anchors.resize(kept);
  surface.walls.resize(kept);
  surface.isMoved.resize(kept);

  kept = 0;
  for (std::size_t t = 0; t < triangles.size(); ++t)
  {
    if (triangles[t])
    {
      for (std::size_t i = 0; i < 3; ++i)
      {
        mesh.triangles[3 * kept + i] = numbers[static_cast<std::size_t>(mesh.triangles[3 * t + i])];
      }
      surface.origins[kept] = surface.origins[t];
      surface.sides[kept] = surface.sides[t];
      surface.patches[kept] = surface.patches[t];
      surface.pieces[kept] = surface.pieces[t];
      ++kept;
    }
  }
  mesh.triangles.resize(3 * kept);
  surface.origins.resize(kept);
  surface.sides.resize(kept);
  surface.patches.resize(kept);
  surface.pieces.resize(kept);
}
}
