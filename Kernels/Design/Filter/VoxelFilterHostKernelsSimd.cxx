// This file is compiled once for each instruction set; see Core/Execution/HostVectors.h.

#include "Core/Execution/HostVectors.h"
#include "Design/Filter/VoxelFilterHostKernels.h"
#include "Mesh/Voxel/VoxelGrid.h"

namespace trabecula
{
namespace
{
constexpr int Edge = VoxelBrick::Edge;
constexpr int MostEdge = 3 * Edge;
constexpr int Width = VectorBytes / static_cast<int>(sizeof(double));
constexpr int Packs = Edge / Width;
typedef double Pack __attribute__((vector_size(VectorBytes)));

/// With fewer bricks, a parallel region takes longer than a serial loop.
constexpr std::int64_t LeastParallelBricks = 2;

/// The values of a brick's voxels and of those within reach; 0 where there is no element.
struct Surroundings
{
  int size[3]; ///< voxels along each axis
  double values[MostEdge * MostEdge * MostEdge];

  double* row(int j, int k) { return this->values + this->size[0] * (j + this->size[1] * k); }
};

/// Copies a row along x. @param j, k positions in the surroundings
void gatherRow(const VoxelBrick* bricks, const VoxelBrick& brick, const int* reach, int j, int k,
  const double* values, double* to)
{
  const int y = j - reach[1] + Edge;
  const int z = k - reach[2] + Edge;
  const int r = y % Edge + Edge * (z % Edge);
  for (int bx = 0; bx < 3; ++bx)
  {
    const std::int32_t b = brick.neighbours[bx + 3 * (y / Edge) + 9 * (z / Edge)];
    if (b < 0)
    {
      continue;
    }
    const VoxelBrick& other = bricks[b];
    const double* from = values + other.firstElement + other.elementRows[r];
    const int offset = reach[0] + Edge * (bx - 1);
    const int low = bx == 0 ? Edge - reach[0] : 0;
    const int high = bx == 2 ? reach[0] : Edge;
    for (unsigned bits = other.elements[r]; bits; bits &= bits - 1, ++from)
    {
      const int i = __builtin_ctz(bits);
      if (i >= low && i < high)
      {
        to[offset + i] = *from;
      }
    }
  }
}

void gatherSurroundings(const VoxelBrick* bricks, const VoxelBrick& brick,
  const VoxelStencil& stencil, const double* values, Surroundings& around)
{
  for (int d = 0; d < 3; ++d)
  {
    around.size[d] = Edge + 2 * stencil.reach[d];
  }
  __builtin_memset(around.values, 0,
    sizeof(double) * static_cast<unsigned>(around.size[0] * around.size[1] * around.size[2]));
  for (int k = 0; k < around.size[2]; ++k)
  {
    for (int j = 0; j < around.size[1]; ++j)
    {
      gatherRow(bricks, brick, stencil.reach, j, k, values, around.row(j, k));
    }
  }
}

/// Computes the sums of a row of eight voxels.
void sumRow(const VoxelStencil& stencil, Surroundings& around, int j, int k, double* result)
{
  Pack sums[Packs] = {};
  const std::int32_t* reach = stencil.reachOfRows;
  const double* middle = stencil.weights + stencil.reach[0];
  for (int dz = 0; dz <= 2 * stencil.reach[2]; ++dz)
  {
    for (int dy = 0; dy <= 2 * stencil.reach[1]; ++dy)
    {
      const double* from = around.row(j + dy, k + dz) + stencil.reach[0];
      for (int dx = -*reach; dx <= *reach; ++dx)
      {
        const Pack weight = Pack{} + middle[dx];
        for (int p = 0; p < Packs; ++p)
        {
          sums[p] += weight * load<Pack>(from + dx + Width * p);
        }
      }
      ++reach;
      middle += 2 * stencil.reach[0] + 1;
    }
  }
  __builtin_memcpy(result, sums, sizeof(sums));
}

void gather(std::int64_t numberOfBricks, const VoxelBrick* bricks, const VoxelStencil& stencil,
  const double* values, double* sums)
{
#pragma omp parallel for schedule(dynamic, 1) if (numberOfBricks >= LeastParallelBricks)
  for (std::int64_t b = 0; b < numberOfBricks; ++b)
  {
    const VoxelBrick& brick = bricks[b];
    constexpr int Last = VoxelBrick::Rows - 1;
    if (brick.elementRows[Last] == 0 && brick.elements[Last] == 0) // the brick has nodes only
    {
      continue;
    }
    Surroundings around;
    gatherSurroundings(bricks, brick, stencil, values, around);
    double* to = sums + brick.firstElement;
    for (int r = 0; r < VoxelBrick::Rows; ++r)
    {
      if (brick.elements[r] == 0)
      {
        continue;
      }
      double row[Edge];
      sumRow(stencil, around, r % Edge, r / Edge, row);
      for (unsigned bits = brick.elements[r]; bits; bits &= bits - 1)
      {
        *to++ = row[__builtin_ctz(bits)];
      }
    }
  }
}
}

const VoxelFilterHostKernels TRABECULA_JOIN(voxelFilterHostKernels_, TRABECULA_ISA) = { gather };
}
