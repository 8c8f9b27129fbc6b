#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_CYCLE_VOXELTRANSFERKERNELS_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_CYCLE_VOXELTRANSFERKERNELS_H

// Restriction and prolongation between levels, for the library's own sources.

#include "Core/Cuda/Warps.h"
#include "Core/Parallel.h"
#include "Element/VoxelTransferHex8.h"
#include "Operator/Voxel/Host/VoxelHostKernels.h"
#include "Solver/VoxelMultigrid/Cycle/VoxelForceKernels.h"
#include "Solver/VoxelMultigrid/VoxelHierarchy.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
#ifdef __CUDACC__
/// Below this number of nodes one thread per element does not occupy a GPU.
constexpr std::int64_t FewNodes = 30000;
#endif

/// voxelhex8::cornerWeight() at positions x + 3 y + 9 z, for the host.
struct CornerWeights
{
  float of[27][8] = {};

  constexpr CornerWeights()
  {
    for (int at = 0; at < 27; ++at)
    {
      for (int b = 0; b < 8; ++b)
      {
        const int x = b & 1 ? at % 3 : 2 - at % 3;
        const int y = b & 2 ? at / 3 % 3 : 2 - at / 3 % 3;
        const int z = b & 4 ? at / 9 : 2 - at / 9;
        this->of[at][b] = static_cast<float>(x * y * z) / 8.0F;
      }
    }
  }
};
inline constexpr CornerWeights WeightsOfCorners;

TRABECULA_FUNCTION float weightOfCorner(int at, int b)
{
#ifdef __CUDA_ARCH__
  return voxelhex8::cornerWeight<float>(at % 3, at / 3 % 3, at / 9, b);
#else
  return WeightsOfCorners.of[at][b];
#endif
}

/// Adds the weighted value of a fine node to corner b of its coarse element: so many numbers.
/// @param step from one of them to the next
template <int Numbers>
TRABECULA_FUNCTION void addHanging(
  const std::uint32_t* anchors, std::int64_t node, int b, const float* value, int step, float* sums)
{
  const int at = static_cast<int>(anchors[node] % 27U);
  const float weight = weightOfCorner(at, b);
  if (weight != 0.0F)
  {
    for (int i = 0; i < Numbers; ++i)
    {
      sums[i] += weight * value[step * i];
    }
  }
}

#ifdef __CUDACC__
/// coarse = P^T fine with a warp for each node, for interleaved columns.
/// @param among number of interleaved columns of which the result is one, if there is one only
template <int Columns>
void restrictByNodes(const Context<CudaSpace>& context, std::int64_t nodes,
  const std::int64_t* starts, const std::uint32_t* corners, const std::uint32_t* anchors,
  const std::int32_t* hanging, const std::int32_t* hangingStarts, const float* fine, float* coarse,
  int among)
{
  forEachWarp(context, nodes,
    [=] __device__(std::int64_t n, int lane)
    {
      // Most nodes have eight elements: a few lanes each, or one for a few.
      constexpr int Parts = WarpSize / Columns;
      constexpr int Lanes = Parts > 8 ? Parts / 8 : 1;
      constexpr int Elements = Parts / Lanes;
      const int part = lane / Columns;
      const int column = lane % Columns;
      float sums[3] = {};
      for (std::int64_t k = starts[n] + part / Lanes; k < starts[n + 1]; k += Elements)
      {
        const std::int64_t e = corners[k] / 8;
        for (std::int32_t h = hangingStarts[e] + part % Lanes; h < hangingStarts[e + 1]; h += Lanes)
        {
          const std::int64_t node = hanging[h];
          addHanging<3>(anchors, node, static_cast<int>(corners[k] % 8),
            fine + 3 * Columns * node + column, Columns, sums);
        }
      }
      for (int c = 0; c < 3; ++c)
      {
        const float sum = warpSum<Columns>(sums[c]);
        if (part == c)
        {
          coarse[among * (Columns * (3 * n + c) + column)] = sum;
        }
      }
    });
}

