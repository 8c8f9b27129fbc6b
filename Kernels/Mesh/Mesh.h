#ifndef TRABECULA_MESH_MESH_H
#define TRABECULA_MESH_MESH_H

#include "Mesh/CellType.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trabecula
{
/**
 * An unstructured mesh on the host, of cells of one type or of several.
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
  CellType cellType = CellType::Hexahedron; ///< of all elements, unless isMixed()
  /// Type of each element if they are of several types; else empty.
  std::vector<CellType> types;
  /// With types: begin of the nodes of each element in connectivity; one more than there are
  /// elements.
  std::vector<std::int64_t> offsets;

  /// Whether elements are of several types; cellType and nodesPerElement() are then undefined.
  bool isMixed() const { return !this->types.empty(); }
  std::size_t nodesPerElement() const
  {
    return static_cast<std::size_t>(cellShape(this->cellType).nodes);
  }
  std::size_t numberOfNodes() const { return this->points.size() / 3; }
  std::size_t numberOfElements() const
  {
    return this->isMixed() ? this->types.size()
                           : this->connectivity.size() / this->nodesPerElement();
  }
  CellType type(std::size_t e) const { return this->isMixed() ? this->types[e] : this->cellType; }
  const CellShape& shape(std::size_t e) const { return cellShape(this->type(e)); }
  /// Number of nodes of an element.
  std::size_t nodesOf(std::size_t e) const { return std::size_t(this->shape(e).nodes); }
  /// Begin of the nodes of an element in connectivity; for e = numberOfElements() the end of all.
  std::size_t offset(std::size_t e) const
  {
    return this->isMixed() ? static_cast<std::size_t>(this->offsets[e])
                           : e * this->nodesPerElement();
  }
  /// The nodes of an element, nodesOf(e) of them.
  const std::int32_t* element(std::size_t e) const
  {
    return this->connectivity.data() + this->offset(e);
  }
  /// The types of elements that occur, each once, in ascending order.
  std::vector<CellType> allTypes() const;

  /// Adds an element of any type with the given nodes, as many as the type has. The first element
  /// sets cellType.
  void append(CellType added, const std::int32_t* nodes);
};

/// Whether all elements are eight-node hexahedra, as algorithms for these alone require.
inline bool isHexahedral(const Mesh& mesh)
{
  return !mesh.isMixed() && mesh.cellType == CellType::Hexahedron;
}

/// @throws Error unless isHexahedral() @param what the algorithm, with which the message begins, as
/// in "A refinement"
void requireHexahedral(const Mesh& mesh, const char* what);

/// The cell types of a mesh in words, as in "tetrahedra and hexahedra".
std::string cellTypesText(const Mesh& mesh);

/// A box of nx * ny * nz equal hexahedra; nodes and elements numbered with x fastest, then y, then
/// z.
Mesh makeBoxMesh(const std::array<int, 3>& elements, const std::array<double, 3>& size,
  const std::array<double, 3>& origin = { 0.0, 0.0, 0.0 });

/// The elements of a mesh for which keep, one per element, is nonzero, and the nodes that they use;
/// both in their original order.
Mesh keepElements(const Mesh& mesh, const std::vector<std::uint8_t>& keep);
}

#endif
