#ifndef TRABECULA_SOLVER_VOXELBOX_VOXELBOXKERNELS_H
#define TRABECULA_SOLVER_VOXELBOX_VOXELBOXKERNELS_H

// Loops over the positions of a VoxelBox, for the library's own sources.

#include "Core/Teams.h"
#include "Element/VoxelConductionHex8.h"
#include "Solver/VoxelBox/VoxelBoxLevels.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
/// Calls body(x, y, z, n) for all positions n, those that follow rows and layers included. A call
/// must not read what a call for another position writes.
template <class Space, class Body>
void forEachPosition(const Context<Space>& context, const VoxelBox& box, Body body)
{
  const auto row = static_cast<std::int32_t>(box.row());
  const auto rowsOfLayer = static_cast<std::int32_t>(box.rowsOfLayer());
#ifdef __CUDACC__
  forEach(context, box.positions(),
    [=] __device__(std::int64_t n)
    {
      const auto position = static_cast<std::int32_t>(n);
      const std::int32_t line = position / row;
      body(position - line * row, line % rowsOfLayer, line / rowsOfLayer, n);
    });
#else
  // A thread takes whole rows, whose loops are vectorized.
  forEachTeam<32, 16>(context, box.rows(), 0,
    [=](std::int64_t item, const auto& /*team*/, char* /*scratch*/)
    {
      const auto line = static_cast<std::int32_t>(item);
      const std::int32_t y = line % rowsOfLayer;
      const std::int32_t z = line / rowsOfLayer;
      const std::int64_t first = item * row;
#pragma GCC ivdep
      for (std::int32_t x = 0; x < row; ++x)
      {
        body(x, y, z, first + x);
      }
    });
#endif
}

/// The matrix of a level, as loops see it; fields begin at the first position.
struct VoxelBoxMatrix
{
  std::int32_t row;
  std::int32_t layer;
  voxelhex8::ConductingBrick<float> unit; ///< of the level's voxels
  const float* coefficients;              ///< of the voxel at each position, 0 for none
  const float* inverseDiagonal;           ///< 0 where no unknown is

  /// (A x) at a position.
  TRABECULA_FUNCTION float product(const float* x, std::int64_t n) const
  {
    return voxelhex8::flowAroundNode(
      x + n, this->row, this->layer, this->coefficients + n, this->row, this->layer, this->unit);
  }
};

/// The first step of a Chebyshev smoother from zero: x = factor b / D.
template <class Space>
void startInBox(const Context<Space>& context, const VoxelBox& box, const VoxelBoxMatrix& A,
  float factor, const float* b, float* x)
{
  const float* inverseDiagonal = A.inverseDiagonal;
  forEachPosition(
    context, box, TRABECULA_LAMBDA(std::int32_t, std::int32_t, std::int32_t, std::int64_t n) {
      x[n] = factor * inverseDiagonal[n] * b[n];
    });
}

/// A step after the first one: next = x + keep (x - before) + factor (b - A x) / D. @param next
/// contains the iterate before x, if keep is not 0; with isSecond the one before x was zero
template <class Space>
void stepInBox(const Context<Space>& context, const VoxelBox& box, const VoxelBoxMatrix A,
  float keep, float factor, bool isSecond, const float* b, const float* x, float* next)
{
  if (isSecond || keep == 0.0F)
  {
    forEachPosition(
      context, box, TRABECULA_LAMBDA(std::int32_t, std::int32_t, std::int32_t, std::int64_t n) {
        next[n] = x[n] + keep * x[n] + factor * A.inverseDiagonal[n] * (b[n] - A.product(x, n));
      });
    return;
  }
  forEachPosition(
    context, box, TRABECULA_LAMBDA(std::int32_t, std::int32_t, std::int32_t, std::int64_t n) {
      next[n] =
        x[n] + keep * (x[n] - next[n]) + factor * A.inverseDiagonal[n] * (b[n] - A.product(x, n));
    });
}

/// r = b - A x at unknowns, 0 elsewhere.
template <class Space>
void residualInBox(const Context<Space>& context, const VoxelBox& box, const VoxelBoxMatrix A,
  const float* b, const float* x, float* r)
{
  forEachPosition(
    context, box, TRABECULA_LAMBDA(std::int32_t, std::int32_t, std::int32_t, std::int64_t n) {
      const float residual = b[n] - A.product(x, n);
      r[n] = A.inverseDiagonal[n] != 0.0F ? residual : 0.0F;
    });
}

/// The sum of three values side by side, with the weights of linear interpolation.
TRABECULA_FUNCTION float weightedRow(const float* r)
{
  return r[0] + 0.5F * (r[-1] + r[1]);
}

TRABECULA_FUNCTION float weightedLayer(const float* r, std::int64_t row)
{
  return weightedRow(r) + 0.5F * (weightedRow(r - row) + weightedRow(r + row));
}

/// The transpose of prolongInBox().
template <class Space>
void restrictInBox(const Context<Space>& context, const VoxelBox& fine, const VoxelBox& coarse,
  const float* r, float* b)
{
  const std::int64_t row = fine.row();
  const std::int64_t layer = fine.layer();
  const std::int32_t lastX = fine.cells[0] / 2;
  const std::int32_t lastY = fine.cells[1] / 2;
  const std::int32_t lastZ = fine.cells[2] / 2;
  forEachPosition(
    context, coarse,
    TRABECULA_LAMBDA(std::int32_t x, std::int32_t y, std::int32_t z, std::int64_t n) {
      // Positions that follow the nodes have none below them.
      const bool isInside = x <= lastX && y <= lastY && z <= lastZ;
      const float* center =
        r + (isInside ? 2 * (x + row * std::int64_t(y) + layer * std::int64_t(z)) : 0);
      const float sum = weightedLayer(center, row) +
        0.5F * (weightedLayer(center - layer, row) + weightedLayer(center + layer, row));
      b[n] = isInside ? sum : 0.0F;
    });
}

