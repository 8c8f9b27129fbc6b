#ifndef TRABECULA_MESH_MESH_H
#define TRABECULA_MESH_MESH_H

#include "Mesh/CellType.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * An unstructured mesh on the host, of cells of one type.
 *
 * Units throughout the library are any consistent ones: with mm and N, moduli and stresses are in
 * MPa and compliance in N mm.
 */
struct Mesh
{
  /// Coordinates, 3 per node: x0 y0 z0 x1 y1 z1 ...
  std::vector<double> points;
  /// Nodes of each element in VTK's order, element after element.
  std::vector<std::int32_t> connectivity;
  CellType cellType = CellType::Hexahedron; ///< of all elements

  std::size_t nodesPerElement() const
  {
    return static_cast<std::size_t>(cellShape(this->cellType).nodes);
  }
  std::size_t numberOfNodes() const { return this->points.size() / 3; }
  std::size_t numberOfElements() const
  {
    return this->connectivity.size() / this->nodesPerElement();
  }
  /// The nodes of an element, nodesPerElement() of them.
  const std::int32_t* element(std::size_t e) const
  {
    return this->connectivity.data() + e * this->nodesPerElement();
  }
};

/// A box of nx * ny * nz equal hexahedra; nodes and elements numbered with x fastest, then y, then
/// z.
Mesh makeBoxMesh(const std::array<int, 3>& elements, const std::array<double, 3>& size,
  const std::array<double, 3>& origin = { 0.0, 0.0, 0.0 });

/// The elements of a mesh for which keep, one per element, is nonzero, and the nodes that they use;
/// both in their original order.
Mesh keepElements(const Mesh& mesh, const std::vector<std::uint8_t>& keep);
}

#endif
