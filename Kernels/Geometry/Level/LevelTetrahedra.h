#ifndef TRABECULA_GEOMETRY_LEVEL_LEVELTETRAHEDRA_H
#define TRABECULA_GEOMETRY_LEVEL_LEVELTETRAHEDRA_H

#include "Geometry/Level/LevelField.h"
#include "Geometry/Triangles/Position.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
/// The vertices of an element's tetrahedra: its nodes, then its faces, then its centre.
struct ElementVertices
{
  static constexpr std::size_t Most = CellShape::MostNodes + CellShape::MostFaces + 1;

  std::array<std::int32_t, Most> numbers{}; ///< of the field
  const FaceLoops* loops = nullptr;
  std::size_t nodes = 0;

  std::size_t faces() const { return static_cast<std::size_t>(this->loops->faces); }
  std::size_t face(std::size_t f) const { return this->nodes + f; }
  std::size_t centre() const { return this->nodes + this->faces(); }
  std::size_t size() const { return this->centre() + 1; }
  const std::int32_t* begin() const { return this->numbers.data(); }
  const std::int32_t* end() const { return this->numbers.data() + this->size(); }
};

inline ElementVertices verticesOf(const LevelField& field, std::int64_t element)
{
  const auto e = static_cast<std::size_t>(element);
  ElementVertices v;
  v.loops = &faceLoops(field.mesh.type(e));
  v.nodes = field.mesh.nodesOf(e);
  std::copy_n(field.mesh.element(e), v.nodes, v.numbers.begin());
  const auto first = static_cast<std::size_t>(ElementFaces::firstSideOf(element));
  for (std::size_t f = 0; f < v.faces(); ++f)
  {
    v.numbers[v.face(f)] = field.vertexOfFace(field.faces.faceOfSide[first + f]);
  }
  v.numbers[v.centre()] = field.vertexOfElement(element);
  return v;
}

/// Which of the vertices are inside the body.
inline std::array<bool, ElementVertices::Most> insideOf(
  const LevelField& field, const ElementVertices& vertices, double level)
{
  std::array<bool, ElementVertices::Most> inside{};
  for (std::size_t i = 0; i < vertices.size(); ++i)
  {
    inside[i] = field.isInside(vertices.numbers[i], level);
  }
  return inside;
}

/// Calls body(corners) for the tetrahedra of an element, whose corners are indices into
/// ElementVertices; their volumes are positive in a sufficiently convex element.
template <class Body>
void forTetrahedra(const ElementVertices& vertices, const Body& body)
{
  for (std::size_t f = 0; f < vertices.faces(); ++f)
  {
    const FaceLoop<int>& loop = (*vertices.loops)[f];
    for (std::size_t i = 0; i < loop.size(); ++i)
    {
      body(std::array<std::size_t, 4>{ vertices.centre(), static_cast<std::size_t>(loop[i]),
        static_cast<std::size_t>(loop.next(i)), vertices.face(f) });
    }
  }
}

/// The corners of a tetrahedron in an order that preserves its orientation: corners inside first,
/// or, if three are inside, the corner outside first.
struct TetrahedronCut
{
  std::size_t inside = 0; ///< number of corners inside
  std::array<std::size_t, 4> order{};
};

inline TetrahedronCut cutOf(const std::array<bool, 4>& inside)
{
  constexpr std::array<std::array<std::size_t, 4>, 4> byFirst = { { { 0, 1, 2, 3 }, { 1, 0, 3, 2 },
    { 2, 3, 0, 1 }, { 3, 2, 1, 0 } } };
  TetrahedronCut cut;
  for (const bool in : inside)
  {
    cut.inside += in ? 1 : 0;
  }
  if (cut.inside == 2)
  {
    constexpr std::array<std::array<std::size_t, 4>, 6> byTwo = { { { 0, 1, 2, 3 }, { 0, 2, 3, 1 },
      { 0, 3, 1, 2 }, { 1, 2, 0, 3 }, { 1, 3, 2, 0 }, { 2, 3, 0, 1 } } };
    for (const auto& order : byTwo)
    {
      if (inside[order[0]] && inside[order[1]])
      {
        cut.order = order;
      }
    }
    return cut;
  }
  const bool first = cut.inside == 1;
  for (std::size_t i = 0; i < 4; ++i)
  {
    if (inside[i] == first)
    {
      cut.order = byFirst[i];
    }
  }
  return cut;
}
}

#endif
