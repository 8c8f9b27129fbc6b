#include "Solver/Aggregation/CornerMesh.h"

#include <algorithm>

namespace trabecula
{
namespace
{
CellType linearType(CellType type)
{
  return cellShape(type).corners == 4 ? CellType::Tetrahedron : CellType::Hexahedron;
}
}

bool hasQuadraticElements(const Mesh& mesh)
{
  const std::vector<CellType> types = mesh.allTypes();
  return std::any_of(
    types.begin(), types.end(), [](CellType type) { return cellShape(type).isQuadratic(); });
}

CornerMesh makeCornerMesh(const Mesh& mesh)
{
  const std::size_t nodes = mesh.numberOfNodes();
  CornerMesh result;
  std::vector<std::int32_t> numbers(nodes, -1);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const std::int32_t* element = mesh.element(e);
    for (int a = 0; a < mesh.shape(e).corners; ++a)
    {
      numbers[static_cast<std::size_t>(element[a])] = 0;
    }
  }
  result.ends.assign(nodes, { -1, -1 });
  std::int32_t corners = 0;
  for (std::size_t n = 0; n < nodes; ++n)
  {
    if (numbers[n] == 0)
    {
      numbers[n] = corners++;
      result.ends[n] = { numbers[n], numbers[n] };
      result.mesh.points.insert(
        result.mesh.points.end(), &mesh.points[3 * n], &mesh.points[3 * n] + 3);
    }
  }
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const std::int32_t* element = mesh.element(e);
    const CellShape& shape = mesh.shape(e);
    std::array<std::int32_t, CellShape::MostNodes> linear{};
    for (int a = 0; a < shape.corners; ++a)
    {
      linear[static_cast<std::size_t>(a)] = numbers[static_cast<std::size_t>(element[a])];
    }
    result.mesh.append(linearType(shape.type), linear.data());
    for (int a = shape.corners; a < shape.nodes; ++a)
    {
      const auto& ends = shape.edgeCorners[static_cast<std::size_t>(a - shape.corners)];
      result.ends[static_cast<std::size_t>(element[a])] = {
        linear[static_cast<std::size_t>(ends[0])], linear[static_cast<std::size_t>(ends[1])]
      };
    }
  }
  return result;
}

std::vector<std::uint8_t> cornerSupports(
  const CornerMesh& corners, const std::vector<std::uint8_t>& supports)
{
  std::vector<std::uint8_t> result(corners.mesh.points.size(), 0);
  for (std::size_t n = 0; n < corners.ends.size(); ++n)
  {
    const auto [first, second] = corners.ends[n];
    for (std::size_t c = 0; c < 3 && first >= 0 && first == second; ++c)
    {
      result[3 * static_cast<std::size_t>(first) + c] = supports[3 * n + c];
    }
  }
  return result;
}

std::vector<double> cornerSprings(const CornerMesh& corners, const std::vector<double>& springs)
{
  if (springs.empty())
  {
    return {};
  }
  std::vector<double> result(corners.mesh.points.size(), 0.0);
  for (std::size_t n = 0; n < corners.ends.size(); ++n)
  {
    for (const std::int32_t end : corners.ends[n])
    {
      for (std::size_t c = 0; c < 3 && end >= 0; ++c)
      {
        result[3 * static_cast<std::size_t>(end) + c] += 0.5 * springs[3 * n + c];
      }
    }
  }
  return result;
}
}
