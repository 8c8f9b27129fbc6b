#ifndef TRABECULA_MESH_ELEMENTFACES_H
#define TRABECULA_MESH_ELEMENTFACES_H

#include "Mesh/Mesh.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The nodes around a face, anticlockwise seen from outside its element; corners alternate with
/// mid-edge nodes, if there are any.
template <class Number>
struct FaceLoop
{
  int count = 0;
  std::array<Number, CellShape::MostFaceNodes> nodes{};

  constexpr Number operator[](std::size_t i) const { return this->nodes[i]; }
  /// The node after the i-th one around the face.
  constexpr Number next(std::size_t i) const
  {
    return this->nodes[i + 1 < this->size() ? i + 1 : 0];
  }
  constexpr Number previous(std::size_t i) const
  {
    return this->nodes[i > 0 ? i - 1 : this->size() - 1];
  }
  constexpr std::size_t size() const { return static_cast<std::size_t>(this->count); }
  constexpr const Number* begin() const { return this->nodes.data(); }
  constexpr const Number* end() const { return this->nodes.data() + this->count; }
};

/// The faces of a cell type by numbers of its nodes.
struct FaceLoops
{
  int faces = 0;
  std::array<FaceLoop<int>, CellShape::MostFaces> loops{};

  constexpr const FaceLoop<int>& operator[](std::size_t face) const { return this->loops[face]; }
};

const FaceLoops& faceLoops(CellType type);

/// The faces of a mesh, each once. A side is a face of one element, numbered
/// CellShape::MostFaces * element + face, the faces being those of faceLoops().
struct ElementFaces
{
  static constexpr std::int64_t None = -1;

  /// CellShape::MostFaces entries per element, of which elements with fewer faces use the first.
  std::vector<std::int32_t> faceOfSide;
  /// The sides of each face, the lower first; the second is None on the boundary of the mesh.
  std::vector<std::array<std::int64_t, 2>> sides;

  std::size_t count() const { return this->sides.size(); }

  static std::int64_t firstSideOf(std::int64_t element) { return CellShape::MostFaces * element; }
  static std::int64_t elementOf(std::int64_t side) { return side / CellShape::MostFaces; }
};

/// Numbers faces by their smallest corner, then by element. Faces of equal corners are the same
/// face; other differences between neighbours are found by describeMismatch().
/// @throws Error for an element that has a node twice, and for a face that three elements share
ElementFaces findFaces(const Mesh& mesh);

/// The nodes of a side.
FaceLoop<std::int32_t> nodesOfSide(const Mesh& mesh, std::int64_t side);
}

#endif
