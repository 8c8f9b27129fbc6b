#include "CadSurface.h"

#include <BRepBndLib.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRepTools.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <Poly_PolygonOnTriangulation.hxx>
#include <Poly_Triangulation.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopLoc_Location.hxx>
#include <TopTools_IndexedMapOfShape.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Vertex.hxx>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace
{
/// Numbers the points of a solid by vertices, by edges with places on them, and then by faces, so
/// that points of neighbouring faces are the same ones without a tolerance.
class PointNumbers
{
public:
  explicit PointNumbers(CadSurface& surface) : Surface(&surface) {}

  std::size_t ofVertex(const TopoDS_Vertex& vertex, const gp_Pnt& place)
  {
    return this->number({ this->Vertices.Add(vertex), -1 }, place);
  }
  std::size_t ofEdge(const TopoDS_Edge& edge, int index, const gp_Pnt& place)
  {
    return this->number({ this->Edges.Add(edge), index }, place);
  }
  std::size_t add(const gp_Pnt& place)
  {
    this->Surface->points.push_back({ place.X(), place.Y(), place.Z() });
    return this->Surface->points.size() - 1;
  }

private:
  std::size_t number(std::pair<int, int> key, const gp_Pnt& place)
  {
    const auto [at, isNew] = this->Known.emplace(key, 0);
    if (isNew)
    {
      at->second = this->add(place);
    }
    return at->second;
  }

  CadSurface* Surface;
  TopTools_IndexedMapOfShape Vertices;
  TopTools_IndexedMapOfShape Edges;
  std::map<std::pair<int, int>, std::size_t> Known;
};

constexpr std::size_t None = static_cast<std::size_t>(-1);

/// Returns the number of each node of a triangulated face.
std::vector<std::size_t> numbersOf(const TopoDS_Face& face,
  const Handle(Poly_Triangulation) & triangulation, const TopLoc_Location& location,
  PointNumbers& numbers)
{
  const auto place = [&](int node)
  { return triangulation->Node(node).Transformed(location.Transformation()); };
  std::vector<std::size_t> result(static_cast<std::size_t>(triangulation->NbNodes()), None);
  for (TopExp_Explorer of(face, TopAbs_EDGE); of.More(); of.Next())
  {
    const TopoDS_Edge edge = TopoDS::Edge(of.Current());
    const Handle(Poly_PolygonOnTriangulation) polygon =
      BRep_Tool::PolygonOnTriangulation(edge, triangulation, location);
    if (polygon.IsNull())
    {
      continue;
    }
    const TopoDS_Vertex ends[2] = { TopExp::FirstVertex(edge), TopExp::LastVertex(edge) };
    const int count = polygon->NbNodes();
    for (int i = 1; i <= count; ++i)
    {
      const int node = polygon->Node(i);
      const TopoDS_Vertex& end = ends[i == 1 ? 0 : 1];
      const bool isEnd = i == 1 || i == count || BRep_Tool::Degenerated(edge);
      result[static_cast<std::size_t>(node - 1)] = isEnd && !end.IsNull()
        ? numbers.ofVertex(end, place(node))
        : numbers.ofEdge(edge, i, place(node));
    }
  }
  for (int node = 1; node <= triangulation->NbNodes(); ++node)
  {
    std::size_t& number = result[static_cast<std::size_t>(node - 1)];
    number = number == None ? numbers.add(place(node)) : number;
  }
  return result;
}

/// Whether each edge belongs to two triangles, in opposite directions.
bool isClosed(const std::vector<std::array<std::size_t, 3>>& triangles, std::size_t first)
{
  std::map<std::pair<std::size_t, std::size_t>, int> edges;
  for (std::size_t i = first; i < triangles.size(); ++i)
  {
    for (std::size_t k = 0; k < 3; ++k)
    {
      const std::size_t from = triangles[i][k];
      const std::size_t to = triangles[i][(k + 1) % 3];
      edges[std::minmax(from, to)] += from < to ? 1 : 1000;
    }
  }
  for (const auto& [edge, count] : edges)
  {
    if (count != 1001)
    {
      return false;
    }
  }
  return true;
}

/// Returns the triangles of all faces, which have been triangulated.
CadSurface collected(const CadBody& body)
{
  CadSurface surface;
  std::size_t face = 0;
  for (std::size_t solid = 0; solid < body.solids.size(); ++solid)
  {
    PointNumbers numbers(surface);
    const std::size_t first = surface.triangles.size();
    for (; face < body.faces.size() && body.faces[face].solid == solid; ++face)
    {
      const TopoDS_Face& shape = body.faces[face].shape;
      TopLoc_Location location;
      const Handle(Poly_Triangulation) triangulation = BRep_Tool::Triangulation(shape, location);
      if (triangulation.IsNull())
      {
        continue; // the surface is not closed then
      }
      const std::vector<std::size_t> of = numbersOf(shape, triangulation, location, numbers);
      const bool isReversed = shape.Orientation() == TopAbs_REVERSED;
      for (int i = 1; i <= triangulation->NbTriangles(); ++i)
      {
        std::array<int, 3> nodes = {};
        triangulation->Triangle(i).Get(nodes[0], nodes[1], nodes[2]);
        const auto at = [&](std::size_t k) { return of[static_cast<std::size_t>(nodes[k] - 1)]; };
        const std::array<std::size_t, 3> triangle = { at(0), at(isReversed ? 2 : 1),
          at(isReversed ? 1 : 2) };
        if (triangle[0] != triangle[1] && triangle[1] != triangle[2] && triangle[2] != triangle[0])
        {
          surface.triangles.push_back(triangle);
          surface.faces.push_back(face);
        }
      }
    }
    surface.isClosed.push_back(isClosed(surface.triangles, first));
  }
  return surface;
}

/// Returns the volume that the triangles of each solid enclose.
std::vector<double> volumesOf(const CadSurface& surface, const CadBody& body)
{
  std::vector<double> volumes(body.solids.size());
  for (std::size_t i = 0; i < surface.triangles.size(); ++i)
  {
    const auto& [a, b, c] = surface.triangles[i];
    const auto& p = surface.points[a];
    const auto& q = surface.points[b];
    const auto& r = surface.points[c];
    volumes[body.faces[surface.faces[i]].solid] +=
      (p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0]) +
        p[2] * (q[0] * r[1] - q[1] * r[0])) /
      6.0;
  }
  return volumes;
}
}

