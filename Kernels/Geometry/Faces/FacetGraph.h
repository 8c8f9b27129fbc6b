#ifndef TRABECULA_GEOMETRY_FACES_FACETGRAPH_H
#define TRABECULA_GEOMETRY_FACES_FACETGRAPH_H

#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// For each edge of each triangle, from its corner i to the next, the other triangle there; -1
/// where there is none, or more than one.
std::vector<std::array<std::int32_t, 3>> findEdgeNeighbours(const TriangleMesh& mesh);

/**
 * The facets of a surface: the largest sets of connected triangles in one plane, as a side of a box
 * or the strip between two lines along a cylinder, and which of them meet smoothly. Numbers of
 * facets ascend with the smallest number of their triangles.
 */
struct FacetGraph
{
  std::vector<std::int32_t> facetOf;                 ///< for each triangle
  std::vector<std::vector<std::int32_t>> triangles;  ///< of each facet, ascending
  std::vector<std::vector<std::int32_t>> points;     ///< corners of each facet, ascending
  std::vector<std::vector<std::int32_t>> neighbours; ///< across smooth edges, ascending
  std::vector<Position> normals;                     ///< of length 1, or 0 without area
  std::vector<double> areas;                         ///< length^2

  std::size_t numberOfFacets() const { return this->areas.size(); }
};

/**
 * @param mesh without coincident points
 * @param angle edges with a smaller angle between the normals are smooth, degrees
 * @param polygons for each triangle, the number of the polygon of which it is a part: these stay
 * together although the polygon may be warped. Empty: each is a polygon by itself
 * @param rounding of coordinates, length
 */
FacetGraph findFacets(const TriangleMesh& mesh, double angle,
  const std::vector<std::int32_t>& polygons, double rounding);
}

#endif
