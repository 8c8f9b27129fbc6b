#ifndef TRABECULA_GEOMETRY_TRIANGLES_TRIANGLEMESH_H
#define TRABECULA_GEOMETRY_TRIANGLES_TRIANGLEMESH_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// A surface of triangles, on the host.
struct TriangleMesh
{
  std::vector<double> points;          ///< coordinates, 3 per point, length
  std::vector<std::int32_t> triangles; ///< 3 points each, anticlockwise seen from outside

  std::size_t numberOfPoints() const { return this->points.size() / 3; }
  std::size_t numberOfTriangles() const { return this->triangles.size() / 3; }

  std::array<double, 3> point(std::int32_t i) const
  {
    const double* x = &this->points[3 * static_cast<std::size_t>(i)];
    return { x[0], x[1], x[2] };
  }
};

/// Volume inside a closed surface, by the divergence theorem, length^3.
double enclosedVolume(const TriangleMesh& mesh);

/// Sum of the areas of all triangles, length^2.
double surfaceArea(const TriangleMesh& mesh);

/// Combinatorial topology of a surface as a complex of points, edges and triangles.
struct SurfaceTopology
{
  std::int64_t boundaryEdges = 0;     ///< edges of one triangle
  std::int64_t nonManifoldEdges = 0;  ///< edges of more than two triangles
  std::int64_t misorientedEdges = 0;  ///< edges that both triangles traverse in the same direction
  std::int64_t nonManifoldPoints = 0; ///< points whose triangles are not one fan
  std::int64_t eulerCharacteristic = 0; ///< points in use - edges + triangles

  /// Whether the surface is a closed, oriented 2-manifold.
  bool isClosedManifold() const
  {
    return this->boundaryEdges + this->nonManifoldEdges + this->misorientedEdges +
      this->nonManifoldPoints ==
      0;
  }
};

SurfaceTopology findTopology(const TriangleMesh& mesh);
}

#endif
