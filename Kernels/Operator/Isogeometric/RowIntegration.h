#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_ROWINTEGRATION_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_ROWINTEGRATION_H

// Stiffness matrices of spaces of splines by integration; for the library's own sources.

#include "Core/Teams.h"
#include "Operator/Isogeometric/ProductKernels.h"
#include "Operator/Isogeometric/SplineDegrees.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace trabecula
{
/**
 * Adds the matrices of the elements of one colour: elements whose numbers in each direction are
 * equal modulo degree + 1 share no function. A team computes the gradients of an element's
 * functions at some of its points at a time, multiplied by the square roots of weight and modulus;
 * then each thread takes pairs of functions. With M the sum of products of gradients, the block of
 * a pair is lambda M + mu M^T + mu tr(M) I.
 */
template <class Real, class Degrees, bool DiagonalOnly>
struct IntegrateElements
{
  static constexpr int D = Degrees::Dimension;
  static constexpr int Most = Degrees::Most;
  static constexpr std::size_t ChunkBytes = 36 * 1024;

  Degrees degrees;
  IntegrationInput<Real> input;
  std::int32_t colour[3];
  std::int32_t ofColour[3]; ///< elements of the colour in each direction
  int chunk;                ///< points at a time

  TRABECULA_FUNCTION int m(int k) const { return this->degrees.functions(k); }
  TRABECULA_FUNCTION int functions() const
  {
    return this->m(0) * this->m(1) * (D == 3 ? this->m(2) : 1);
  }
  static std::size_t bytes(int functions, int chunk)
  {
    return sizeof(Real) * static_cast<std::size_t>(chunk) *
      static_cast<std::size_t>(D * functions + D * D + D);
  }
  /// Number of points that fit into ChunkBytes, at most `most`.
  static int chunkOf(int functions, int most)
  {
    return std::clamp(static_cast<int>(ChunkBytes / bytes(functions, 1)), 1, most);
  }
  std::int64_t elementsOfColour() const
  {
    std::int64_t elements = 1;
    for (const std::int32_t count : this->ofColour)
    {
      elements *= std::max(0, count);
    }
    return elements;
  }
  void setColour(const int* c)
  {
    for (int k = 0; k < 3; ++k)
    {
      const int stride = k < D ? this->degrees.functions(k) : 1;
      this->colour[k] = c[k];
      this->ofColour[k] = (this->input.space.elements[k] - c[k] + stride - 1) / stride;
    }
  }

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t number, const Team& team, char* memory) const
  {
    std::int32_t e[3] = { 0, 0, 0 };
    std::int32_t begin[3] = { 0, 0, 0 };
    int spans[3] = { 1, 1, 1 };
    int points = 1;
    TRABECULA_UNROLL
    for (int k = 0; k < D; ++k)
    {
      e[k] = this->colour[k] + this->m(k) * static_cast<std::int32_t>(number % this->ofColour[k]);
      number /= this->ofColour[k];
      begin[k] = this->input.space.starts[k][e[k]];
      spans[k] = this->input.space.starts[k][e[k] + 1] - begin[k];
      points *= spans[k] * this->m(k);
    }
    Real* gradients = reinterpret_cast<Real*>(memory);
    Real* factors = gradients + this->chunk * D * this->functions();
    for (int from = 0; from < points; from += this->chunk)
    {
      const int count = points - from < this->chunk ? points - from : this->chunk;
      this->computeFactors(team, begin, spans, from, count, factors);
      this->computeGradients(team, begin, spans, from, count, factors, gradients);
      if constexpr (DiagonalOnly)
      {
        this->addDiagonal(team, e, count, gradients);
      }
      else
      {
        this->addPairs(team, e, count, gradients);
      }
    }
  }

private:
  /// The span of the patch that contains a point, and the number of the point there, direction by
  /// direction.
  TRABECULA_FUNCTION void pointAt(
    const std::int32_t* begin, const int* spans, int i, std::int32_t* span, int* q) const
  {
    TRABECULA_UNROLL
    for (int k = 0; k < D; ++k)
    {
      const int at = i % (spans[k] * this->m(k));
      i /= spans[k] * this->m(k);
      span[k] = begin[k] + at / this->m(k);
      q[k] = at % this->m(k);
    }
  }

  template <class Team>
  TRABECULA_FUNCTION void computeFactors(const Team& team, const std::int32_t* begin,
    const int* spans, int from, int count, Real* factors) const
  {
    team.each(count,
      [&](int i)
      {
        std::int32_t span[3] = { 0, 0, 0 };
        int q[3] = { 0, 0, 0 };
        int points[3] = { 1, 1, 1 };
        TRABECULA_UNROLL
        for (int k = 0; k < D; ++k)
        {
          points[k] = this->m(k);
        }
        this->pointAt(begin, spans, from + i, span, q);
        const PointFactors<Real, D> at(this->input.geometry, this->input.tables, span, q, points);
        const std::int64_t element = this->input.grid.elementNumber(span);
        const Real modulus = this->input.modulusPerPoint
          ? this->input.moduli[element * (points[0] * points[1] * points[2]) + q[0] +
              points[0] * (q[1] + points[1] * q[2])]
          : this->input.moduli[element];
        const Real root = std::sqrt(modulus);
        TRABECULA_UNROLL
        for (int c = 0; c < D * D; ++c)
        {
          factors[(D * D + D) * i + c] = root * at.a[c];
        }
        TRABECULA_UNROLL
        for (int c = 0; c < D; ++c)
        {
          factors[(D * D + D) * i + D * D + c] = root * at.b[c];
        }
      });
  }

  /// Component c of function f at point i: (D i + c) functions + f.
  template <class Team>
  TRABECULA_FUNCTION void computeGradients(const Team& team, const std::int32_t* begin,
    const int* spans, int from, int count, const Real* factors, Real* gradients) const
  {
    const int all = this->functions();
    team.each(count * all,
      [&](int t)
      {
        const int i = t / all;
        int f = t % all;
        std::int32_t span[3] = { 0, 0, 0 };
        int q[3] = { 0, 0, 0 };
        this->pointAt(begin, spans, from + i, span, q);
        Real n[3] = { 1, 1, 1 };
        Real s[3] = { 0, 0, 0 };
        TRABECULA_UNROLL
        for (int k = 0; k < D; ++k)
        {
          const std::int64_t at =
            (std::int64_t(span[k]) * this->m(k) + q[k]) * this->m(k) + f % this->m(k);
          f /= this->m(k);
          n[k] = this->input.space.values[k][at];
          s[k] = this->input.space.slopes[k][at];
        }
        const Real slopes[3] = { s[0] * n[1] * n[2], n[0] * s[1] * n[2], n[0] * n[1] * s[2] };
        const Real value = n[0] * n[1] * n[2];
        const Real* a = factors + (D * D + D) * i;
        TRABECULA_UNROLL
        for (int c = 0; c < D; ++c)
        {
          Real sum = -value * a[D * D + c];
          TRABECULA_UNROLL
          for (int k = 0; k < D; ++k)
          {
            sum += slopes[k] * a[D * k + c];
          }
          gradients[(D * i + c) * all + t % all] = sum;
        }
      });
  }

  TRABECULA_FUNCTION void controlPointOf(
    const std::int32_t* e, int function, std::int32_t* at) const
  {
    at[2] = 0;
    TRABECULA_UNROLL
    for (int k = 0; k < D; ++k)
    {
      at[k] = e[k] + function % this->m(k);
      function /= this->m(k);
    }
  }

  template <class Team>
  TRABECULA_FUNCTION void addPairs(
    const Team& team, const std::int32_t* e, int count, const Real* gradients) const
  {
    const int all = this->functions();
    // Unordered pairs as (f, f + shift): each once, but where the shift is half of an even number.
    team.each(all * (all / 2 + 1),
      [&](int t)
      {
        const int f = t % all;
        const int shift = t / all;
        if (2 * shift == all && 2 * f >= all)
        {
          return;
        }
        const int g = f + shift < all ? f + shift : f + shift - all;
        Real sum[D * D] = {};
        for (int i = 0; i < count; ++i)
        {
          const Real* at = gradients + D * i * all;
          Real left[D];
          Real right[D];
          TRABECULA_UNROLL
          for (int c = 0; c < D; ++c)
          {
            left[c] = at[c * all + f];
            right[c] = at[c * all + g];
          }
          TRABECULA_UNROLL
          for (int c = 0; c < D * D; ++c)
          {
            sum[c] += left[c / D] * right[c % D];
          }
        }
        this->addBlock(e, f, g, sum);
      });
  }

  TRABECULA_FUNCTION void addBlock(const std::int32_t* e, int f, int g, const Real* sum) const
  {
    const RowLayoutOfGrid& layout = this->input.rows.layout;
    std::int32_t i[3] = {};
    std::int32_t j[3] = {};
    this->controlPointOf(e, f, i);
    this->controlPointOf(e, g, j);
    const int window = layout.window();
    Real* row =
      this->input.rows.values + (layout.numberOf(i) * D * window + layout.placeOf(i, j)) * D;
    Real* column =
      this->input.rows.values + (layout.numberOf(j) * D * window + layout.placeOf(j, i)) * D;
    const LinearElasticity<D, Real> law = { this->input.material };
    Real trace = 0;
    for (int c = 0; c < D; ++c)
    {
      trace += law.mu * sum[D * c + c];
    }
    for (int r = 0; r < D; ++r)
    {
      for (int c = 0; c < D; ++c)
      {
        const Real entry = law.blockOf(sum, trace, r, c);
        row[r * window * D + c] += entry;
        if (f != g)
        {
          column[c * window * D + r] += entry;
        }
      }
    }
  }

  template <class Team>
  TRABECULA_FUNCTION void addDiagonal(
    const Team& team, const std::int32_t* e, int count, const Real* gradients) const
  {
    const int all = this->functions();
    team.each(all,
      [&](int f)
      {
        Real sum[D] = {};
        Real trace = 0;
        for (int i = 0; i < count; ++i)
        {
          for (int c = 0; c < D; ++c)
          {
            const Real g = gradients[(D * i + c) * all + f];
            sum[c] += g * g;
            trace += g * g;
          }
        }
        std::int32_t at[3] = {};
        this->controlPointOf(e, f, at);
        const SplineGrid& grid = this->input.grid;
        const std::int64_t point =
          (std::int64_t(at[2]) * grid.counts[1] + at[1]) * grid.counts[0] + at[0];
        for (int c = 0; c < D; ++c)
        {
          this->input.diagonal[D * point + c] +=
            (this->input.material.lambda + this->input.material.mu) * sum[c] +
            this->input.material.mu * trace;
        }
      });
  }
};
}

#endif
