#include "Solver/VoxelMultigrid/VoxelGalerkinReference.h"

#include "Element/VoxelHex8.h"
#include "Mesh/NodeElements.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace trabecula::reference
{
namespace
{
using Matrix = std::array<double, 576>;
using Lattice = std::array<std::int32_t, 3>;

std::vector<std::int64_t> startsOf(const std::vector<std::int32_t>& counts)
{
  std::vector<std::int64_t> starts(counts.size() + 1, 0);
  std::partial_sum(
    counts.begin(), counts.end(), starts.begin() + 1, [](auto sum, auto n) { return sum + n; });
  return starts;
}

/// Returns the weight of coarse corner b at corner a of the child in an octant.
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

/// Returns the stiffness of a voxel with a modulus of one.
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
