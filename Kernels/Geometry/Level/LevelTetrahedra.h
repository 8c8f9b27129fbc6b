#ifndef TRABECULA_GEOMETRY_LEVEL_LEVELTETRAHEDRA_H
#define TRABECULA_GEOMETRY_LEVEL_LEVELTETRAHEDRA_H

#include "Geometry/Level/LevelField.h"
#include "Geometry/Triangles/Position.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
inline double tetrahedronVolume(
  const Position& a, const Position& b, const Position& c, const Position& d)
{
  return dotProduct(minus(b, a), crossProduct(minus(c, a), minus(d, a))) / 6.0;
}

/// Numbers of the vertices of an element's tetrahedra: 8 nodes, 6 faces, the centre.
inline std::array<std::int32_t, 15> vertexNumbers(const LevelField& field, std::int64_t element)
{
  const auto e = static_cast<std::size_t>(element);
  std::array<std::int32_t, 15> numbers{};
  for (std::size_t i = 0; i < 8; ++i)
  {
    numbers[i] = field.mesh.connectivity[8 * e + i];
  }
  for (std::size_t f = 0; f < 6; ++f)
  {
    numbers[8 + f] = field.vertexOfFace(field.faces.faceOfSide[6 * e + f]);
  }
  numbers[14] = field.vertexOfElement(element);
  return numbers;
}

/// Numbers and positions of these vertices.
struct ElementVertices
{
  std::array<std::int32_t, 15> numbers;
  std::array<Position, 15> positions;
};

inline ElementVertices verticesOf(const LevelField& field, std::int64_t element)
{
  ElementVertices v{};
  v.numbers = vertexNumbers(field, element);
  for (std::size_t i = 0; i < 8; ++i)
  {
    v.positions[i] = field.position(v.numbers[i]);
    for (std::size_t c = 0; c < 3; ++c)
    {
      v.positions[14][c] += 0.125 * v.positions[i][c];
    }
  }
  for (std::size_t f = 0; f < 6; ++f)
  {
    // Bitwise equal to position(), and so the same from both elements.
    v.positions[8 + f] = field.position(v.numbers[8 + f]);
  }
  return v;
}

/// Calls body(corners) for the 24 tetrahedra, given by indices into ElementVertices; their volumes
/// are positive in a sufficiently convex element.
template <class Body>
void forTetrahedra(const Body& body)
{
  for (std::size_t f = 0; f < 6; ++f)
  {
    for (std::size_t i = 0; i < 4; ++i)
    {
      const auto from = static_cast<std::size_t>(HexFaceCorners[f][i]);
      const auto to = static_cast<std::size_t>(HexFaceCorners[f][(i + 1) % 4]);
      body(std::array<std::size_t, 4>{ std::size_t(14), from, to, 8 + f });
    }
  }
}

/// The corners of a tetrahedron in an order that preserves its orientation, those inside first; if
/// three are inside, the one outside first.
struct TetrahedronCut
{
  std::size_t inside = 0; ///< how many corners
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
