#ifndef TRABECULA_OPERATOR_VOXEL_HOST_VOXELHOSTLOOPS_H
#define TRABECULA_OPERATOR_VOXEL_HOST_VOXELHOSTLOOPS_H

// Parts of the host loops over voxels; see Core/Execution/HostVectors.h.

#include "Core/Execution/HostVectors.h"
#include "Element/VoxelTransferHex8.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/Voxel/Host/VoxelHostKernels.h"

namespace trabecula
{
constexpr int Edge = VoxelBrick::Edge;

/// Nodes of the elements of a brick, along an axis.
constexpr int Nodes = Edge + 1;

/// Below this number of bricks a parallel region is slower.
constexpr std::int64_t LeastParallelBricks = 8;

/// Nodes of a brick's elements that belong to other bricks: those at the upper end of z, then of y,
/// then of x.
constexpr int FaceNodes = Nodes * Nodes * Nodes - Edge * Edge * Edge;
static_assert(3 * FaceNodes == VoxelHostFaceValues, "too few numbers");

namespace
{
template <class Real>
struct Lanes
{
  static constexpr int Width = VectorBytes / static_cast<int>(sizeof(Real));
  typedef Real Pack __attribute__((vector_size(VectorBytes)));
};

/// Vectors along a row of a brick, which are no longer than it.
template <class Real>
struct RowLanes
{
  static constexpr int Width = Lanes<Real>::Width < Edge ? Lanes<Real>::Width : Edge;
  /// Vectors that cover the elements of a row.
  static constexpr int Packs = Edge / Width;
  /// Numbers for the nodes of the last vector's last element, in whole vectors.
  static constexpr int Stride = (Packs + 1) * Width;
  typedef Real Pack __attribute__((vector_size(Width * static_cast<int>(sizeof(Real)))));
};

/// Calls visit(i, node) for the nodes of a brick's elements in a row along x: all of the brick's
/// own, and the first of the brick after. @param j, k positions in the brick, or Edge
template <class Visit>
inline __attribute__((always_inline)) void visitRow(
  const VoxelBrick* bricks, const VoxelBrick& brick, int j, int k, const Visit& visit)
{
  const int r = j % Edge + Edge * (k % Edge);
  for (int bx = 0; bx < 2; ++bx)
  {
    const std::int32_t b = brick.neighbours[bx + 1 + 3 * (j / Edge + 1) + 9 * (k / Edge + 1)];
    if (b < 0)
    {
      continue;
    }
    const VoxelBrick& other = bricks[b];
    std::int64_t node = std::int64_t(other.firstNode) + other.nodeRows[r];
    for (unsigned bits = other.nodes[r] & (bx == 0 ? 0xffU : 1U); bits; bits &= bits - 1, ++node)
    {
      visit(__builtin_ctz(bits) + Edge * bx, node);
    }
  }
}

/// Corner a of an element in VTK order, as steps from its lowest.
inline __attribute__((always_inline)) int stepX(int a)
{
  return (a + 1) / 2 & 1;
}
inline __attribute__((always_inline)) int stepY(int a)
{
  return a / 2 & 1;
}

template <class Real>
voxelhex8::Brick<Real> unitBrick(const VoxelHostGrid<Real>& grid)
{
  return { { grid.gradient[0], grid.gradient[1], grid.gradient[2] }, grid.lambda, grid.mu };
}

/// The place of a node of FaceNodes, of which one position is Edge.
inline int faceNode(int i, int j, int k)
{
  return k == Edge ? i + Nodes * j
    : j == Edge    ? Nodes * Nodes + i + Nodes * k
                   : Nodes * Nodes + Nodes * Edge + j + Edge * k;
}

/// Calls visit(brick below, node, face node of that brick) for the nodes of a brick that elements
/// of bricks below touch, in the order of these.
template <class Visit>
inline __attribute__((always_inline)) void visitFaces(const VoxelBrick& brick, const Visit& visit)
{
  for (int below = 1; below < 8; ++below)
  {
    const int dx = below & 1;
    const int dy = below / 2 & 1;
    const int dz = below / 4;
    const std::int32_t other = brick.neighbours[(1 - dx) + 3 * (1 - dy) + 9 * (1 - dz)];
    if (other < 0)
    {
      continue;
    }
    for (int k = 0; k < (dz ? 1 : Edge); ++k)
    {
      for (int j = 0; j < (dy ? 1 : Edge); ++j)
      {
        const int r = j + Edge * k;
        std::int64_t node = std::int64_t(brick.firstNode) + brick.nodeRows[r];
        for (unsigned bits = brick.nodes[r] & (dx ? 1U : 0xffU); bits; bits &= bits - 1, ++node)
        {
          const int i = dx ? Edge : __builtin_ctz(bits);
          visit(other, node, faceNode(i, dy ? Edge : j, dz ? Edge : k));
        }
      }
    }
  }
}
}
}

#endif
