#ifndef TRABECULA_PHYSICS_ELASTICITY_H
#define TRABECULA_PHYSICS_ELASTICITY_H

#include "Core/Space.h"

#include <cmath>

namespace trabecula
{
/// Lame's constants: force per area, or without unit for a Young's modulus of one.
template <class Real>
struct LameConstants
{
  Real lambda;
  Real mu;
};

/**
 * Hooke's law of linear isotropic elasticity, for small strains: the stress is
 *
 *     lambda tr(e) I + 2 mu e,   e = (h + h^T) / 2
 *
 * for a displacement gradient h, entry D i + j for du_i/dx_j. In two dimensions the constants are
 * those of plane stress. The law is linear and symmetric, and so its own transpose.
 *
 * T is a number or a pack of numbers for several elements at once; Real is the type of one number.
 */
template <int D, class Real = double>
struct LinearElasticity : LameConstants<Real>
{
  /// Components of the field, the displacement.
  static constexpr int Components = D;
  static constexpr bool OfGradients = true;

  /// The part lambda tr(e) of the stress, which all rows share.
  template <class T>
  TRABECULA_FUNCTION T sharedOf(const T* h) const
  {
    T trace = h[0] + h[D + 1];
    if constexpr (D == 3)
    {
      trace += h[8];
    }
    return this->lambda * trace;
  }

  /// Row i of the stress, D entries, times a factor. @param shared sharedOf(h)
  template <class T>
  TRABECULA_FUNCTION void rowOf(int i, const T* h, const T& shared, const T& factor, T* row) const
  {
    for (int c = 0; c < D; ++c)
    {
      row[c] = this->mu * (h[D * i + c] + h[D * c + i]);
      row[c] = factor * (i == c ? row[c] + shared : row[c]);
    }
  }

  /// Twice the energy density of a displacement gradient.
  template <class T>
  TRABECULA_FUNCTION T energyOf(const T* h) const
  {
    T trace = T{};
    T square = T{};
    for (int i = 0; i < D; ++i)
    {
      trace += h[(D + 1) * i];
      for (int j = 0; j < D; ++j)
      {
        const T strain = 0.5 * (h[D * i + j] + h[D * j + i]);
        square += strain * strain;
      }
    }
    return this->lambda * trace * trace + 2.0 * this->mu * square;
  }

  /// The entry (i, i) of the block of a shape function whose gradient is g with itself.
  /// @param square g.g
  template <class T>
  TRABECULA_FUNCTION T diagonalOf(const T* g, const T& square, int i) const
  {
    return (this->lambda + this->mu) * g[i] * g[i] + this->mu * square;
  }

  /// mu tr(m) of m = g h^T, or of a sum of such products, as an argument of blockOf().
  template <class T>
  TRABECULA_FUNCTION T traceOf(const T* m) const
  {
    T trace = m[0] + m[D + 1];
    if constexpr (D == 3)
    {
      trace += m[8];
    }
    return this->mu * trace;
  }

  /// Entry (i, j) of the block of two shape functions with gradients g and h, from m = g h^T with
  /// entry D i + j, or from a sum of such products: lambda m + mu m^T + mu tr(m) I.
  /// @param trace traceOf(m)
  template <class T>
  TRABECULA_FUNCTION T blockOf(const T* m, const T& trace, int i, int j) const
  {
    const T sum = this->lambda * m[D * i + j] + this->mu * m[D * j + i];
    return i == j ? sum + trace : sum;
  }

  /// The stress times a factor as six components XX, YY, ZZ, XY, YZ, XZ, for D = 3; returns its
  /// product with h, twice the energy density.
  template <class T>
  TRABECULA_FUNCTION T stressOf(const T* h, const T& factor, T* s) const
  {
    static_assert(D == 3, "six components");
    const T pressure = this->sharedOf(h);
    const T xy = h[1] + h[3];
    const T yz = h[5] + h[7];
    const T xz = h[2] + h[6];
    s[0] = factor * (2.0 * this->mu * h[0] + pressure);
    s[1] = factor * (2.0 * this->mu * h[4] + pressure);
    s[2] = factor * (2.0 * this->mu * h[8] + pressure);
    s[3] = factor * this->mu * xy;
    s[4] = factor * this->mu * yz;
    s[5] = factor * this->mu * xz;
    return s[0] * h[0] + s[1] * h[4] + s[2] * h[8] + s[3] * xy + s[4] * yz + s[5] * xz;
  }
};

using Elasticity = LinearElasticity<3>;

/// Lame's constants for a Young's modulus of one. @param poissonsRatio in (-1, 0.5)
TRABECULA_FUNCTION LameConstants<double> unitLame(double poissonsRatio)
{
  return { poissonsRatio / ((1.0 + poissonsRatio) * (1.0 - 2.0 * poissonsRatio)),
    0.5 / (1.0 + poissonsRatio) };
}

/// The constants of plane stress for a Young's modulus of one, with which the law in two dimensions
/// has no stress across the plane. @param poissonsRatio in (-1, 1)
TRABECULA_FUNCTION LameConstants<double> unitPlaneStress(double poissonsRatio)
{
  return { poissonsRatio / (1.0 - poissonsRatio * poissonsRatio), 0.5 / (1.0 + poissonsRatio) };
}

/// unitLame() in three dimensions, or unitPlaneStress() in two.
template <class Real>
LameConstants<Real> unitLame(int dimension, double poissonsRatio)
{
  const LameConstants<double> unit =
    dimension == 2 ? unitPlaneStress(poissonsRatio) : unitLame(poissonsRatio);
  return { static_cast<Real>(unit.lambda), static_cast<Real>(unit.mu) };
}

/// The law for a Young's modulus of one. @param poissonsRatio in (-1, 0.5)
TRABECULA_FUNCTION Elasticity unitElasticity(double poissonsRatio)
{
  return { unitLame(poissonsRatio) };
}

/// The law for a Young's modulus, force per area. @param poissonsRatio in (-1, 0.5)
TRABECULA_FUNCTION Elasticity elasticityOf(double youngsModulus, double poissonsRatio)
{
  const double mu = youngsModulus / (2.0 * (1.0 + poissonsRatio));
  return { { 2.0 * mu * poissonsRatio / (1.0 - 2.0 * poissonsRatio), mu } };
}

/// E / (1 - 2 nu), three times the bulk modulus: the pressure by which a free strain of one in each
/// direction, such as a thermal strain, is prevented.
TRABECULA_FUNCTION double volumetricModulus(double youngsModulus, double poissonsRatio)
{
  return youngsModulus / (1.0 - 2.0 * poissonsRatio);
}

/// Energy density of a stress s, 1/2 s : C : s with the compliance C, energy per volume.
/// @param s six components XX, YY, ZZ, XY, YZ, XZ
TRABECULA_FUNCTION double energyOfStress(
  const double* s, double youngsModulus, double poissonsRatio)
{
  const double trace = s[0] + s[1] + s[2];
  const double square =
    s[0] * s[0] + s[1] * s[1] + s[2] * s[2] + 2.0 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]);
  return 0.5 * ((1.0 + poissonsRatio) * square - poissonsRatio * trace * trace) / youngsModulus;
}

/// Von Mises stress of six components XX, YY, ZZ, XY, YZ, XZ, force per area.
TRABECULA_FUNCTION double vonMisesStress(const double* s)
{
  const double xy = s[0] - s[1];
  const double yz = s[1] - s[2];
  const double zx = s[2] - s[0];
  return std::sqrt(
    0.5 * (xy * xy + yz * yz + zx * zx) + 3.0 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]));
}
}

#endif
