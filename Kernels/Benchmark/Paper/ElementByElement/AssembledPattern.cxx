#include "Benchmark/Paper/ElementByElement/AssembledPattern.h"

#include "Core/Error.h"
#include "Element/Hex8.h"
#include "Mesh/NodeElements.h"

#include <algorithm>
#include <limits>

namespace trabecula::benchmarks
{
AssembledPattern::AssembledPattern(const Mesh& mesh) : places(64 * mesh.numberOfElements())
{
  const std::size_t nodes = mesh.numberOfNodes();
  const NodeElements at = findNodeElements(mesh.connectivity, nodes);
  std::vector<std::vector<std::int32_t>> neighbours(nodes);
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < nodes; ++n)
  {
    std::vector<std::int32_t>& mine = neighbours[n];
    for (std::int64_t i = at.starts[n]; i < at.starts[n + 1]; ++i)
    {
      const auto corners = mesh.connectivity.begin() + std::ptrdiff_t(8) * at.elements[i];
      mine.insert(mine.end(), corners, corners + 8);
    }
    std::sort(mine.begin(), mine.end());
    mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
  }

  std::int64_t count = 0;
  for (const std::vector<std::int32_t>& mine : neighbours)
  {
    count += 9 * std::int64_t(mine.size());
  }
  if (count > std::numeric_limits<std::int32_t>::max())
  {
    throw Error("The assembled matrix has " + std::to_string(count) +
      " entries, more than 32-bit offsets can count. Choose a smaller mesh.");
  }
  this->rowOffsets.assign(1, 0);
  this->rowOffsets.reserve(3 * nodes + 1);
  this->columns.reserve(std::size_t(count));
  for (const std::vector<std::int32_t>& mine : neighbours)
  {
    for (int component = 0; component < 3; ++component)
    {
      for (const std::int32_t neighbour : mine)
      {
        for (std::int32_t j = 0; j < 3; ++j)
        {
          this->columns.push_back(3 * neighbour + j);
        }
      }
      this->rowOffsets.push_back(static_cast<std::int32_t>(this->columns.size()));
    }
  }
#pragma omp parallel for schedule(static)
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const std::int32_t* corners = mesh.connectivity.data() + 8 * e;
    for (std::size_t i = 0; i < 64; ++i)
    {
      const std::vector<std::int32_t>& mine = neighbours[std::size_t(corners[i / 8])];
      this->places[64 * e + i] = static_cast<std::uint8_t>(
        std::lower_bound(mine.begin(), mine.end(), corners[i % 8]) - mine.begin());
    }
  }
}

std::vector<double> unitStiffnesses(const Mesh& mesh, double poissonsRatio)
{
  std::vector<double> stiffnesses(576 * mesh.numberOfElements());
  const Elasticity material = unitElasticity(poissonsRatio);
#pragma omp parallel for schedule(static)
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    double corners[24];
    for (std::size_t i = 0; i < 24; ++i)
    {
      corners[i] = mesh.points[3 * std::size_t(mesh.connectivity[8 * e + i % 8]) + i / 8];
    }
    for (std::size_t column = 0; column < 24; ++column)
    {
      double u[24] = {};
      double f[24];
      u[8 * (column % 3) + column / 3] = 1.0;
      hex8::product(corners, u, 1.0, material, f);
      for (std::size_t row = 0; row < 24; ++row)
      {
        stiffnesses[576 * e + 24 * row + column] = f[8 * (row % 3) + row / 3];
      }
    }
  }
  return stiffnesses;
}
}
