#include "Mesh/Generators/BoxMeshes.h"

#include <algorithm>
#include <cstdint>

namespace trabecula
{
namespace
{
using Place = std::array<int, 3>; ///< on the lattice of corners and middles, two steps per cell

/// Corners of the cells into which a box's cell is divided, in steps from its lowest corner.
std::vector<std::vector<Place>> cornersInCell(CellType type)
{
  if (cellShape(type).corners == 8)
  {
    return { { { 0, 0, 0 }, { 2, 0, 0 }, { 2, 2, 0 }, { 0, 2, 0 }, { 0, 0, 2 }, { 2, 0, 2 },
      { 2, 2, 2 }, { 0, 2, 2 } } };
  }
  std::vector<std::vector<Place>> result;
  std::array<std::size_t, 3> order = { 0, 1, 2 };
  do
  {
    Place first = { 0, 0, 0 };
    first[order[0]] = 2;
    Place second = first;
    second[order[1]] = 2;
    // Odd permutations have the opposite orientation.
    const bool even = (order[1] + 3 - order[0]) % 3 == 1;
    result.push_back({ { 0, 0, 0 }, even ? first : second, even ? second : first, { 2, 2, 2 } });
  } while (std::next_permutation(order.begin(), order.end()));
  return result;
}

std::vector<std::vector<Place>> nodesInCell(CellType type)
{
  const CellShape& shape = cellShape(type);
  std::vector<std::vector<Place>> result = cornersInCell(type);
  for (std::vector<Place>& nodes : result)
  {
    for (std::size_t e = 0; shape.isQuadratic() && e < std::size_t(shape.edges); ++e)
    {
      const Place& a = nodes[std::size_t(shape.edgeCorners[e][0])];
      const Place& b = nodes[std::size_t(shape.edgeCorners[e][1])];
      nodes.push_back({ (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2 });
    }
  }
  return result;
}
}

Mesh makeBox(CellType type, const std::array<int, 3>& cells, const BoxMap& map)
{
  const auto [nx, ny, nz] = cells;
  const std::array<std::int64_t, 3> size = { 2 * nx + 1, 2 * ny + 1, 2 * nz + 1 };
  const std::vector<std::vector<Place>> pattern = nodesInCell(type);
  Mesh mesh;
  mesh.cellType = type;
  // Places of nodes are marked first, and then numbered.
  std::vector<std::int32_t> numbers(std::size_t(size[0] * size[1] * size[2]), -1);
  std::vector<std::int64_t> places;
  places.reserve(std::size_t(nx) * ny * nz * pattern.size() * pattern[0].size());
  for (int k = 0; k < nz; ++k)
  {
    for (int j = 0; j < ny; ++j)
    {
      for (int i = 0; i < nx; ++i)
      {
        for (const std::vector<Place>& nodes : pattern)
        {
          for (const Place& p : nodes)
          {
            places.push_back(2 * i + p[0] + size[0] * (2 * j + p[1] + size[1] * (2 * k + p[2])));
            numbers[std::size_t(places.back())] = 0;
          }
        }
      }
    }
  }
  std::int32_t count = 0;
  for (std::int64_t place = 0; place < std::int64_t(numbers.size()); ++place)
  {
    if (numbers[std::size_t(place)] == 0)
    {
      numbers[std::size_t(place)] = count++;
      const std::int64_t i = place % size[0];
      const std::int64_t j = place / size[0] % size[1];
      const std::int64_t k = place / (size[0] * size[1]);
      const std::array<double, 3> at =
        map({ double(i) / (2.0 * nx), double(j) / (2.0 * ny), double(k) / (2.0 * nz) });
      mesh.points.insert(mesh.points.end(), at.begin(), at.end());
    }
  }
  mesh.connectivity.reserve(places.size());
  for (const std::int64_t place : places)
  {
    mesh.connectivity.push_back(numbers[std::size_t(place)]);
  }
  return mesh;
}
}
