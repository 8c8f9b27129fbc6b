#include "Operator/Meshfree/Lattice/MeshfreeLattice.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace trabecula
{
namespace
{
/// The corner of a hexahedron that is adjacent to corner 0 along each axis of the cell.
constexpr std::array<std::size_t, 3> NextCorner = { 1, 3, 4 };

/// Returns whether a corner, in VTK's order, is at the upper end of an axis of the cell.
bool isUpper(std::size_t corner, std::size_t axis)
{
  return axis == 0 ? ((corner + 1) & 2) != 0 : axis == 1 ? (corner & 2) != 0 : (corner & 4) != 0;
}

bool isNear(double a, double b, double length)
{
  return std::abs(a - b) <= 1e-9 * length;
}
}

std::optional<MeshfreeLattice> findMeshfreeLattice(
  const std::vector<double>& nodes, const Mesh& mesh)
{
  const std::size_t numberOfNodes = nodes.size() / 3;
  if (!isHexahedral(mesh) || mesh.numberOfElements() == 0 || nodes.size() > mesh.points.size() ||
    !std::equal(nodes.begin(), nodes.end(), mesh.points.begin()) ||
    *std::max_element(mesh.connectivity.begin(), mesh.connectivity.end()) >=
      static_cast<std::int32_t>(numberOfNodes))
  {
    return std::nullopt;
  }
  // The axes of the first cell are parallel to the coordinate axes; all other cells are
  // translations of it.
  const auto at = [&](std::int32_t node) { return &nodes[3 * static_cast<std::size_t>(node)]; };
  const std::int32_t* first = mesh.element(0);
  std::array<double, 3> edge{};
  std::array<std::int32_t, 8> pattern{};
  for (std::size_t a = 0; a < 8; ++a)
  {
    pattern[a] = first[a] - first[0];
  }
  for (std::size_t d = 0; d < 3; ++d)
  {
    edge[d] = at(first[NextCorner[d]])[d] - at(first[0])[d];
    if (!(edge[d] > 0.0))
    {
      return std::nullopt;
    }
  }
  std::array<double, 3> low = { at(0)[0], at(0)[1], at(0)[2] };
  std::array<double, 3> high = low;
  for (std::size_t i = 0; i < nodes.size(); ++i)
  {
    low[i % 3] = std::min(low[i % 3], nodes[i]);
    high[i % 3] = std::max(high[i % 3], nodes[i]);
  }
  MeshfreeLattice lattice{};
  std::size_t allCells = 1;
  std::size_t allNodes = 1;
  for (std::size_t d = 0; d < 3; ++d)
  {
    const double count = std::round((high[d] - low[d]) / edge[d]);
    if (!(count >= 1.0 && count <= double(mesh.numberOfElements())))
    {
      return std::nullopt;
    }
    lattice.cells[d] = static_cast<std::int32_t>(count);
    lattice.strides[d] = first[NextCorner[d]] - first[0];
    allCells *= static_cast<std::size_t>(lattice.cells[d]);
    allNodes *= static_cast<std::size_t>(lattice.cells[d]) + 1;
  }
  if (allCells != mesh.numberOfElements() || allNodes != numberOfNodes)
  {
    return std::nullopt;
  }

  // Node numbers are a linear function of the lattice position.
  const auto indexOf = [&](const double* x, std::size_t d)
  { return static_cast<std::int32_t>(std::round((x[d] - low[d]) / edge[d])); };
  lattice.firstNode = first[0];
  for (std::size_t d = 0; d < 3; ++d)
  {
    lattice.firstNode -= indexOf(at(first[0]), d) * lattice.strides[d];
  }
  bool fits = true;
  for (std::size_t n = 0; fits && n < numberOfNodes; ++n)
  {
    std::int32_t number = lattice.firstNode;
    for (std::size_t d = 0; d < 3; ++d)
    {
      const double x = nodes[3 * n + d];
      const std::int32_t i = indexOf(&nodes[3 * n], d);
      number += i * lattice.strides[d];
      // Edges are measured from both ends, so that rounding errors do not accumulate.
      fits = fits &&
        isNear(x, low[d] + (high[d] - low[d]) * i / lattice.cells[d], high[d] - low[d]) &&
        isNear((high[d] - low[d]) / lattice.cells[d], edge[d], edge[d]);
    }
    fits = fits && number == static_cast<std::int32_t>(n);
  }
  // Cell numbers are a linear function of the lattice position, too, and all cells have the same
  // order of corners.
  std::array<std::int32_t, 3> steps{};
  for (std::size_t e = 0; fits && e < mesh.numberOfElements(); ++e)
  {
    const std::int32_t* corners = mesh.element(e);
    for (std::size_t a = 0; a < 8; ++a)
    {
      fits = fits && corners[a] - corners[0] == pattern[a];
    }
    const std::int32_t cell[3] = { indexOf(at(corners[0]), 0), indexOf(at(corners[0]), 1),
      indexOf(at(corners[0]), 2) };
    if (cell[0] + cell[1] + cell[2] == 0)
    {
      lattice.firstCell = static_cast<std::int32_t>(e);
    }
    for (std::size_t d = 0; d < 3; ++d)
    {
      if (cell[d] == 1 && cell[(d + 1) % 3] == 0 && cell[(d + 2) % 3] == 0)
      {
        steps[d] = static_cast<std::int32_t>(e);
      }
    }
  }
  for (std::size_t a = 0; fits && a < 8; ++a)
  {
    std::int32_t expected = 0;
    for (std::size_t d = 0; d < 3; ++d)
    {
      expected += isUpper(a, d) ? lattice.strides[d] : 0;
    }
    fits = pattern[a] == expected;
  }
  for (std::size_t d = 0; d < 3; ++d)
  {
    lattice.cellStrides[d] = lattice.cells[d] > 1 ? steps[d] - lattice.firstCell : 0;
  }
  for (std::size_t e = 0; fits && e < mesh.numberOfElements(); ++e)
  {
    std::int32_t number = lattice.firstCell;
    for (std::size_t d = 0; d < 3; ++d)
    {
      number += indexOf(at(mesh.element(e)[0]), d) * lattice.cellStrides[d];
    }
    fits = number == static_cast<std::int32_t>(e);
  }
  return fits ? std::optional<MeshfreeLattice>(lattice) : std::nullopt;
}
}
