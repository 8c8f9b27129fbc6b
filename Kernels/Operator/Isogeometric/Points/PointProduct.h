#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_POINTS_POINTPRODUCT_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_POINTS_POINTPRODUCT_H

// What a team of threads does with a brick of elements; for the library's own sources.

#include "Core/Teams.h"
#include "Operator/Isogeometric/ProductKernels.h"
#include "Operator/Isogeometric/SplineDegrees.h"

#include <algorithm>
#include <cstddef>

namespace trabecula
{
/**
 * Sum factorization on a brick of elements: displacements are evaluated direction by direction at
 * all Gauss points of the brick, differentiated there along each direction, and stresses go back
 * the same way. Directions are shared by the elements of a brick, and on a span, splines are
 * polynomials, which their values at Gauss points determine: derivatives take one small matrix a
 * direction.
 *
 * The forces of a brick are summed at its control points and written as partial sums.
 */
template <class Real, class Degrees, PointForm Form>
struct PointProduct
{
  static constexpr int D = Degrees::Dimension;
  static constexpr int Most = Degrees::Most;

  Degrees degrees;
  PointInput<Real> input;

  TRABECULA_FUNCTION int m(int k) const { return this->degrees.functions(k); }
  TRABECULA_FUNCTION int brick(int k) const { return this->degrees.brick(k); }
  /// Control points and Gauss points of a brick in a direction.
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
  TRABECULA_FUNCTION int bricks(int k) const
  {
    return (this->input.grid.elements[k] + this->brick(k) - 1) / this->brick(k);
  }
  std::int64_t numberOfBricks() const
  {
    return std::int64_t(this->bricks(0)) * this->bricks(1) * (D == 3 ? this->bricks(2) : 1);
  }
  std::size_t partials() const
  {
    return static_cast<std::size_t>(this->numberOfBricks() * this->allControls() * D);
  }

  std::size_t bytes() const
  {
    const int stresses = (D * D + (this->input.geometry.rational ? D : 0)) * this->allPoints();
    return sizeof(Real) *
      static_cast<std::size_t>(
        this->tableSize() + D * this->allPoints() + std::max(stresses, this->mostBetween()));
  }

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t number, const Team& team, char* memory) const
  {
    std::int32_t first[3] = { 0, 0, 0 };
    first[0] = static_cast<std::int32_t>(number % this->bricks(0)) * this->brick(0);
    first[1] =
      static_cast<std::int32_t>(number / this->bricks(0) % this->bricks(1)) * this->brick(1);
    if (D == 3)
    {
      first[2] =
        static_cast<std::int32_t>(number / this->bricks(0) / this->bricks(1)) * this->brick(2);
    }
    Real* tables = reinterpret_cast<Real*>(memory);
    Real* left = tables + this->tableSize(); // large enough for the values at all points
    Real* right = left + D * this->allPoints();
    this->loadTables(team, first, tables);
    Real* from = D == 3 ? right : left;
    Real* to = D == 3 ? left : right;
    this->loadDisplacements(team, first, from);
    this->template evaluate<0>(team, tables, from, to);
    this->template evaluate<1>(team, tables, to, from);
    if (D == 3)
    {
      this->template evaluate<2>(team, tables, from, to);
    }
    this->stresses(team, first, tables, left, right);
    if constexpr (Form == PointForm::Energy)
    {
      this->addEnergies(team, first, right);
    }
    else
    {
      this->addForces(team, number, tables, left, right);
    }
  }

private:
  /// From stresses in `right`.
  template <class Team>
  TRABECULA_FUNCTION void addForces(
    const Team& team, std::int64_t number, const Real* tables, Real* left, Real* right) const
  {
    this->differentiateBack(team, tables, right, left);
    Real* partial = this->input.partials + number * this->allControls() * D;
    if constexpr (D == 3)
    {
      this->template gather<2>(team, tables, left, right);
      this->template gather<1>(team, tables, right, left);
      this->template gather<0>(team, tables, left, partial);
    }
    else
    {
      this->template gather<1>(team, tables, left, right);
      this->template gather<0>(team, tables, right, partial);
    }
  }

