#ifndef TRABECULA_MESH_HEXFACES_H
#define TRABECULA_MESH_HEXFACES_H

#include "Mesh/Mesh.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Corners of a hexahedron in VTK_HEXAHEDRON order, in units of its edges along xi, eta, zeta.
constexpr std::array<std::array<int, 3>, 8> HexCorners = { { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 },
  { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 1 }, { 1, 1, 1 }, { 0, 1, 1 } } };

/// Corners of the six faces of a hexahedron in VTK_HEXAHEDRON order, anticlockwise seen from
/// outside.
constexpr std::array<std::array<int, 4>, 6> HexFaceCorners = { { { 0, 4, 7, 3 }, { 1, 2, 6, 5 },
  { 0, 1, 5, 4 }, { 3, 7, 6, 2 }, { 0, 3, 2, 1 }, { 4, 5, 6, 7 } } };

/// The three faces at each corner, as indices into HexFaceCorners.
constexpr std::array<std::array<int, 3>, 8> HexFacesAtCorner = { { { 0, 2, 4 }, { 1, 2, 4 },
  { 1, 3, 4 }, { 0, 3, 4 }, { 0, 2, 5 }, { 1, 2, 5 }, { 1, 3, 5 }, { 0, 3, 5 } } };

/// The faces of a mesh, each once. A side is a face of one element, numbered 6 * element + face.
struct HexFaces
{
  static constexpr std::int64_t None = -1;

  std::vector<std::int32_t> faceOfSide; ///< 6 per element
  /// The sides of each face, the lower first; the second is None on the boundary of the mesh.
  std::vector<std::array<std::int64_t, 2>> sides;

  std::size_t count() const { return this->sides.size(); }
};

/// Numbers faces by their smallest node, then by element.
/// @throws Error for an element that has a node twice, and for a face that three elements share
HexFaces findFaces(const Mesh& mesh);

/// The nodes of a side, anticlockwise seen from outside its element.
inline std::array<std::int32_t, 4> nodesOfSide(const Mesh& mesh, std::int64_t side)
{
  const auto first = static_cast<std::size_t>(side / 6 * 8);
  const std::array<int, 4>& corners = HexFaceCorners[static_cast<std::size_t>(side % 6)];
  std::array<std::int32_t, 4> nodes{};
  for (std::size_t i = 0; i < 4; ++i)
  {
    nodes[i] = mesh.connectivity[first + static_cast<std::size_t>(corners[i])];
  }
  return nodes;
}
}

#endif