CadSurface surfaceOf(const CadBody& body, double deflection, double angle)
{
  constexpr double accepted = 2e-3; // of the volume of a solid
  constexpr int attempts = 4;
  Bnd_Box box;
  for (const CadSolid& solid : body.solids)
  {
    BRepBndLib::Add(solid.shape, box);
  }
  const double diagonal = std::sqrt(box.SquareExtent());
  std::vector<double> finer(body.solids.size(), 1.0);
  std::vector<double> before(body.solids.size(), std::numeric_limits<double>::infinity());
  CadSurface surface;
  for (int attempt = 0; attempt < attempts; ++attempt)
  {
    bool isAccurate = true;
    const std::vector<double> volumes =
      attempt > 0 ? volumesOf(surface, body) : std::vector<double>();
    for (std::size_t i = 0; i < body.solids.size(); ++i)
    {
      const double volume = body.solids[i].volume;
      const double error = attempt == 0 ? before[i] : std::abs(volumes[i] - volume) / volume;
      // Where finer triangles do not help, the kernel's own volume is wrong.
      if (attempt == 0 || (error > accepted && error < 0.5 * before[i]))
      {
        before[i] = error;
        BRepTools::Clean(body.solids[i].shape); // else triangles that are fine enough stay
        const BRepMesh_IncrementalMesh mesh(body.solids[i].shape, deflection * diagonal * finer[i],
          Standard_False, angle * std::sqrt(finer[i]), Standard_True);
        finer[i] /= 4.0; // thin walls and small solids need finer triangles
        isAccurate = false;
      }
    }
    if (isAccurate)
    {
      break;
    }
    surface = collected(body);
  }
  return surface;
}
