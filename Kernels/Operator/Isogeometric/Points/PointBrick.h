#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_POINTS_POINTBRICK_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_POINTS_POINTBRICK_H

// For the library's own sources.

#include "Operator/Isogeometric/ProductKernels.h"
#include "Operator/Isogeometric/SplineDegrees.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
/**
 * A brick of elements that a team of threads multiplies at a time, as a box of the tensor grid of
 * the patch: its sizes, and the layout of its memory. Bricks at the upper ends of the patch may
 * have elements beyond it, which are computed and not used.
 */
template <class Real, class Degrees>
struct PointBrick
{
  static constexpr int D = Degrees::Dimension;

  Degrees degrees;
  PointInput<Real> input;

  PointBrick(const Degrees& ofPatch, const PointInput<Real>& given) : degrees(ofPatch), input(given)
  {
  }

  /// Functions of a span in a direction, which are as many as its Gauss points.
  TRABECULA_FUNCTION int m(int k) const { return this->degrees.functions(k); }
  /// Elements of a brick in a direction.
  TRABECULA_FUNCTION int brick(int k) const { return this->degrees.brick(k); }
  ///@{
  /// Control points and Gauss points of a brick, in a direction and in all.
  TRABECULA_FUNCTION int controls(int k) const { return this->brick(k) + this->m(k) - 1; }
  TRABECULA_FUNCTION int points(int k) const { return this->brick(k) * this->m(k); }
  TRABECULA_FUNCTION int allControls() const
  {
    return this->controls(0) * this->controls(1) * (D == 3 ? this->controls(2) : 1);
  }
  TRABECULA_FUNCTION int allPoints() const
  {
    return this->points(0) * this->points(1) * (D == 3 ? this->points(2) : 1);
  }
  ///@}
  /// Bricks of the patch in a direction.
  TRABECULA_FUNCTION int bricks(int k) const
  {
    return (this->input.grid.elements[k] + this->brick(k) - 1) / this->brick(k);
  }
  std::int64_t numberOfBricks() const
  {
    return std::int64_t(this->bricks(0)) * this->bricks(1) * (D == 3 ? this->bricks(2) : 1);
  }
  /// Numbers in PointInput::partials.
  std::size_t partials() const
  {
    return static_cast<std::size_t>(this->numberOfBricks() * this->allControls() * D);
  }

  /// The place of the tables of a direction: the values of the functions at the Gauss points of
  /// each element of the brick, then the matrix of derivatives.
  TRABECULA_FUNCTION int tableBegin(int k) const
  {
    int begin = 0;
    for (int j = 0; j < k; ++j)
    {
      begin += (this->brick(j) + 1) * this->m(j) * this->m(j);
    }
    return begin;
  }
  /// Size of the tables of all directions, rounded up to an even number, so that the numbers after
  /// them are aligned like the memory of a team.
  TRABECULA_FUNCTION int tableSize() const { return (this->tableBegin(D) + 1) / 2 * 2; }
  /// The place of the matrix of derivatives of a direction.
  TRABECULA_FUNCTION int differencesBegin(int k) const
  {
    return this->tableBegin(k) + this->brick(k) * this->m(k) * this->m(k);
  }
  /// Most numbers that a step between control points and points reads or writes.
  int mostBetween() const
  {
    int most = D * this->allControls();
    int size = most;
    for (int k = 0; k + 1 < D; ++k)
    {
      size = size / this->controls(k) * this->points(k);
      most = std::max(most, size);
    }
    return most;
  }

  /// The element of a Gauss point of the brick, its number there direction by direction, and
  /// whether the element is in the patch.
  struct Place
  {
    std::int32_t e[3] = { 0, 0, 0 };
    int q[3] = { 0, 0, 0 };
    int m[3] = { 1, 1, 1 };
    bool inside = true;

    TRABECULA_FUNCTION Place(const PointBrick& brick, const std::int32_t* first, int i)
    {
      TRABECULA_UNROLL
      for (int k = 0; k < D; ++k)
      {
        this->m[k] = brick.m(k);
        const int at = i % brick.points(k);
        i /= brick.points(k);
        this->e[k] = first[k] + at / this->m[k];
        this->q[k] = at % this->m[k];
        this->inside = this->inside && this->e[k] < brick.input.grid.elements[k];
      }
    }
    TRABECULA_FUNCTION int local() const
    {
      return this->q[0] + this->m[0] * (this->q[1] + this->m[1] * this->q[2]);
    }
  };
};
}

#endif