  TRABECULA_FUNCTION int tableBegin(int k) const
  {
    int begin = 0;
    for (int j = 0; j < k; ++j)
    {
      begin += (this->brick(j) + 1) * this->m(j) * this->m(j);
    }
    return begin;
  }
  /// Even, so that what follows is aligned as in the memory of a team.
  TRABECULA_FUNCTION int tableSize() const { return (this->tableBegin(D) + 1) / 2 * 2; }
  /// Where the matrix of derivatives of a direction begins, after the values of its elements.
  TRABECULA_FUNCTION int differencesBegin(int k) const
  {
    return this->tableBegin(k) + this->brick(k) * this->m(k) * this->m(k);
  }
  /// Largest size of what is between control points and points.
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

  /// Numbers before and after a direction, where those before it are of points, those after it of
  /// control points.
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

  /// Values at points of a direction from functions.
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

  /// The transpose of evaluate(), by control points.
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

  /// A point of the brick: its element, its number in that, whether it is in the patch.
  struct Place
  {
    std::int32_t e[3] = { 0, 0, 0 };
    int q[3] = { 0, 0, 0 };
    int m[3] = { 1, 1, 1 };
    bool inside = true;

    TRABECULA_FUNCTION Place(const PointProduct& product, const std::int32_t* first, int i)
    {
      TRABECULA_UNROLL
      for (int k = 0; k < D; ++k)
      {
        this->m[k] = product.m(k);
        const int at = i % product.points(k);
        i /= product.points(k);
        this->e[k] = first[k] + at / this->m[k];
        this->q[k] = at % this->m[k];
        this->inside = this->inside && this->e[k] < product.input.grid.elements[k];
      }
    }
    TRABECULA_FUNCTION int local() const
    {
      return this->q[0] + this->m[0] * (this->q[1] + this->m[1] * this->q[2]);
    }
  };

  TRABECULA_FUNCTION Real modulusAt(const Place& place) const
  {
    if (Form == PointForm::Energy)
    {
      return Real(1);
    }
    const std::int64_t element = this->input.grid.elementNumber(place.e);
    return this->input.modulusPerPoint
      ? this->input.moduli[element * (place.m[0] * place.m[1] * place.m[2]) + place.local()]
      : this->input.moduli[element];
  }

  /// From displacements at points, stresses times a and, after those, times -b; or energies.
  template <class Team>
  TRABECULA_FUNCTION void stresses(const Team& team, const std::int32_t* first, const Real* tables,
    const Real* from, Real* to) const
  {
    const int all = this->allPoints();
    team.each(all,
      [&](int i)
      {
        const Place place(*this, first, i);
        const bool rational = this->input.geometry.rational;
        if (!place.inside)
        {
          for (int c = 0; c < D * D + (rational ? D : 0); ++c)
          {
            to[c * all + i] = Real(0);
          }
          return;
        }
        const PointFactors<Real, D> factors(
          this->input.geometry, this->input.tables, place.e, place.q, place.m);
        Real h[D * D]; // derivative of component c along r at D c + r
        TRABECULA_UNROLL
        for (int c = 0; c < D; ++c)
        {
          const Real value = rational ? from[c * all + i] : Real(0);
          TRABECULA_UNROLL
          for (int r = 0; r < D; ++r)
          {
            h[D * c + r] = -value * factors.b[r];
          }
        }
        int stride = 1;
        TRABECULA_UNROLL
        for (int k = 0; k < D; ++k)
        {
          const int functions = this->m(k);
          const Real* row = tables + this->differencesBegin(k) + place.q[k] * functions;
          const Real* line = from + i - place.q[k] * stride;
          Real slope[D] = {};
          TRABECULA_UNROLL
          for (int q = 0; q < functions; ++q)
          {
            TRABECULA_UNROLL
            for (int c = 0; c < D; ++c)
            {
              slope[c] += row[q] * line[c * all + q * stride];
            }
          }
          TRABECULA_UNROLL
          for (int c = 0; c < D; ++c)
          {
            TRABECULA_UNROLL
            for (int r = 0; r < D; ++r)
            {
              h[D * c + r] += slope[c] * factors.a[D * k + r];
            }
          }
          stride *= this->points(k);
        }
        Real s[D * D];
        const Real energy = this->stressOf(h, this->modulusAt(place), s);
        if constexpr (Form == PointForm::Energy)
        {
          to[i] = energy;
        }
        else
        {
          this->writeStress(factors, s, all, to + i);
        }
      });
  }

