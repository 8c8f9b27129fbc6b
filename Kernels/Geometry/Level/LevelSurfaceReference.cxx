#include "Geometry/Level/LevelSurfaceReference.h"

#include "Geometry/Level/LevelTetrahedra.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace trabecula
{
namespace
{
/// A vertex of the field twice, or the vertices inside and outside of a cut edge.
using PointOfEdge = std::pair<std::int32_t, std::int32_t>;
using Polygon = std::vector<PointOfEdge>;

/// The same cycle of points, starting at the smallest one.
Polygon normalized(Polygon polygon)
{
  std::rotate(polygon.begin(), std::min_element(polygon.begin(), polygon.end()), polygon.end());
  return polygon;
}

class Boundary
{
public:
  explicit Boundary(const LevelField& field, double level) : Field(field), Level(level) {}

  /// Adds a face of a polyhedron, or removes the same face of the adjacent one.
  void add(const Polygon& polygon)
  {
    const Polygon reversed = normalized(Polygon(polygon.rbegin(), polygon.rend()));
    if (this->Faces.erase(reversed) == 0)
    {
      this->Faces.insert(normalized(polygon));
    }
  }

  /// The part of a triangle that is inside, or that is outside.
  Polygon part(const std::array<std::int32_t, 3>& corners, bool whereInside) const
  {
    Polygon polygon;
    for (std::size_t i = 0; i < 3; ++i)
    {
      const std::int32_t from = corners[i];
      const std::int32_t to = corners[(i + 1) % 3];
      const bool isFromInside = this->Field.isInside(from, this->Level);
      if (isFromInside == whereInside)
      {
        polygon.emplace_back(from, from);
      }
      if (isFromInside != this->Field.isInside(to, this->Level))
      {
        polygon.push_back(isFromInside ? PointOfEdge(from, to) : PointOfEdge(to, from));
      }
    }
    return polygon;
  }

  TriangleMesh triangulate() const
  {
    TriangleMesh mesh;
    std::map<PointOfEdge, std::int32_t> numbers;
    const auto number = [&](const PointOfEdge& point)
    {
      const auto found = numbers.emplace(point, static_cast<std::int32_t>(mesh.numberOfPoints()));
      if (found.second)
      {
        const Position a = this->Field.position(point.first);
        const Position b = this->Field.position(point.second);
        const double way = point.first == point.second
          ? 0.0
          : this->Field.crossing(point.first, point.second, this->Level);
        for (std::size_t c = 0; c < 3; ++c)
        {
          mesh.points.push_back(a[c] + way * (b[c] - a[c]));
        }
      }
      return found.first->second;
    };
    for (const Polygon& face : this->Faces)
    {
      for (std::size_t i = 2; i < face.size(); ++i)
      {
        mesh.triangles.push_back(number(face[0]));
        mesh.triangles.push_back(number(face[i - 1]));
        mesh.triangles.push_back(number(face[i]));
      }
    }
    return mesh;
  }

private:
  const LevelField& Field;
  double Level;
  std::set<Polygon> Faces;
};
}

TriangleMesh extractSurfaceReference(const LevelField& field, double level)
{
  Boundary boundary(field, level);
  for (std::size_t e = 0; e < field.parts.size(); ++e)
  {
    if (field.parts[e] == LevelField::Absent)
    {
      continue;
    }
    const ElementVertices v = verticesOf(field, static_cast<std::int64_t>(e));
    forTetrahedra(v,
      [&](const std::array<std::size_t, 4>& corners)
      {
        const auto n = [&](std::size_t i) { return v.numbers[corners[i]]; };
        // The corners of each face are anticlockwise seen from outside.
        for (const auto& face : { std::array<std::int32_t, 3>{ n(1), n(2), n(3) },
               { n(0), n(3), n(2) }, { n(0), n(1), n(3) }, { n(0), n(2), n(1) } })
        {
          if (field.parts[e] == LevelField::Solid)
          {
            // Both parts are added, as the neighbour may be an element of the design region.
            for (const bool whereInside : { true, false })
            {
              const Polygon part = boundary.part(face, whereInside);
              if (!part.empty())
              {
                boundary.add(part);
              }
            }
          }
          else if (const Polygon part = boundary.part(face, true); !part.empty())
          {
            boundary.add(part);
          }
        }
        std::array<bool, 4> inside{};
        for (std::size_t i = 0; i < 4; ++i)
        {
          inside[i] = field.isInside(n(i), level);
        }
        const TetrahedronCut cut = cutOf(inside);
        const auto on = [&](std::size_t from, std::size_t to)
        { return PointOfEdge(n(cut.order[from]), n(cut.order[to])); };
        if (field.parts[e] == LevelField::Solid || cut.inside == 0 || cut.inside == 4)
        {
          return;
        }
        if (cut.inside == 2)
        {
          boundary.add({ on(0, 2), on(0, 3), on(1, 3) });
          boundary.add({ on(0, 2), on(1, 3), on(1, 2) });
          return;
        }
        boundary.add(cut.inside == 1 ? Polygon{ on(0, 1), on(0, 2), on(0, 3) }
                                     : Polygon{ on(1, 0), on(3, 0), on(2, 0) });
      });
  }
  return boundary.triangulate();
}
}
