#include "Mesh/Voxel/VoxelLattice.h"

#include "Mesh/HexCorners.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trabecula
{
namespace
{
using Box = std::array<std::array<double, 2>, 3>; // least and largest coordinate

Box boxAround(const Mesh& mesh, std::size_t firstElement, std::size_t endElement)
{
  constexpr double Infinity = std::numeric_limits<double>::infinity();
  Box box = { { { Infinity, -Infinity }, { Infinity, -Infinity }, { Infinity, -Infinity } } };
  for (std::size_t i = 8 * firstElement; i < 8 * endElement; ++i)
  {
    const double* x = mesh.points.data() + 3 * std::size_t(mesh.connectivity[i]);
    for (std::size_t d = 0; d < 3; ++d)
    {
      box[d][0] = std::min(box[d][0], x[d]);
      box[d][1] = std::max(box[d][1], x[d]);
    }
  }
  return box;
}

/// Tolerance of node positions, length.
double offsetAllowed(const Mesh& mesh)
{
  double largest = 0.0;
  bool floats = true;
  for (const double x : mesh.points)
  {
    largest = std::max(largest, std::abs(x));
    floats = floats && static_cast<double>(static_cast<float>(x)) == x;
  }
  const double unit = floats
    ? VoxelLattice::RoundingUnitsOfFloats * double(std::numeric_limits<float>::epsilon())
    : VoxelLattice::RoundingUnitsOfDoubles * std::numeric_limits<double>::epsilon();
  return unit * largest;
}

/// Whether corners are those of one lattice cell in the order of a right-handed hexahedron, which
/// may start at any corner. @param at lattice positions of the corners
bool isCell(const std::int32_t (&at)[8][3])
{
  int edges[3][3]; // in directions xi, eta and zeta
  for (int d = 0; d < 3; ++d)
  {
    edges[0][d] = at[1][d] - at[0][d];
    edges[1][d] = at[3][d] - at[0][d];
    edges[2][d] = at[4][d] - at[0][d];
  }
  for (const auto& edge : edges)
  {
    if (std::abs(edge[0]) + std::abs(edge[1]) + std::abs(edge[2]) != 1)
    {
      return false;
    }
  }
  for (int a = 0; a < 8; ++a)
  {
    for (int d = 0; d < 3; ++d)
    {
      const int offset = HexCorners[a][0] * edges[0][d] + HexCorners[a][1] * edges[1][d] +
        HexCorners[a][2] * edges[2][d];
      if (at[a][d] - at[0][d] != offset)
      {
        return false;
      }
    }
  }
  const int(&e)[3][3] = edges;
  return e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) -
    e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
    e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]) ==
    1;
}

/// A mark for each position of a box.
class Marks
{
public:
  explicit Marks(const std::array<int, 3>& size)
    : Size(size), Set(std::size_t(size[0]) * std::size_t(size[1]) * std::size_t(size[2]), false)
  {
  }
  /// Marks a position. @return whether it was marked before
  bool testAndSet(const std::int32_t* p)
  {
    const std::size_t index = std::size_t(p[0]) +
      std::size_t(this->Size[0]) * (std::size_t(p[1]) + std::size_t(this->Size[1]) * p[2]);
    const bool before = this->Set[index];
    this->Set[index] = true;
    return before;
  }

private:
  std::array<int, 3> Size;
  std::vector<bool> Set;
};

/// Finds the lattice positions of all nodes of elements. @return false if a node is not on the
/// lattice, or two are at one position
bool placeNodes(const Mesh& mesh, double allowed, VoxelLattice& lattice)
{
  lattice.nodes.assign(mesh.points.size(), -1);
  Marks taken({ lattice.cells[0] + 1, lattice.cells[1] + 1, lattice.cells[2] + 1 });
  for (const std::int32_t node : mesh.connectivity)
  {
    std::int32_t* at = lattice.nodes.data() + 3 * std::size_t(node);
    if (at[0] >= 0)
    {
      continue;
    }
    for (std::size_t d = 0; d < 3; ++d)
    {
      const double x = mesh.points[3 * std::size_t(node) + d];
      at[d] = static_cast<std::int32_t>(std::llround((x - lattice.origin[d]) / lattice.spacing[d]));
      if (!(std::abs(lattice.origin[d] + at[d] * lattice.spacing[d] - x) <= allowed))
      {
        return false;
      }
    }
    if (taken.testAndSet(at))
    {
      return false;
    }
  }
  return true;
}

