#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_CONGRUENTPRODUCT_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_CONGRUENTPRODUCT_H

// Products with congruent element matrices; for the library's own sources.

#include "Operator/Isogeometric/ProductKernels.h"

namespace trabecula
{
/// Multiplies the rows of a control point: those of the elements around it, one after another. Only
/// the result is written.
template <class Real, class Degrees, class Finish>
struct CongruentRow
{
  static constexpr int D = Degrees::Dimension;

  Degrees degrees;
  CongruentInput<Real> input;
  Finish finish;

  TRABECULA_FUNCTION int m(int k) const { return this->degrees.functions(k); }

  TRABECULA_FUNCTION void operator()(std::int64_t point) const
  {
    const SplineGrid& grid = this->input.grid;
    std::int32_t at[3] = {};
    grid.controlPointAt(point, at);
    const int side = D * this->m(0) * this->m(1) * (D == 3 ? this->m(2) : 1);
    Real sum[D] = {};
    for (int c = 0; c < (D == 3 ? this->m(2) : 1); ++c)
    {
      for (int b = 0; b < this->m(1); ++b)
      {
        for (int a = 0; a < this->m(0); ++a)
        {
          const std::int32_t e[3] = { at[0] - a, at[1] - b, at[2] - c };
          if (e[0] < 0 || e[1] < 0 || e[2] < 0 || e[0] >= grid.elements[0] ||
            e[1] >= grid.elements[1] || e[2] >= grid.elements[2])
          {
            continue;
          }
          const int row = D * (a + this->m(0) * (b + this->m(1) * c));
          this->addElement(
            e, this->input.matrices + (this->input.classAt(e) * side + row) * side, side, sum);
        }
      }
    }
    TRABECULA_UNROLL
    for (int r = 0; r < D; ++r)
    {
      this->finish(D * point + r, sum[r]);
    }
  }

private:
  TRABECULA_FUNCTION void addElement(
    const std::int32_t* e, const Real* rows, int side, Real* sum) const
  {
    const SplineGrid& grid = this->input.grid;
    Real part[D] = {};
    const Real* entry = rows;
    for (int c = 0; c < (D == 3 ? this->m(2) : 1); ++c)
    {
      for (int b = 0; b < this->m(1); ++b)
      {
        const Real* line = this->input.x +
          D * ((std::int64_t(e[2] + c) * grid.counts[1] + e[1] + b) * grid.counts[0] + e[0]);
        for (int i = 0; i < D * this->m(0); ++i)
        {
          const Real u = line[i];
          TRABECULA_UNROLL
          for (int r = 0; r < D; ++r)
          {
            part[r] += entry[r * side + i] * u;
          }
        }
        entry += D * this->m(0);
      }
    }
    const Real modulus = this->input.moduli[grid.elementNumber(e)];
    TRABECULA_UNROLL
    for (int r = 0; r < D; ++r)
    {
      sum[r] += modulus * part[r];
    }
  }
};
}

#endif
