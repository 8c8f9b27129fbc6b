#include "Geometry/Level/LevelPieces.h"

#include "Core/UnionFind.h"
#include "Geometry/Level/LevelTetrahedra.h"

#include <numeric>

namespace trabecula
{
namespace
{
/// Joins those vertices of an element's tetrahedra that are inside along edges.
void joinInside(const LevelField& field, std::int64_t element, double level, std::int32_t* parents)
{
  const ElementVertices vertices = verticesOf(field, element);
  const auto inside = insideOf(field, vertices, level);
  const auto join = [&](std::size_t a, std::size_t b)
  {
    if (inside[a] && inside[b])
    {
      unionfind::join(parents, vertices.numbers[a], vertices.numbers[b]);
    }
  };
  for (std::size_t i = 0; i < vertices.centre(); ++i)
  {
    join(vertices.centre(), i);
  }
  for (std::size_t f = 0; f < vertices.faces(); ++f)
  {
    const FaceLoop<int>& loop = (*vertices.loops)[f];
    for (std::size_t i = 0; i < loop.size(); ++i)
    {
      const auto node = static_cast<std::size_t>(loop[i]);
      join(vertices.face(f), node);
      join(node, static_cast<std::size_t>(loop.next(i)));
    }
  }
}
}

std::vector<std::int32_t> findPieces(const LevelField& field, double level)
{
  std::vector<std::int32_t> parents(field.numberOfVertices());
  std::iota(parents.begin(), parents.end(), 0);
  const auto elements = static_cast<std::int64_t>(field.mesh.numberOfElements());
#pragma omp parallel for schedule(static)
  for (std::int64_t e = 0; e < elements; ++e)
  {
    if (field.parts[e] == LevelField::Design)
    {
      joinInside(field, e, level, parents.data());
    }
    else if (field.parts[e] == LevelField::Solid)
    {
      for (const std::int32_t vertex : verticesOf(field, e))
      {
        unionfind::join(parents.data(), field.vertexOfElement(e), vertex);
      }
    }
  }
  const auto vertices = static_cast<std::int64_t>(parents.size());
  std::vector<std::int32_t> pieces(parents.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t v = 0; v < vertices; ++v)
  {
    pieces[v] = unionfind::root(parents.data(), static_cast<std::int32_t>(v));
  }
  return pieces;
}
}
