#include "Geometry/Faces/SurfaceFaces.h"

#include "Core/UnionFind.h"
#include "Geometry/Faces/CylinderStrips.h"
#include "Geometry/Faces/FacetGraph.h"
#include "Geometry/Voxelization/MergedSurface.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace trabecula
{
namespace
{
/// Size of planes among facets that join smoothly, see findFaces().
constexpr double LeastOfNeighbours = 4.0;
constexpr double LeastOfPatch = 0.02;
constexpr std::size_t LeastTriangles = 3;

/// Facets in sets, each of which becomes a face.
class FacetSets
{
public:
  explicit FacetSets(const FacetGraph& graph) : Graph(graph), Parents(graph.numberOfFacets())
  {
    std::iota(this->Parents.begin(), this->Parents.end(), 0);
  }

  void join(std::int32_t a, std::int32_t b)
  {
    unionfind::joinShortened(this->Parents.data(), a, b);
  }
  std::int32_t setOf(std::int32_t facet)
  {
    return unionfind::shortenedRoot(this->Parents.data(), facet);
  }

  /// Joins neighbours for which mayJoin(a, b).
  template <class MayJoin>
  void joinNeighbours(const MayJoin& mayJoin)
  {
    for (std::size_t f = 0; f < this->Parents.size(); ++f)
    {
      for (const std::int32_t other : this->Graph.neighbours[f])
      {
        if (mayJoin(f, static_cast<std::size_t>(other)))
        {
          this->join(static_cast<std::int32_t>(f), other);
        }
      }
    }
  }

  /// The facets of each set, in the order of the smallest.
  std::vector<std::vector<std::int32_t>> list()
  {
    std::vector<std::vector<std::int32_t>> sets;
    std::vector<std::int32_t> numberOf(this->Parents.size(), -1);
    for (std::size_t f = 0; f < this->Parents.size(); ++f)
    {
      std::int32_t& number = numberOf[std::size_t(this->setOf(static_cast<std::int32_t>(f)))];
      if (number < 0)
      {
        number = static_cast<std::int32_t>(sets.size());
        sets.emplace_back();
      }
      sets[std::size_t(number)].push_back(static_cast<std::int32_t>(f));
    }
    return sets;
  }

private:
  const FacetGraph& Graph;
  std::vector<std::int32_t> Parents;
};

std::vector<std::int32_t> trianglesOf(
  const FacetGraph& graph, const std::vector<std::int32_t>& facets)
{
  std::vector<std::int32_t> triangles;
  for (const std::int32_t facet : facets)
  {
    const std::vector<std::int32_t>& of = graph.triangles[std::size_t(facet)];
    triangles.insert(triangles.end(), of.begin(), of.end());
  }
  return triangles;
}

/// Whether a facet of a patch of several is a plane that other faces join smoothly.
bool isLargePlane(const FacetGraph& graph, std::int32_t facet, double areaOfPatch)
{
  const auto f = static_cast<std::size_t>(facet);
  std::vector<double> areas;
  for (const std::int32_t other : graph.neighbours[f])
  {
    areas.push_back(graph.areas[std::size_t(other)]);
  }
  if (areas.empty())
  {
    return true;
  }
  const auto middle = areas.begin() + static_cast<std::ptrdiff_t>(areas.size() / 2);
  std::nth_element(areas.begin(), middle, areas.end());
  return graph.areas[f] >= LeastOfNeighbours * *middle &&
    (graph.triangles[f].size() >= LeastTriangles || graph.areas[f] >= LeastOfPatch * areaOfPatch);
}

constexpr std::int32_t Rest = -1;
constexpr std::int32_t Plane = -2;
constexpr std::int32_t Whole = -3;

/// For each facet: Whole if its patch is one face, the number of its cylinder, Plane or Rest.
std::vector<std::int32_t> partsOf(
  const TriangleMesh& mesh, const FacetGraph& graph, double angle, double rounding)
{
  FacetSets patches(graph);
  patches.joinNeighbours([](std::size_t, std::size_t) { return true; });
  std::vector<std::int32_t> parts(graph.numberOfFacets(), Whole);
  std::vector<std::vector<std::int32_t>> mixed;
  for (std::vector<std::int32_t>& patch : patches.list())
  {
    if (patch.size() > 1 &&
      shapeOfFace(mesh, trianglesOf(graph, patch), rounding).kind == FaceKind::FreeForm)
    {
      mixed.push_back(std::move(patch));
    }
  }
  if (mixed.empty())
  {
    return parts;
  }
  const std::vector<std::int32_t> strips = findCylinderStrips(mesh, graph, angle, rounding);
  for (const std::vector<std::int32_t>& patch : mixed)
  {
    double area = 0.0;
    for (const std::int32_t facet : patch)
    {
      area += graph.areas[std::size_t(facet)];
    }
    for (const std::int32_t facet : patch)
    {
      const std::int32_t strip = strips[std::size_t(facet)];
      parts[std::size_t(facet)] = strip >= 0 ? strip
        : isLargePlane(graph, facet, area)   ? Plane
                                             : Rest;
    }
  }
  return parts;
}

/// Numbers connected bodies, and sets that of each face.
std::vector<std::int32_t> solidsOf(const TriangleMesh& mesh, const SurfaceFaces& faces)
{
  std::vector<std::int32_t> parents(mesh.numberOfPoints());
  std::iota(parents.begin(), parents.end(), 0);
  for (std::size_t t = 0; t < mesh.numberOfTriangles(); ++t)
  {
    const std::int32_t* corners = &mesh.triangles[3 * t];
    unionfind::joinShortened(parents.data(), corners[0], corners[1]);
    unionfind::joinShortened(parents.data(), corners[0], corners[2]);
  }
  std::vector<std::int32_t> numberOf(parents.size(), -1);
  std::vector<std::int32_t> solids(faces.shapes.size(), 0);
  std::int32_t count = 0;
  for (std::size_t t = 0; t < mesh.numberOfTriangles(); ++t)
  {
    const std::int32_t body = unionfind::shortenedRoot(parents.data(), mesh.triangles[3 * t]);
    std::int32_t& number = numberOf[std::size_t(body)];
    number = number < 0 ? count++ : number;
    solids[std::size_t(faces.faceOf[t])] = number;
  }
  return solids;
}

/// The faces of a surface without coincident points.
SurfaceFaces facesOfMerged(
  const TriangleMesh& mesh, double angle, const std::vector<std::int32_t>& polygons)
{
  const double rounding = coordinateRounding(mesh);
  const FacetGraph graph = findFacets(mesh, angle, polygons, rounding);
  const std::vector<std::int32_t> parts = partsOf(mesh, graph, angle, rounding);
  FacetSets sets(graph);
  sets.joinNeighbours(
    [&](std::size_t a, std::size_t b) { return parts[a] == parts[b] && parts[a] != Plane; });
  SurfaceFaces faces;
  faces.faceOf.assign(mesh.numberOfTriangles(), 0);
  for (const std::vector<std::int32_t>& set : sets.list())
  {
    const std::vector<std::int32_t> triangles = trianglesOf(graph, set);
    for (const std::int32_t triangle : triangles)
    {
      faces.faceOf[std::size_t(triangle)] = static_cast<std::int32_t>(faces.shapes.size());
    }
    faces.shapes.push_back(shapeOfFace(mesh, triangles, rounding));
  }
  faces.solidOf = solidsOf(mesh, faces);
  return faces;
}
}

SurfaceFaces findFaces(
  const TriangleMesh& mesh, double angle, const std::vector<std::int32_t>& polygons)
{
  const MergedSurface merged = mergeEqualPoints(mesh);
  std::vector<std::int32_t> polygonOf;
  for (std::size_t t = 0; t < merged.triangles.size() && !polygons.empty(); ++t)
  {
    polygonOf.push_back(polygons[std::size_t(merged.triangles[t])]);
  }
  SurfaceFaces faces = facesOfMerged(merged.mesh, angle, polygonOf);
  std::vector<std::int32_t> faceOf(mesh.numberOfTriangles(), -1);
  std::vector<std::int32_t> faceAt(merged.mesh.numberOfPoints(), 0);
  for (std::size_t t = merged.triangles.size(); t-- > 0;)
  {
    faceOf[std::size_t(merged.triangles[t])] = faces.faceOf[t];
    for (std::size_t c = 0; c < 3; ++c)
    {
      faceAt[std::size_t(merged.mesh.triangles[3 * t + c])] = faces.faceOf[t];
    }
  }
  for (std::size_t t = 0; t < faceOf.size(); ++t)
  {
    if (faceOf[t] < 0) // without area
    {
      faceOf[t] = faceAt[std::size_t(merged.points[std::size_t(mesh.triangles[3 * t])])];
    }
  }
  faces.faceOf = std::move(faceOf);
  return faces;
}

std::vector<FaceShape> shapesOfFaces(
  const TriangleMesh& mesh, const std::vector<std::int32_t>& faceOf, std::size_t count)
{
  std::vector<std::vector<std::int32_t>> triangles(count);
  for (std::size_t t = 0; t < faceOf.size(); ++t)
  {
    if (faceOf[t] >= 0)
    {
      triangles[std::size_t(faceOf[t])].push_back(static_cast<std::int32_t>(t));
    }
  }
  const double rounding = coordinateRounding(mesh);
  std::vector<FaceShape> shapes;
  shapes.reserve(triangles.size());
  for (const std::vector<std::int32_t>& of : triangles)
  {
    shapes.push_back(shapeOfFace(mesh, of, rounding));
  }
  return shapes;
}
}
