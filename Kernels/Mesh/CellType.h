#ifndef TRABECULA_MESH_CELLTYPE_H
#define TRABECULA_MESH_CELLTYPE_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
/// Cell types with the numbers and node orders of VTK.
enum class CellType : std::uint8_t
{
  Tetrahedron = 10, ///< the first three nodes are anticlockwise seen from the fourth
  Hexahedron = 12   ///< the face zeta = -1 anticlockwise seen from inside, then the face zeta = +1
};

/// Combinatorial properties of a cell type, without interpolation.
struct CellShape
{
  static constexpr int MostFaces = 6;
  static constexpr int MostFaceNodes = 4;

  CellType type;
  const char* name;   ///< "hexahedron"
  const char* plural; ///< "hexahedra"
  int nodes;
  int faces;
  std::array<int, MostFaces> nodesOfFace; ///< number of nodes of each face
  std::array<std::array<int, MostFaceNodes>, MostFaces> faceNodes;
};

/// All supported types.
constexpr std::array<CellShape, 2> CellShapes = { {
  { CellType::Tetrahedron, "tetrahedron", "tetrahedra", 4, 4, { 3, 3, 3, 3, 0, 0 },
    { { { 0, 1, 3, -1 }, { 1, 2, 3, -1 }, { 2, 0, 3, -1 }, { 0, 2, 1, -1 } } } },
  { CellType::Hexahedron, "hexahedron", "hexahedra", 8, 6, { 4, 4, 4, 4, 4, 4 },
    { { { 0, 3, 2, 1 }, { 4, 5, 6, 7 }, { 0, 1, 5, 4 }, { 1, 2, 6, 5 }, { 2, 3, 7, 6 },
      { 3, 0, 4, 7 } } } },
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
}

#endif
