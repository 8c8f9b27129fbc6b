// This file contains the products with a single vector.

#include "Operator/Voxel/Host/VoxelHostLoops.h"

namespace trabecula
{
namespace
{
/// Fields of the elements of a brick and of their nodes, stored in rows along x.
template <class Real>
struct Box
{
  alignas(64) Real x[Nodes][Nodes][3][RowLanes<Real>::Stride];
  alignas(64) Real y[Nodes][Nodes][3][RowLanes<Real>::Stride];
  alignas(64) Real moduli[Edge][Edge][RowLanes<Real>::Stride];
};

template <class Real>
void gatherNodes(const VoxelBrick* bricks, const VoxelBrick& brick, const Real* x, Box<Real>& box)
{
  __builtin_memset(box.x, 0, sizeof(box.x));
  for (int k = 0; k < Nodes; ++k)
  {
    for (int j = 0; j < Nodes; ++j)
    {
      auto& row = box.x[k][j];
      visitRow(bricks, brick, j, k,
        [&row, x](int i, std::int64_t node)
        {
          row[0][i] = x[3 * node];
          row[1][i] = x[3 * node + 1];
          row[2][i] = x[3 * node + 2];
        });
    }
  }
}

template <class Real>
void gatherModuli(const VoxelBrick& brick, const Real* moduli, Box<Real>& box)
{
  __builtin_memset(box.moduli, 0, sizeof(box.moduli));
  std::int64_t element = brick.firstElement;
  for (int r = 0; r < VoxelBrick::Rows; ++r)
  {
    for (unsigned bits = brick.elements[r]; bits; bits &= bits - 1, ++element)
    {
      box.moduli[r / Edge][r % Edge][__builtin_ctz(bits)] = moduli[element];
    }
  }
}

template <class Real>
inline __attribute__((always_inline)) void loadCorners(
  const Box<Real>& box, int k, int j, int lane, typename RowLanes<Real>::Pack* u)
{
  TRABECULA_UNROLL
  for (int a = 0; a < 8; ++a)
  {
    TRABECULA_UNROLL
    for (int c = 0; c < 3; ++c)
    {
      u[8 * c + a] =
        load<typename RowLanes<Real>::Pack>(&box.x[k + a / 4][j + stepY(a)][c][lane + stepX(a)]);
    }
  }
}

/// Moves all lanes up by one; the first lane becomes zero.
template <int Width, class Pack>
inline __attribute__((always_inline)) Pack shifted(const Pack& pack)
{
  if constexpr (Width == 8)
  {
    return __builtin_shufflevector(pack, Pack{}, 8, 0, 1, 2, 3, 4, 5, 6);
  }
  else if constexpr (Width == 4)
  {
    return __builtin_shufflevector(pack, Pack{}, 4, 0, 1, 2);
  }
  else
  {
    return __builtin_shufflevector(pack, Pack{}, 2, 0);
  }
}

/// Accumulates the forces of a brick's elements in the box.
template <class Real, class Unit>
void sumForces(const VoxelBrick& brick, const Unit& unit, Box<Real>& box)
{
  typedef typename RowLanes<Real>::Pack Pack;
  constexpr int Width = RowLanes<Real>::Width;
  __builtin_memset(box.y, 0, sizeof(box.y));
  for (int r = 0; r < VoxelBrick::Rows; ++r)
  {
    const int k = r / Edge;
    const int j = r % Edge;
    for (int lane = 0; lane < Edge; lane += RowLanes<Real>::Width)
    {
      if ((brick.elements[r] >> lane & ((1U << RowLanes<Real>::Width) - 1)) == 0)
      {
        continue;
      }
      Pack u[24];
      Pack f[24];
      loadCorners(box, k, j, lane, u);
      voxelhex8::product(u, load<Pack>(&box.moduli[k][j][lane]), unit, f);
      // Both corners along x are updated at once, since loading a vector that overlaps one just
      // stored stalls.
      TRABECULA_UNROLL
      for (int row = 0; row < 4; ++row)
      {
        const int low = 4 * (row / 2) + 3 * (row % 2);
        const int high = low + 1 - 2 * (row % 2);
        TRABECULA_UNROLL
        for (int c = 0; c < 3; ++c)
        {
          Real* sums = &box.y[k + row / 2][j + row % 2][c][lane];
          const Pack ofHigh = f[8 * c + high];
          add(sums, f[8 * c + low] + shifted<Width>(ofHigh));
          sums[Width] += ofHigh[Width - 1];
        }
      }
    }
  }
}

/// Writes the sums of a box to the brick's own nodes and to the buffers of other bricks.
template <class Real>
void writeForces(const VoxelBrick& brick, const Box<Real>& box, Real* y, Real* faces)
{
  std::int64_t node = brick.firstNode;
  for (int r = 0; r < VoxelBrick::Rows; ++r)
  {
    const auto& row = box.y[r / Edge][r % Edge];
    for (unsigned bits = brick.nodes[r]; bits; bits &= bits - 1, ++node)
    {
      const int i = __builtin_ctz(bits);
      y[3 * node] = row[0][i];
      y[3 * node + 1] = row[1][i];
      y[3 * node + 2] = row[2][i];
    }
  }
  for (int c = 0; c < 3; ++c)
  {
    Real* to = faces + FaceNodes * c;
    for (int j = 0; j < Nodes; ++j)
    {
      __builtin_memcpy(to + faceNode(0, j, Edge), box.y[Edge][j][c], Nodes * sizeof(Real));
    }
    for (int k = 0; k < Edge; ++k)
    {
      __builtin_memcpy(to + faceNode(0, Edge, k), box.y[k][Edge][c], Nodes * sizeof(Real));
      for (int j = 0; j < Edge; ++j)
      {
        to[faceNode(Edge, j, k)] = box.y[k][j][c][Edge];
      }
    }
  }
}

template <class Real, class Unit>
void productOf(const VoxelHostGrid<Real>& grid, const Unit& unit, const Real* x, Real* y)
{
#pragma omp parallel if (grid.numberOfBricks >= LeastParallelBricks)
  {
#pragma omp for schedule(dynamic, 4)
    for (std::int64_t b = 0; b < grid.numberOfBricks; ++b)
    {
      const VoxelBrick& brick = grid.bricks[b];
      Box<Real> box;
      gatherNodes(grid.bricks, brick, x, box);
      gatherModuli(brick, grid.moduli, box);
      sumForces(brick, unit, box);
      writeForces(brick, box, y, grid.faces + VoxelHostFaceValues * b);
    }
#pragma omp for schedule(dynamic, 16)
    for (std::int64_t b = 0; b < grid.numberOfBricks; ++b)
    {
      visitFaces(grid.bricks[b],
        [&grid, y](std::int32_t other, std::int64_t node, int faceNode)
        {
          const Real* from = grid.faces + VoxelHostFaceValues * std::int64_t(other) + faceNode;
          y[3 * node] += from[0];
          y[3 * node + 1] += from[FaceNodes];
          y[3 * node + 2] += from[2 * FaceNodes];
        });
    }
  }
}

template <class Real>
void product(const VoxelHostGrid<Real>& grid, const Real* x, Real* y)
{
  withUnit(unitBrick(grid), [&](const auto& unit) { productOf(grid, unit, x, y); });
}

void addUnitEnergies(
  const VoxelHostGrid<double>& grid, const double* u, double weight, double* energies)
{
  typedef RowLanes<double>::Pack Pack;
  const voxelhex8::Brick<double> unit = unitBrick(grid);
#pragma omp parallel for schedule(dynamic, 4) if (grid.numberOfBricks >= LeastParallelBricks)
  for (std::int64_t b = 0; b < grid.numberOfBricks; ++b)
  {
    const VoxelBrick& brick = grid.bricks[b];
    Box<double> box;
    gatherNodes(grid.bricks, brick, u, box);
    std::int64_t element = brick.firstElement;
    for (int r = 0; r < VoxelBrick::Rows; ++r)
    {
      double energy[RowLanes<double>::Stride];
      for (int lane = 0; lane < Edge; lane += RowLanes<double>::Width)
      {
        Pack corners[24];
        Pack f[24];
        loadCorners(box, r / Edge, r % Edge, lane, corners);
        voxelhex8::product(corners, Pack{} + 1.0, unit, f);
        Pack sum = {};
        for (int i = 0; i < 24; ++i)
        {
          sum += corners[i] * f[i];
        }
        __builtin_memcpy(energy + lane, &sum, sizeof(Pack));
      }
      for (unsigned bits = brick.elements[r]; bits; bits &= bits - 1, ++element)
      {
        energies[element] += weight * energy[__builtin_ctz(bits)];
      }
    }
  }
}
}

const VoxelHostKernels TRABECULA_JOIN(voxelHostKernels_, TRABECULA_ISA) = { product<double>,
  product<float>, addUnitEnergies, &TRABECULA_JOIN(voxelHostCoarse_, TRABECULA_ISA),
  &TRABECULA_JOIN(voxelHostCycle_, TRABECULA_ISA),
  &TRABECULA_JOIN(voxelHostFewColumns_, TRABECULA_ISA),
  &TRABECULA_JOIN(voxelHostMostColumns_, TRABECULA_ISA) };
}