/// The same for one column, elements first, so that a fine node is read once.
template <class Space>
void restrictByElements(const Context<Space>& context, const VoxelMesh<Space>& mesh,
  const std::uint32_t* anchors, const std::int32_t* hanging, const std::int32_t* hangingStarts,
  float* sums, const float* fine, float* coarse, int among)
{
  const std::int64_t elements = mesh.elements;
  forEach(context, elements,
    [=] __device__(std::int64_t e)
    {
      float parts[24] = {};
      for (std::int32_t h = hangingStarts[e]; h < hangingStarts[e + 1]; ++h)
      {
        const std::int64_t node = hanging[h];
        const int at = static_cast<int>(anchors[node] % 27U);
        const float value[3] = { fine[3 * node], fine[3 * node + 1], fine[3 * node + 2] };
        TRABECULA_UNROLL
        for (int b = 0; b < 8; ++b)
        {
          const float weight = weightOfCorner(at, b);
          TRABECULA_UNROLL
          for (int c = 0; c < 3; ++c)
          {
            parts[3 * b + c] += weight * value[c];
          }
        }
      }
      TRABECULA_UNROLL
      for (int i = 0; i < 24; ++i)
      {
        sums[placeOfForce<Space>(elements, e, 8 * (i % 3) + voxelhex8::vtkCorner(i / 3))] =
          parts[i];
      }
    });
  if (among > 1)
  {
    forEachForce(context, mesh, elements, sums, StoreInColumn{ coarse, among });
    return;
  }
  sumForces(context, mesh, elements, sums, coarse);
}
#endif

/// coarse = P^T fine for one unknown a node, elements first, so that a fine node is read once.
/// @param sums scratch for 8 numbers a coarse element
template <class Space>
void restrictScalar(const Context<Space>& context, const VoxelMesh<Space>& mesh,
  const VoxelTransfer<Space>& transfer, float* sums, const float* fine, float* coarse)
{
  const std::int64_t* starts = mesh.starts.data();
  const std::uint32_t* corners = mesh.corners.data();
  const std::uint32_t* anchors = transfer.anchors.data();
  const std::int32_t* hanging = transfer.hanging.data();
  const std::int32_t* hangingStarts = transfer.hangingStarts.data();
  forEach(
    context, mesh.elements, TRABECULA_LAMBDA(std::int64_t e) {
      float parts[8] = {};
      for (std::int32_t h = hangingStarts[e]; h < hangingStarts[e + 1]; ++h)
      {
        const std::int64_t node = hanging[h];
        const int at = static_cast<int>(anchors[node] % 27U);
        const float value = fine[node];
        TRABECULA_UNROLL
        for (int b = 0; b < 8; ++b)
        {
          parts[b] += weightOfCorner(at, b) * value;
        }
      }
      TRABECULA_UNROLL
      for (int b = 0; b < 8; ++b)
      {
        sums[8 * e + b] = parts[b];
      }
    });
  forEach(
    context, mesh.nodes, TRABECULA_LAMBDA(std::int64_t n) {
      float sum = 0.0F;
      for (std::int64_t k = starts[n]; k < starts[n + 1]; ++k)
      {
        sum += sums[corners[k]];
      }
      coarse[n] = sum;
    });
}