/// Finds the lattice cells of all elements. @return false if an element is not a cell of the
/// lattice, or two are the same
bool placeElements(const Mesh& mesh, VoxelLattice& lattice)
{
  Marks taken(lattice.cells);
  lattice.elements.resize(3 * mesh.numberOfElements());
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    std::int32_t corners[8][3];
    std::int32_t* lowest = lattice.elements.data() + 3 * e;
    for (std::size_t a = 0; a < 8; ++a)
    {
      const std::int32_t* at = lattice.nodes.data() + 3 * std::size_t(mesh.connectivity[8 * e + a]);
      for (std::size_t d = 0; d < 3; ++d)
      {
        corners[a][d] = at[d];
        lowest[d] = a == 0 ? at[d] : std::min(lowest[d], at[d]);
      }
    }
    if (!isCell(corners) || taken.testAndSet(lowest))
    {
      return false;
    }
  }
  return true;
}
}

VoxelImage imageOf(const VoxelLattice& lattice)
{
  VoxelImage image;
  image.cells = lattice.cells;
  image.spacing = lattice.spacing;
  image.origin = lattice.origin;
  const auto [nx, ny, nz] = lattice.cells;
  image.moduli.assign(std::size_t(nx) * std::size_t(ny) * std::size_t(nz), 0.0);
  for (std::size_t i = 0; i < lattice.elements.size(); i += 3)
  {
    const std::int32_t* p = lattice.elements.data() + i;
    image
      .moduli[std::size_t(p[0]) + std::size_t(nx) * (std::size_t(p[1]) + std::size_t(ny) * p[2])] =
      1.0;
  }
  return image;
}

std::size_t VoxelLattice::bricks() const
{
  Marks taken({ this->cells[0] / VoxelBrick::Edge + 1, this->cells[1] / VoxelBrick::Edge + 1,
    this->cells[2] / VoxelBrick::Edge + 1 });
  std::size_t count = 0;
  for (std::size_t i = 0; i < this->nodes.size(); i += 3)
  {
    if (this->nodes[i] >= 0)
    {
      const std::int32_t brick[3] = { this->nodes[i] / VoxelBrick::Edge,
        this->nodes[i + 1] / VoxelBrick::Edge, this->nodes[i + 2] / VoxelBrick::Edge };
      count += taken.testAndSet(brick) ? 0 : 1;
    }
  }
  return count;
}

std::optional<VoxelLattice> findVoxelLattice(const Mesh& mesh)
{
  const std::size_t elements = mesh.numberOfElements();
  if (elements == 0 || !isHexahedral(mesh))
  {
    return std::nullopt;
  }
  VoxelLattice lattice;
  const double allowed = offsetAllowed(mesh);
  const Box first = boxAround(mesh, 0, 1);
  const Box all = boxAround(mesh, 0, elements);
  // The product is computed in floating point, as integers could overflow.
  double voxels = 1.0;
  for (std::size_t d = 0; d < 3; ++d)
  {
    const double edge = first[d][1] - first[d][0];
    const double extent = all[d][1] - all[d][0];
    const double count = std::round(extent / edge);
    voxels *= count;
    if (!(allowed <= VoxelLattice::LargestOffset * edge) ||
      !(voxels <= double(VoxelLattice::MostVoxelsPerElement) * double(elements)))
    {
      return std::nullopt;
    }
    lattice.cells[d] = static_cast<int>(count);
    lattice.origin[d] = all[d][0];
    lattice.spacing[d] = extent / count;
  }
  if (!placeNodes(mesh, allowed, lattice) || !placeElements(mesh, lattice))
  {
    return std::nullopt;
  }
  return lattice;
}

VoxelNumbering::VoxelNumbering(const VoxelLattice& lattice)
  : grid(imageOf(lattice), VoxelParts::All), nodes(lattice.nodes.size() / 3),
    elements(lattice.elements.size() / 3)
{
  for (std::size_t n = 0; n < this->nodes.size(); ++n)
  {
    const std::int32_t* p = lattice.nodes.data() + 3 * n;
    this->nodes[n] = this->grid.node(p[0], p[1], p[2]); // -1 if there is no node at p
  }
  for (std::size_t e = 0; e < this->elements.size(); ++e)
  {
    const std::int32_t* p = lattice.elements.data() + 3 * e;
    this->elements[e] = this->grid.element(p[0], p[1], p[2]);
  }
}
}
