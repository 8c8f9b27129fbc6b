#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_POINTS_BRICKSTRESSES_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_POINTS_BRICKSTRESSES_H

// For the library's own sources.

#include "Operator/Isogeometric/Points/BrickInterpolation.h"

#include <cstdint>

namespace trabecula
{
/// Stresses at the Gauss points of a brick from displacements there, and the transpose of the
/// differentiation. On a span, splines are polynomials, which their values at the Gauss points
/// determine: derivatives along a direction take one small matrix.
template <class Real, class Degrees, PointForm Form>
struct BrickStresses : BrickInterpolation<Real, Degrees>
{
  static constexpr int D = Degrees::Dimension;
  using BrickInterpolation<Real, Degrees>::BrickInterpolation;
  using Place = typename PointBrick<Real, Degrees>::Place;

  /// Young's modulus of the element or the point; one for energies.
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

  /// From displacements at points, their stresses times a and, of rational patches, after those
  /// times -b, see PointFactors; of PointForm::Energy the energies of points.
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

  /// Writes stresses s times a and -b with the stride of the points.
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

  /// Sets s to the stress of a displacement gradient. @return h:s
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
};
}

#endif
