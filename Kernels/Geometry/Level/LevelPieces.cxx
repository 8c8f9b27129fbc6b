#include "Geometry/Level/LevelPieces.h"

#include "Core/UnionFind.h"
#include "Geometry/Level/LevelTetrahedra.h"

#include <numeric>

namespace trabecula
{
namespace
{
/// Joins the vertices of an element's tetrahedra that are inside, along their edges.
void joinInside(const LevelField& field, std::int64_t element, double level, std::int32_t* parents)
{
  const std::array<std::int32_t, 15> numbers = vertexNumbers(field, element);
  std::array<bool, 15> inside{};
  for (int i = 0; i < 15; ++i)
  {
    inside[i] = field.isInside(numbers[i], level);
  }
  const auto join = [&](int a, int b)
  {
    if (inside[a] && inside[b])
    {
      unionfind::join(parents, numbers[a], numbers[b]);
    }
  };
  for (int i = 0; i < 14; ++i)
  {
    join(14, i);
  }
  for (int f = 0; f < 6; ++f)
  {
    for (int i = 0; i < 4; ++i)
    {
      join(8 + f, HexFaceCorners[f][i]);
      join(HexFaceCorners[f][i], HexFaceCorners[f][(i + 1) % 4]);
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
      for (const std::int32_t vertex : vertexNumbers(field, e))
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
