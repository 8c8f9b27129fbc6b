#include "Solver/VoxelMultigrid/VoxelCoarseningReference.h"

#include "Core/Error.h"
#include "Element/VoxelHex8.h"
#include "Mesh/NodeElements.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <tuple>

namespace trabecula::reference
{
namespace
{
using Matrix = std::array<double, 576>;
using Lattice = std::array<std::int32_t, 3>;

std::int32_t root(std::vector<std::int32_t>& parents, std::int32_t v)
{
  while (parents[v] != v)
  {
    parents[v] = parents[parents[v]];
    v = parents[v];
  }
  return v;
}

void join(std::vector<std::int32_t>& parents, std::int32_t a, std::int32_t b)
{
  a = root(parents, a);
  b = root(parents, b);
  parents[std::max(a, b)] = std::min(a, b);
}

Lattice half(const Lattice& cell)
{
  return { cell[0] >> 1, cell[1] >> 1, cell[2] >> 1 };
}

Lattice corner(const Lattice& cell, int a)
{
  return { cell[0] + (a & 1), cell[1] + (a >> 1 & 1), cell[2] + (a >> 2) };
}

/// How often a weight is halved at a position of the finer lattice; -1 where it is zero.
int halvings(const Lattice& position, const Lattice& coarseNode)
{
  int result = 0;
  for (int d = 0; d < 3; ++d)
  {
    const int distance = std::abs(position[d] - 2 * coarseNode[d]);
    if (distance > 1)
    {
      return -1;
    }
    result += distance;
  }
  return result;
}

std::vector<std::int64_t> startsOf(const std::vector<std::int32_t>& counts)
{
  std::vector<std::int64_t> starts(counts.size() + 1, 0);
  std::partial_sum(
    counts.begin(), counts.end(), starts.begin() + 1, [](auto sum, auto n) { return sum + n; });
  return starts;
}

/// Groups fine elements into coarse ones: by cell, then by shared nodes.
void groupElements(const LatticeMesh& fine, Coarsening& result)
{
  const std::size_t n = fine.numberOfElements();
  std::vector<std::int32_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  const auto cellBefore = [&](std::int32_t a, std::int32_t b)
  {
    const Lattice p = half(fine.cells[a]);
    const Lattice q = half(fine.cells[b]);
    return std::tie(p[2], p[1], p[0], a) < std::tie(q[2], q[1], q[0], b);
  };
  std::sort(order.begin(), order.end(), cellBefore);
  result.parents.resize(n);
  std::vector<std::int32_t> groups;
  for (std::size_t begin = 0; begin < n;)
  {
    const Lattice cell = half(fine.cells[order[begin]]);
    std::size_t end = begin;
    while (end < n && half(fine.cells[order[end]]) == cell)
    {
      ++end;
    }
    const auto size = static_cast<std::int32_t>(end - begin);
    groups.resize(size);
    std::iota(groups.begin(), groups.end(), 0);
    for (std::int32_t i = 0; i < size; ++i)
    {
      const std::int32_t* a = fine.connectivity.data() + 8 * std::size_t(order[begin + i]);
      for (std::int32_t j = 0; j < i; ++j)
      {
        const std::int32_t* b = fine.connectivity.data() + 8 * std::size_t(order[begin + j]);
        if (std::find_first_of(a, a + 8, b, b + 8) != a + 8)
        {
          join(groups, i, j);
        }
      }
    }
    for (std::int32_t i = 0; i < size; ++i)
    {
      const std::int32_t first = root(groups, i);
      if (first == i)
      {
        result.parents[order[begin + i]] = static_cast<std::int32_t>(result.mesh.cells.size());
        result.mesh.cells.push_back(cell);
      }
      else
      {
        result.parents[order[begin + i]] = result.parents[order[begin + first]];
      }
    }
    begin = end;
  }
}
}

LatticeMesh latticeMesh(const VoxelGrid& grid)
{
  LatticeMesh mesh;
  const std::vector<std::int32_t> nodes = grid.nodePositions();
  mesh.positions.resize(nodes.size() / 3);
  for (std::size_t n = 0; n < mesh.positions.size(); ++n)
  {
    mesh.positions[n] = { nodes[3 * n], nodes[3 * n + 1], nodes[3 * n + 2] };
  }
  const std::vector<std::int32_t> elements = grid.elementPositions();
  mesh.cells.resize(elements.size() / 3);
  mesh.connectivity.resize(8 * mesh.cells.size());
  for (std::size_t e = 0; e < mesh.cells.size(); ++e)
  {
    mesh.cells[e] = { elements[3 * e], elements[3 * e + 1], elements[3 * e + 2] };
    for (int a = 0; a < 8; ++a)
    {
      const Lattice p = corner(mesh.cells[e], a);
      mesh.connectivity[8 * e + a] = grid.node(p[0], p[1], p[2]);
    }
  }
  return mesh;
}

Coarsening coarsen(const LatticeMesh& fine)
{
  Coarsening result;
  groupElements(fine, result);
  LatticeMesh& mesh = result.mesh;
  if (mesh.numberOfElements() > (std::size_t(1) << 28))
  {
    throw Error("The grid is too large for multigrid: its coarse meshes have more than 2^28 "
                "elements. Crop the image or make it coarser.");
  }

  // Every coarse element has eight corners of its own at first; fine nodes join them.
  const NodeElements at = findNodeElements(fine.connectivity, fine.numberOfNodes());
  std::vector<std::int32_t> slots(8 * mesh.numberOfElements());
  std::iota(slots.begin(), slots.end(), 0);
  for (std::size_t n = 0; n < fine.numberOfNodes(); ++n)
  {
    const std::int32_t first = result.parents[at.elements[at.starts[n]]];
    for (std::int64_t i = at.starts[n] + 1; i < at.starts[n + 1]; ++i)
    {
      const std::int32_t other = result.parents[at.elements[i]];
      for (int a = 0; a < 8 && other != first; ++a)
      {
        const Lattice p = corner(mesh.cells[first], a);
        if (halvings(fine.positions[n], p) < 0)
        {
          continue;
        }
        // The same position as a corner of the other element's cell; a fine node in both cells is
        // interpolated from common corners only.
        const Lattice& cell = mesh.cells[other];
        const int b = (p[0] - cell[0]) + 2 * (p[1] - cell[1]) + 4 * (p[2] - cell[2]);
        join(slots, 8 * first + a, 8 * other + b);
      }
    }
  }
  std::vector<std::int32_t> numbers(slots.size());
  mesh.connectivity.resize(slots.size());
  for (std::size_t s = 0; s < slots.size(); ++s)
  {
    const std::int32_t first = root(slots, static_cast<std::int32_t>(s));
    if (first == static_cast<std::int32_t>(s))
    {
      numbers[s] = static_cast<std::int32_t>(mesh.positions.size());
      mesh.positions.push_back(corner(mesh.cells[s / 8], static_cast<int>(s % 8)));
    }
    mesh.connectivity[s] = numbers[first];
  }

  result.starts.assign(1, 0);
  for (std::size_t n = 0; n < fine.numberOfNodes(); ++n)
  {
    const std::int32_t parent = result.parents[at.elements[at.starts[n]]];
    for (int a = 0; a < 8; ++a)
    {
      const std::int32_t node = mesh.connectivity[8 * std::size_t(parent) + a];
      const int weight = halvings(fine.positions[n], mesh.positions[node]);
      if (weight >= 0)
      {
        result.entries.push_back(
          static_cast<std::uint32_t>(node) << 2 | static_cast<std::uint32_t>(weight));
      }
    }
    result.starts.push_back(static_cast<std::int64_t>(result.entries.size()));
  }
  return result;
}

namespace
{
/// Weight of coarse corner b at corner a of the child in an octant.
double childWeight(int octant, int a, int b)
{
  double weight = 1.0;
  for (int d = 0; d < 3; ++d)
  {
    const double t = 0.5 * ((octant >> d & 1) + (a >> d & 1));
    weight *= (b >> d & 1) ? t : 1.0 - t;
  }
  return weight;
}

/// coarse += P^T fine P for the child in an octant.
void addGalerkin(const Matrix& fine, int octant, Matrix& coarse)
{
  Matrix product = {};
  for (int a = 0; a < 8; ++a)
  {
    for (int b = 0; b < 8; ++b)
    {
      const double weight = childWeight(octant, a, b);
      for (int r = 0; r < 24 && weight != 0.0; ++r)
      {
        for (int c = 0; c < 3; ++c)
        {
          product[24 * r + 3 * b + c] += weight * fine[24 * r + 3 * a + c];
        }
      }
    }
  }
  for (int a = 0; a < 8; ++a)
  {
    for (int b = 0; b < 8; ++b)
    {
      const double weight = childWeight(octant, a, b);
      for (int i = 0; i < 72 && weight != 0.0; ++i)
      {
        coarse[72 * b + i] += weight * product[72 * a + i];
      }
    }
  }
}

void pack(const Matrix& matrix, float* entries)
{
  for (int r = 0; r < 24; ++r)
  {
    for (int c = r; c < 24; ++c)
    {
      *entries++ = static_cast<float>(matrix[24 * r + c]);
    }
  }
}

void unpack(const float* entries, Matrix& matrix)
{
  for (int r = 0; r < 24; ++r)
  {
    for (int c = r; c < 24; ++c)
    {
      matrix[24 * r + c] = matrix[24 * c + r] = *entries++;
    }
  }
}

/// Calls add(child, octant, matrix) for all children of each coarse element, in parallel.
template <class Add>
ElementMatrices galerkin(const LatticeMesh& fine, const Coarsening& coarsening, const Add& add)
{
  const std::size_t n = coarsening.mesh.numberOfElements();
  std::vector<std::int32_t> counts(n, 0);
  for (const std::int32_t parent : coarsening.parents)
  {
    ++counts[parent];
  }
  const std::vector<std::int64_t> starts = startsOf(counts);
  std::vector<std::int64_t> next(starts.begin(), starts.end() - 1);
  std::vector<std::int32_t> children(coarsening.parents.size());
  for (std::size_t e = 0; e < children.size(); ++e)
  {
    children[next[coarsening.parents[e]]++] = static_cast<std::int32_t>(e);
  }
  ElementMatrices result(ElementEntries * n);
  for (std::size_t e = 0; e < n; ++e)
  {
    Matrix matrix = {};
    for (std::int64_t i = starts[e]; i < starts[e + 1]; ++i)
    {
      const Lattice& cell = fine.cells[children[i]];
      add(children[i], (cell[0] & 1) + 2 * (cell[1] & 1) + 4 * (cell[2] & 1), matrix);
    }
    pack(matrix, result.data() + ElementEntries * e);
  }
  return result;
}

/// Stiffness of a voxel with a modulus of one.
Matrix voxelStiffness(const std::array<double, 3>& spacing, double poissonsRatio)
{
  constexpr int vtk[8] = { 0, 1, 3, 2, 4, 5, 7, 6 };
  const auto unit = voxelhex8::unitBrick<double>(spacing.data(), poissonsRatio);
  Matrix K = {};
  for (int column = 0; column < 24; ++column)
  {
    double u[24] = {};
    double f[24];
    u[8 * (column % 3) + vtk[column / 3]] = 1.0;
    voxelhex8::product(u, 1.0, unit, f);
    for (int row = 0; row < 24; ++row)
    {
      K[24 * row + column] = f[8 * (row % 3) + vtk[row / 3]];
    }
  }
  return K;
}
}

ElementMatrices galerkinOfVoxels(const LatticeMesh& fine, const Coarsening& coarsening,
  const std::vector<double>& moduli, const std::array<double, 3>& spacing, double poissonsRatio,
  const std::vector<std::uint8_t>& supports)
{
  const Matrix K = voxelStiffness(spacing, poissonsRatio);
  std::array<Matrix, 8> ofOctants = {};
  for (int octant = 0; octant < 8; ++octant)
  {
    addGalerkin(K, octant, ofOctants[octant]);
  }
  return galerkin(fine, coarsening,
    [&](std::int32_t child, int octant, Matrix& sum)
    {
      const std::int32_t* nodes = fine.connectivity.data() + 8 * std::size_t(child);
      std::array<bool, 24> constrained{};
      bool any = false;
      for (int i = 0; i < 24; ++i)
      {
        constrained[i] = supports[3 * std::size_t(nodes[i / 3]) + i % 3] != 0;
        any = any || constrained[i];
      }
      if (!any)
      {
        for (int i = 0; i < 576; ++i)
        {
          sum[i] += moduli[child] * ofOctants[octant][i];
        }
        return;
      }
      Matrix free = K;
      for (int i = 0; i < 576; ++i)
      {
        free[i] = constrained[i / 24] || constrained[i % 24] ? 0.0 : moduli[child] * K[i];
      }
      addGalerkin(free, octant, sum);
    });
}

ElementMatrices galerkinOfElements(
  const LatticeMesh& fine, const Coarsening& coarsening, const ElementMatrices& matrices)
{
  return galerkin(fine, coarsening,
    [&](std::int32_t child, int octant, Matrix& sum)
    {
      Matrix matrix;
      unpack(matrices.data() + ElementEntries * std::size_t(child), matrix);
      addGalerkin(matrix, octant, sum);
    });
}

BlockMatrix assemble(const LatticeMesh& mesh, const ElementMatrices& matrices)
{
  const std::size_t n = mesh.numberOfNodes();
  const NodeElements at = findNodeElements(mesh.connectivity, mesh.numberOfNodes());
  const auto columnsOf = [&](std::size_t node, std::vector<std::int32_t>& columns)
  {
    columns.clear();
    for (std::int64_t i = at.starts[node]; i < at.starts[node + 1]; ++i)
    {
      const std::int32_t* nodes = mesh.connectivity.data() + 8 * std::size_t(at.elements[i]);
      columns.insert(columns.end(), nodes, nodes + 8);
    }
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  };
  std::vector<std::int32_t> counts(n);
  {
    std::vector<std::int32_t> columns;
    for (std::size_t node = 0; node < n; ++node)
    {
      columnsOf(node, columns);
      counts[node] = static_cast<std::int32_t>(columns.size());
    }
  }
  BlockMatrix result;
  result.starts = startsOf(counts);
  result.columns.resize(result.starts.back());
  result.blocks.resize(9 * result.starts.back());
  {
    std::vector<std::int32_t> columns;
    std::vector<double> sums;
    for (std::size_t node = 0; node < n; ++node)
    {
      columnsOf(node, columns);
      sums.assign(9 * columns.size(), 0.0);
      for (std::int64_t i = at.starts[node]; i < at.starts[node + 1]; ++i)
      {
        const std::int32_t* nodes = mesh.connectivity.data() + 8 * std::size_t(at.elements[i]);
        const float* entries = matrices.data() + ElementEntries * std::size_t(at.elements[i]);
        for (int b = 0; b < 8; ++b)
        {
          const auto place = static_cast<std::size_t>(
            std::lower_bound(columns.begin(), columns.end(), nodes[b]) - columns.begin());
          for (int j = 0; j < 9; ++j)
          {
            const int p = 3 * at.corners[i] + j / 3;
            const int q = 3 * b + j % 3;
            const int r = std::min(p, q);
            sums[9 * place + j] += entries[r * (49 - r) / 2 + std::max(p, q) - r];
          }
        }
      }
      std::copy(columns.begin(), columns.end(), result.columns.begin() + result.starts[node]);
      std::transform(sums.begin(), sums.end(), result.blocks.begin() + 9 * result.starts[node],
        [](double value) { return static_cast<float>(value); });
    }
  }
  return result;
}

std::vector<double> multiply(const BlockMatrix& matrix, const std::vector<double>& x)
{
  std::vector<double> y(x.size(), 0.0);
  for (std::size_t i = 0; i < y.size(); ++i)
  {
    const auto end = static_cast<std::size_t>(matrix.starts[i / 3 + 1]);
    for (auto k = static_cast<std::size_t>(matrix.starts[i / 3]); k < end; ++k)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        y[i] += static_cast<double>(matrix.blocks[9 * k + 3 * (i % 3) + c]) *
          x[3 * static_cast<std::size_t>(matrix.columns[k]) + c];
      }
    }
  }
  return y;
}
}
