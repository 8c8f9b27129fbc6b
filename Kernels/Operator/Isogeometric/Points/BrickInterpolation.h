#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_POINTS_BRICKINTERPOLATION_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_POINTS_BRICKINTERPOLATION_H

// For the library's own sources.

#include "Operator/Isogeometric/Points/PointBrick.h"

#include <cstdint>

namespace trabecula
{
/// Interpolation from control points to Gauss points of a brick and its transpose, direction by
/// direction (sum factorization). Each step reads one array of shared memory and writes another.
template <class Real, class Degrees>
struct BrickInterpolation : PointBrick<Real, Degrees>
{
  static constexpr int D = Degrees::Dimension;
  static constexpr int Most = Degrees::Most;

  using PointBrick<Real, Degrees>::PointBrick;

  /// Copies the tables of the elements of a brick, see tableBegin().
  template <class Team>
  TRABECULA_FUNCTION void loadTables(
    const Team& team, const std::int32_t* first, Real* tables) const
  {
    for (int k = 0; k < D; ++k)
    {
      const int square = this->m(k) * this->m(k);
      const int values = this->brick(k) * square;
      Real* to = tables + this->tableBegin(k);
      const std::int32_t last = this->input.grid.elements[k] - 1;
      const std::int32_t begin = first[k];
      const Real* source = this->input.tables.values[k];
      const Real* differences = this->input.tables.differences[k];
      team.each(values + square,
        [&](int i)
        {
          // Elements beyond the patch have finite values that nothing depends on.
          const std::int32_t e = begin + i / square;
          to[i] = i < values ? source[std::int64_t(e < last ? e : last) * square + i % square]
                             : differences[i - values];
        });
    }
  }

  /// Copies displacements of control points times weights, component by component; those beyond the
  /// patch are zero.
  template <class Team>
  TRABECULA_FUNCTION void loadDisplacements(
    const Team& team, const std::int32_t* first, Real* to) const
  {
    const SplineGrid& grid = this->input.grid;
    const int all = this->allControls();
    team.each(all,
      [&](int i)
      {
        const std::int32_t x = first[0] + i % this->controls(0);
        const std::int32_t y = first[1] + i / this->controls(0) % this->controls(1);
        const std::int32_t z = D == 3 ? first[2] + i / (this->controls(0) * this->controls(1)) : 0;
        const bool inside = x < grid.counts[0] && y < grid.counts[1] && z < grid.counts[2];
        const std::int64_t point =
          inside ? (std::int64_t(z) * grid.counts[1] + y) * grid.counts[0] + x : 0;
        const Real weight = !inside ? Real(0)
          : this->input.weights     ? this->input.weights[point]
                                    : Real(1);
        TRABECULA_UNROLL
        for (int c = 0; c < D; ++c)
        {
          to[c * all + i] = inside ? weight * this->input.x[D * point + c] : Real(0);
        }
      });
  }

  ///@{
  /// Strides around direction K, while the directions before it are those of points and the ones
  /// after it those of control points: the product of the sizes before it, and the product of the
  /// sizes after it and of the components.
  template <int K>
  TRABECULA_FUNCTION int before() const
  {
    int size = 1;
    for (int k = 0; k < K; ++k)
    {
      size *= this->points(k);
    }
    return size;
  }
  template <int K>
  TRABECULA_FUNCTION int after() const
  {
    int size = D;
    for (int k = K + 1; k < D; ++k)
    {
      size *= this->controls(k);
    }
    return size;
  }

  ///@}

  /// Interpolates in direction K: values at its points from coefficients of its functions.
  template <int K, class Team>
  TRABECULA_FUNCTION void evaluate(
    const Team& team, const Real* tables, const Real* from, Real* to) const
  {
    const int inner = this->template before<K>();
    const int elements = this->brick(K);
    const int functions = this->m(K);
    const Real* values = tables + this->tableBegin(K);
    team.each(inner * elements * this->template after<K>(),
      [&](int i)
      {
        const int e = i / inner % elements;
        const int outer = i / (inner * elements);
        const Real* n = values + e * functions * functions;
        const Real* source = from + i % inner + inner * (e + this->controls(K) * outer);
        Real* target = to + i % inner + inner * (e * functions + this->points(K) * outer);
        Real u[Most] = {};
        TRABECULA_UNROLL
        for (int a = 0; a < functions; ++a)
        {
          u[a] = source[inner * a];
        }
        TRABECULA_UNROLL
        for (int q = 0; q < functions; ++q)
        {
          Real sum = 0;
          TRABECULA_UNROLL
          for (int a = 0; a < functions; ++a)
          {
            sum += n[q * functions + a] * u[a];
          }
          target[inner * q] = sum;
        }
      });
  }

  /// The transpose of evaluate(): each control point of direction K sums over its points.
  template <int K, class Team>
  TRABECULA_FUNCTION void gather(
    const Team& team, const Real* tables, const Real* from, Real* to) const
  {
    const int inner = this->template before<K>();
    const int count = this->controls(K);
    const int functions = this->m(K);
    const Real* values = tables + this->tableBegin(K);
    team.each(inner * count * this->template after<K>(),
      [&](int i)
      {
        const int j = i / inner % count;
        const Real* source = from + i % inner + inner * this->points(K) * (i / (inner * count));
        Real sum = 0;
        TRABECULA_UNROLL
        for (int a = 0; a < functions; ++a)
        {
          const int e = j - a;
          if (e < 0 || e >= this->brick(K))
          {
            continue;
          }
          const Real* n = values + e * functions * functions + a;
          TRABECULA_UNROLL
          for (int q = 0; q < functions; ++q)
          {
            sum += n[q * functions] * source[inner * (e * functions + q)];
          }
        }
        to[i] = sum;
      });
  }
};
}

#endif
