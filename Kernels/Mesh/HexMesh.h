#ifndef TRABECULA_MESH_HEXMESH_H
#define TRABECULA_MESH_HEXMESH_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * An unstructured mesh of eight-node hexahedra, on the host.
 *
 * Lengths are in the user's unit of length. Units throughout the library are the user's own
 * consistent ones: with mm and N, moduli and stresses are in MPa and compliance in N mm.
 */
struct HexMesh
{
  /// Coordinates, 3 per node: x0 y0 z0 x1 y1 z1 ...
  std::vector<double> points;
  /// Nodes, 8 per element, in VTK_HEXAHEDRON order: the face zeta = -1 anticlockwise seen from
  /// inside the element, then the face zeta = +1.
  std::vector<std::int32_t> connectivity;

  std::size_t numberOfNodes() const { return this->points.size() / 3; }
  std::size_t numberOfElements() const { return this->connectivity.size() / 8; }
};

/// A box of nx * ny * nz equal bricks; nodes and elements numbered with x fastest, then y, then z.
HexMesh makeBoxMesh(const std::array<int, 3>& elements, const std::array<double, 3>& size,
  const std::array<double, 3>& origin = { 0.0, 0.0, 0.0 });

/// The elements of a mesh for which keep, one per element, is nonzero, and the nodes that they use;
/// the order of both is preserved.
HexMesh keepElements(const HexMesh& mesh, const std::vector<std::uint8_t>& keep);
}

#endif
