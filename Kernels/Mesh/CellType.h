#ifndef TRABECULA_MESH_CELLTYPE_H
#define TRABECULA_MESH_CELLTYPE_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
/// Cell types with the numbers and node orders of VTK. Nodes in the middle of edges follow the
/// corners.
enum class CellType : std::uint8_t
{
  Tetrahedron = 10, ///< the first three nodes are anticlockwise seen from the fourth
  Hexahedron = 12,  ///< the face zeta = -1 anticlockwise seen from inside, then the face zeta = +1
  QuadraticTetrahedron = 24, ///< mid-edge nodes of the edges 01, 12, 20, 03, 13, 23
  QuadraticHexahedron =
    25 ///< mid-edge nodes of the first face, of the opposite face, of the edges 04, 15, 26, 37
};

/// Combinatorial properties of a cell type, without interpolation.
struct CellShape
{
  static constexpr int MostNodes = 20;
  static constexpr int MostFaces = 6;
  static constexpr int MostFaceNodes = 8;
  static constexpr int MostEdges = 12;

  CellType type;
  const char* name;   ///< "hexahedron"
  const char* plural; ///< "hexahedra"
  int nodes;
  int corners; ///< number of corners, which are the first nodes; the others are mid-edge nodes
  int faces;
  std::array<int, MostFaces> nodesOfFace; ///< number of nodes of each face
  /// Nodes of each face, anticlockwise seen from outside: corners, then the mid-edge node after
  /// each.
  std::array<std::array<int, MostFaceNodes>, MostFaces> faceNodes;
  int edges;
  std::array<std::array<int, 2>, MostEdges> edgeCorners; ///< in the order of mid-edge nodes

  constexpr bool isQuadratic() const { return this->nodes > this->corners; }
  constexpr int cornersOfFace(int face) const
  {
    return this->isQuadratic() ? this->nodesOfFace[std::size_t(face)] / 2
                               : this->nodesOfFace[std::size_t(face)];
  }
};

/// All supported types.
inline constexpr std::array<CellShape, 4> CellShapes = { {
  { CellType::Tetrahedron, "tetrahedron", "tetrahedra", 4, 4, 4, { 3, 3, 3, 3, 0, 0 },
    { { { 0, 1, 3 }, { 1, 2, 3 }, { 2, 0, 3 }, { 0, 2, 1 } } }, 6,
    { { { 0, 1 }, { 1, 2 }, { 2, 0 }, { 0, 3 }, { 1, 3 }, { 2, 3 } } } },
  { CellType::Hexahedron, "hexahedron", "hexahedra", 8, 8, 6, { 4, 4, 4, 4, 4, 4 },
    { { { 0, 3, 2, 1 }, { 4, 5, 6, 7 }, { 0, 1, 5, 4 }, { 1, 2, 6, 5 }, { 2, 3, 7, 6 },
      { 3, 0, 4, 7 } } },
    12,
    { { { 0, 1 }, { 1, 2 }, { 2, 3 }, { 3, 0 }, { 4, 5 }, { 5, 6 }, { 6, 7 }, { 7, 4 }, { 0, 4 },
      { 1, 5 }, { 2, 6 }, { 3, 7 } } } },
  { CellType::QuadraticTetrahedron, "quadratic tetrahedron", "quadratic tetrahedra", 10, 4, 4,
    { 6, 6, 6, 6, 0, 0 },
    { { { 0, 1, 3, 4, 8, 7 }, { 1, 2, 3, 5, 9, 8 }, { 2, 0, 3, 6, 7, 9 }, { 0, 2, 1, 6, 5, 4 } } },
    6, { { { 0, 1 }, { 1, 2 }, { 2, 0 }, { 0, 3 }, { 1, 3 }, { 2, 3 } } } },
  { CellType::QuadraticHexahedron, "quadratic hexahedron", "quadratic hexahedra", 20, 8, 6,
    { 8, 8, 8, 8, 8, 8 },
    { { { 0, 3, 2, 1, 11, 10, 9, 8 }, { 4, 5, 6, 7, 12, 13, 14, 15 }, { 0, 1, 5, 4, 8, 17, 12, 16 },
      { 1, 2, 6, 5, 9, 18, 13, 17 }, { 2, 3, 7, 6, 10, 19, 14, 18 },
      { 3, 0, 4, 7, 11, 16, 15, 19 } } },
    12,
    { { { 0, 1 }, { 1, 2 }, { 2, 3 }, { 3, 0 }, { 4, 5 }, { 5, 6 }, { 6, 7 }, { 7, 4 }, { 0, 4 },
      { 1, 5 }, { 2, 6 }, { 3, 7 } } } },
} };

/// Null for an unsupported VTK cell type.
constexpr const CellShape* findCellShape(int vtkType)
{
  for (const CellShape& shape : CellShapes)
  {
    if (static_cast<int>(shape.type) == vtkType)
    {
      return &shape;
    }
  }
  return nullptr;
}

constexpr const CellShape& cellShape(CellType type)
{
  return *findCellShape(static_cast<int>(type));
}

/// The quadratic type with the same corners; a quadratic type itself.
constexpr CellType quadraticType(CellType type)
{
  return cellShape(type).corners == 4 ? CellType::QuadraticTetrahedron
                                      : CellType::QuadraticHexahedron;
}
}

#endif