/// coarse = P^T fine, for interleaved columns.
/// @param sums scratch for 24 numbers a coarse element, for one column
/// @param among of one fine column: its result is one of so many interleaved columns, on CUDA;
/// coarse is the first entry of it
template <int Columns = 1, class Space>
void restrictTo(const Context<Space>& context, const VoxelMesh<Space>& mesh,
  const VoxelTransfer<Space>& transfer, [[maybe_unused]] float* sums, const float* fine,
  float* coarse, [[maybe_unused]] int among = 1)
{
  const std::int64_t* starts = mesh.starts.data();
  const std::uint32_t* corners = mesh.corners.data();
  const std::uint32_t* anchors = transfer.anchors.data();
  const std::int32_t* hanging = transfer.hanging.data();
  const std::int32_t* hangingStarts = transfer.hangingStarts.data();
#ifdef __CUDACC__
  if (Columns == 1 && mesh.nodes >= FewNodes)
  {
    restrictByElements(context, mesh, anchors, hanging, hangingStarts, sums, fine, coarse, among);
    return;
  }
  restrictByNodes<Columns>(
    context, mesh.nodes, starts, corners, anchors, hanging, hangingStarts, fine, coarse, among);
#else
  if constexpr (Columns == 1)
  {
    voxelHostKernels().cycle->restrictTo({ mesh.nodes, starts, corners, mesh.elements, anchors,
                                           hanging, hangingStarts, WeightsOfCorners.of[0], sums },
      fine, coarse);
    return;
  }
  forEach(context, mesh.nodes,
    [=](std::int64_t n)
    {
      float total[3 * Columns] = {};
      for (std::int64_t k = starts[n]; k < starts[n + 1]; ++k)
      {
        const std::int64_t e = corners[k] / 8;
        const int b = static_cast<int>(corners[k] % 8);
        for (std::int32_t h = hangingStarts[e]; h < hangingStarts[e + 1]; ++h)
        {
          const std::int64_t node = hanging[h];
          addHanging<3 * Columns>(anchors, node, b, fine + 3 * Columns * node, 1, total);
        }
      }
      for (int i = 0; i < 3 * Columns; ++i)
      {
        coarse[3 * Columns * n + i] = total[i];
      }
    });
#endif
}

/// d = P coarse on unknowns with a diagonal, and x += d; with fromZero, x = d. Columns are
/// interleaved.
/// @param anchors of the fine nodes
/// @param among of one fine column: coarse is the first entry of one of so many interleaved
/// columns, on CUDA
template <int Columns = 1, int Components = 3, class Space>
void prolongTo(const Context<Space>& context, std::int64_t n, const VoxelMesh<Space>& mesh,
  const std::uint32_t* anchors, const float* coarse, const float* inverseDiagonal, bool fromZero,
  float* d, float* x, [[maybe_unused]] int among = 1)
{
  const std::int32_t* connectivity = mesh.connectivity.data();
  const auto finish = TRABECULA_LAMBDA(std::int64_t i, float sum)
  {
    const float step = inverseDiagonal[i / Columns] != 0.0F ? sum : 0.0F;
    d[i] = step;
    x[i] = fromZero ? step : x[i] + step;
  };
#ifdef __CUDACC__
  if (Columns > 1 || n < Components * FewNodes)
  {
    // All corners are read at the same time, those of no weight too.
    const int step = among * Columns;
    forEach(context, Columns * n,
      [=] __device__(std::int64_t i)
      {
        const std::int64_t unknown = i / Columns;
        const std::uint32_t anchor = anchors[unknown / Components];
        const std::int32_t* nodes = connectivity + 8 * std::int64_t(anchor / 27U);
        const int at = static_cast<int>(anchor % 27U);
        float sum = 0.0F;
        TRABECULA_UNROLL
        for (int b = 0; b < 8; ++b)
        {
          sum += weightOfCorner(at, b) *
            coarse[step * (Components * std::int64_t(nodes[b]) + unknown % Components) +
              i % Columns];
        }
        finish(i, sum);
      });
    return;
  }
  const std::int64_t step = among;
#else
  constexpr std::int64_t step = 1;
#endif
  forEach(
    context, n / Components, TRABECULA_LAMBDA(std::int64_t node) {
      const std::int32_t* nodes = connectivity + 8 * std::int64_t(anchors[node] / 27U);
      const int at = static_cast<int>(anchors[node] % 27U);
      float sums[Components * Columns] = {};
      for (int b = 0; b < 8; ++b)
      {
        const float weight = weightOfCorner(at, b);
        if (weight != 0.0F)
        {
          const float* value = coarse + step * Components * Columns * std::int64_t(nodes[b]);
          for (int i = 0; i < Components * Columns; ++i)
          {
            sums[i] += weight * value[step * i];
          }
        }
      }
      for (int t = 0; t < Components * Columns; ++t)
      {
        finish(Components * Columns * node + t, sums[t]);
      }
    });
}
}
}

#endif