/// x += the trilinear interpolation of a coarse field, at unknowns.
template <class Space>
void prolongInBox(const Context<Space>& context, const VoxelBox& fine, const VoxelBox& coarse,
  const float* inverseDiagonal, const float* from, float* x)
{
  const std::int64_t row = coarse.row();
  const std::int64_t layer = coarse.layer();
  forEachPosition(
    context, fine,
    TRABECULA_LAMBDA(std::int32_t i, std::int32_t j, std::int32_t k, std::int64_t n) {
      const float* a = from + (i >> 1) + row * (j >> 1) + layer * (k >> 1);
      const std::int64_t alongX = i & 1;
      const std::int64_t alongY = (j & 1) * row;
      const std::int64_t alongZ = (k & 1) * layer;
      const float below = a[0] + a[alongX] + a[alongY] + a[alongY + alongX];
      const float* b = a + alongZ;
      const float above = b[0] + b[alongX] + b[alongY] + b[alongY + alongX];
      x[n] += inverseDiagonal[n] != 0.0F ? 0.125F * (below + above) : 0.0F;
    });
}

/// The coefficient of a coarse voxel is the mean of those of the eight fine ones in it, void
/// included.
template <class Space>
void coarsenCoefficients(const Context<Space>& context, const VoxelBox& fine,
  const VoxelBox& coarse, const float* from, float* to)
{
  const std::int64_t row = fine.row();
  const std::int64_t layer = fine.layer();
  const std::int32_t lastX = fine.cells[0] / 2;
  const std::int32_t lastY = fine.cells[1] / 2;
  const std::int32_t lastZ = fine.cells[2] / 2;
  forEachPosition(
    context, coarse,
    TRABECULA_LAMBDA(std::int32_t x, std::int32_t y, std::int32_t z, std::int64_t n) {
      const bool isInside = x < lastX && y < lastY && z < lastZ;
      const float* c =
        from + (isInside ? 2 * (x + row * std::int64_t(y) + layer * std::int64_t(z)) : 0);
      const float sum = c[0] + c[1] + c[row] + c[row + 1] + c[layer] + c[layer + 1] +
        c[layer + row] + c[layer + row + 1];
      to[n] = isInside ? 0.125F * sum : 0.0F;
    });
}

/// Sum of the coefficients of the voxels around a node.
TRABECULA_FUNCTION float coefficientsAround(const float* c, std::int64_t row, std::int64_t layer)
{
  return c[0] + c[-1] + c[-row] + c[-row - 1] + c[-layer] + c[-layer - 1] + c[-layer - row] +
    c[-layer - row - 1];
}

/// 1 / D, 0 where D is 0.
template <class Space>
void invertDiagonalInBox(const Context<Space>& context, const VoxelBox& box, float ofUnit,
  const float* coefficients, float* inverse)
{
  const std::int64_t row = box.row();
  const std::int64_t layer = box.layer();
  forEachPosition(
    context, box, TRABECULA_LAMBDA(std::int32_t, std::int32_t, std::int32_t, std::int64_t n) {
      const float d = ofUnit * coefficientsAround(coefficients + n, row, layer);
      inverse[n] = d > 0.0F ? 1.0F / d : 0.0F;
    });
}

/// Makes a coarse node prescribed where the fine node at the same place is prescribed.
template <class Space>
void prescribeInBox(const Context<Space>& context, const VoxelBox& fine, const VoxelBox& coarse,
  const float* coefficients, const float* inverseOfFine, float* inverse)
{
  const std::int64_t row = fine.row();
  const std::int64_t layer = fine.layer();
  const std::int32_t lastX = fine.cells[0] / 2;
  const std::int32_t lastY = fine.cells[1] / 2;
  const std::int32_t lastZ = fine.cells[2] / 2;
  forEachPosition(
    context, coarse,
    TRABECULA_LAMBDA(std::int32_t x, std::int32_t y, std::int32_t z, std::int64_t n) {
      const bool isInside = x <= lastX && y <= lastY && z <= lastZ;
      const std::int64_t below =
        isInside ? 2 * (x + row * std::int64_t(y) + layer * std::int64_t(z)) : 0;
      const bool isPrescribed = isInside && inverseOfFine[below] == 0.0F &&
        coefficientsAround(coefficients + below, row, layer) > 0.0F;
      inverse[n] = isPrescribed ? 0.0F : inverse[n];
    });
}

/// to[places[i]] = factor from[i]
template <class Space, class Number>
void scatterToBox(const Context<Space>& context, std::int64_t n, const std::int32_t* places,
  double factor, const Number* from, float* to)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      to[places[i]] = static_cast<float>(factor * static_cast<double>(from[i]));
    });
}

/// to[i] = from[places[i]]
template <class Space>
void gatherFromBox(const Context<Space>& context, std::int64_t n, const std::int32_t* places,
  const float* from, float* to)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { to[i] = from[places[i]]; });
}

/// inverse[places[i]] = 0 where fixed[i]
template <class Space>
void prescribeNodes(const Context<Space>& context, std::int64_t n, const std::int32_t* places,
  const std::uint8_t* fixed, float* inverse)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      if (fixed[i])
      {
        inverse[places[i]] = 0.0F;
      }
    });
}

/// 1 at unknowns, 0 elsewhere.
template <class Space>
void markUnknowns(const Context<Space>& context, std::int64_t n, float* marks)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { marks[i] = marks[i] != 0.0F ? 1.0F : 0.0F; });
}
}
}

#endif