  TRABECULA_FUNCTION void writeStress(
    const PointFactors<Real, D>& factors, const Real* s, int all, Real* to) const
  {
    TRABECULA_UNROLL
    for (int c = 0; c < D; ++c)
    {
      TRABECULA_UNROLL
      for (int k = 0; k < D; ++k)
      {
        Real sum = 0;
        TRABECULA_UNROLL
        for (int r = 0; r < D; ++r)
        {
          sum += s[D * c + r] * factors.a[D * k + r];
        }
        to[(D * c + k) * all] = sum;
      }
      if (this->input.geometry.rational)
      {
        Real sum = 0;
        TRABECULA_UNROLL
        for (int r = 0; r < D; ++r)
        {
          sum -= s[D * c + r] * factors.b[r];
        }
        to[(D * D + c) * all] = sum;
      }
    }
  }

  /// @return h:s
  TRABECULA_FUNCTION Real stressOf(const Real* h, Real modulus, Real* s) const
  {
    const LinearElasticity<D, Real> law = { { modulus * this->input.material.lambda,
      modulus * this->input.material.mu } };
    const Real shared = law.sharedOf(h);
    Real energy = 0;
    TRABECULA_UNROLL
    for (int c = 0; c < D; ++c)
    {
      law.rowOf(c, h, shared, Real(1), s + D * c);
      TRABECULA_UNROLL
      for (int r = 0; r < D; ++r)
      {
        energy += h[D * c + r] * s[D * c + r];
      }
    }
    return energy;
  }

  /// The transpose of the differentiation: forces at points from stresses.
  template <class Team>
  TRABECULA_FUNCTION void differentiateBack(
    const Team& team, const Real* tables, const Real* from, Real* to) const
  {
    const int all = this->allPoints();
    const std::int32_t origin[3] = { 0, 0, 0 };
    team.each(all,
      [&](int i)
      {
        const Place place(*this, origin, i);
        Real force[D];
        TRABECULA_UNROLL
        for (int c = 0; c < D; ++c)
        {
          force[c] = this->input.geometry.rational ? from[(D * D + c) * all + i] : Real(0);
        }
        int stride = 1;
        TRABECULA_UNROLL
        for (int k = 0; k < D; ++k)
        {
          const int functions = this->m(k);
          const Real* column = tables + this->differencesBegin(k) + place.q[k];
          const Real* line = from + i - place.q[k] * stride;
          TRABECULA_UNROLL
          for (int q = 0; q < functions; ++q)
          {
            TRABECULA_UNROLL
            for (int c = 0; c < D; ++c)
            {
              force[c] += column[q * functions] * line[(D * c + k) * all + q * stride];
            }
          }
          stride *= this->points(k);
        }
        TRABECULA_UNROLL
        for (int c = 0; c < D; ++c)
        {
          to[c * all + i] = force[c];
        }
      });
  }

  template <class Team>
  TRABECULA_FUNCTION void addEnergies(
    const Team& team, const std::int32_t* first, const Real* from) const
  {
    const SplineGrid& grid = this->input.grid;
    if (this->input.modulusPerPoint)
    {
      team.each(this->allPoints(),
        [&](int i)
        {
          const Place place(*this, first, i);
          if (place.inside)
          {
            const std::int64_t point =
              grid.elementNumber(place.e) * grid.pointsPerElement() + place.local();
            this->input.energies[point] += this->input.scale * double(from[i]);
          }
        });
      return;
    }
    const int elements = this->brick(0) * this->brick(1) * (D == 3 ? this->brick(2) : 1);
    team.each(elements,
      [&](int i)
      {
        const int at[3] = { i % this->brick(0), i / this->brick(0) % this->brick(1),
          D == 3 ? i / (this->brick(0) * this->brick(1)) : 0 };
        const std::int32_t e[3] = { first[0] + at[0], first[1] + at[1], first[2] + at[2] };
        if (e[0] >= grid.elements[0] || e[1] >= grid.elements[1] || e[2] >= grid.elements[2])
        {
          return;
        }
        double sum = 0.0;
        for (int local = 0; local < grid.pointsPerElement(); ++local)
        {
          int q[3] = {};
          splitPoint(grid, local, q);
          int place = 0;
          for (int k = D - 1; k >= 0; --k)
          {
            place = at[k] * this->m(k) + q[k] + this->points(k) * place;
          }
          sum += double(from[place]);
        }
        this->input.energies[grid.elementNumber(e)] += this->input.scale * sum;
      });
  }
};

/// Threads of a team on CUDA.
constexpr int PointTeam = 256;
}

#endif
