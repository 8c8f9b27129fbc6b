#ifndef TRABECULA_MESH_GENERATORS_QUADPATCHES_H
#define TRABECULA_MESH_GENERATORS_QUADPATCHES_H

#include "Mesh/Mesh.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace trabecula
{
/// A plane mesh of quadrilaterals, on the host.
struct QuadMesh
{
  std::vector<double> points;             ///< x, y of each node, length
  std::vector<std::int32_t> connectivity; ///< 4 nodes per element, anticlockwise
  std::vector<std::int32_t> patch;        ///< per element, the number of its patch

  std::size_t numberOfNodes() const { return this->points.size() / 2; }
  std::size_t numberOfElements() const { return this->connectivity.size() / 4; }
};

/**
 * A plane domain divided into four-sided patches, each of which is filled with a grid of
 * quadrilaterals by transfinite interpolation of its sides (Gordon and Hall 1973).
 *
 * Vertices are created first, then the sides between them, then the patches. Patches with a common
 * side share its nodes, so the mesh is conforming for any number of patches at a vertex. Two
 * vertices have at most one side between them.
 */
class QuadPatches
{
public:
  using Point = std::array<double, 2>;

  /// Adds a vertex. @return its number, which is also that of its node
  std::int32_t vertex(const Point& position);

  /// Adds a straight side of equal segments, at least one.
  void line(std::int32_t from, std::int32_t to, int segments);

  /// Adds a side along the circle about a centre from one vertex to the other, less than half a
  /// turn, in equal segments. Both vertices must be on the circle.
  void arc(std::int32_t from, std::int32_t to, const Point& centre, int segments);

  /// Adds the patch with these corners, anticlockwise. Opposite sides must have equal numbers of
  /// segments.
  /// @return its number @throws Error if a side is missing or opposite ones differ
  std::int32_t patch(std::int32_t a, std::int32_t b, std::int32_t c, std::int32_t d);

  /// Nodes along a side from one vertex to the other, both included.
  /// @throws Error if there is no such side
  std::vector<std::int32_t> side(std::int32_t from, std::int32_t to) const;

  const QuadMesh& mesh() const { return this->Mesh; }

private:
  Point position(std::int32_t node) const;
  std::int32_t addNode(const Point& position);

  QuadMesh Mesh;
  std::int32_t NumberOfPatches = 0;
  /// Nodes from the lower vertex to the higher.
  std::map<std::pair<std::int32_t, std::int32_t>, std::vector<std::int32_t>> Sides;
};

/**
 * The prism over a plane mesh, 0 <= z <= thickness, in layers of equal height.
 *
 * Nodes are numbered plane by plane and elements layer by layer, each in the order of the plane
 * mesh: node n of plane k is n + k * mesh.numberOfNodes().
 */
Mesh extrude(const QuadMesh& mesh, double thickness, int layers);
}

#endif
