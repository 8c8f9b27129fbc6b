#ifndef TRABECULA_PHYSICS_CONDUCTION_H
#define TRABECULA_PHYSICS_CONDUCTION_H

#include "Core/Space.h"

namespace trabecula
{
/**
 * Fourier's law of heat conduction in an isotropic material, for a conductivity of one: the law
 * maps the gradient h of the temperature, one row of three, to h, so that the heat flux is -k times
 * the result. The law is linear and symmetric, and so its own transpose. Members are those of
 * LinearElasticity.
 */
struct Conduction
{
  /// Components of the field, the temperature.
  static constexpr int Components = 1;
  static constexpr bool OfGradients = true;

  template <class T>
  TRABECULA_FUNCTION T sharedOf(const T* /*h*/) const
  {
    return T{};
  }

  template <class T>
  TRABECULA_FUNCTION void rowOf(
    int /*i*/, const T* h, const T& /*shared*/, const T& factor, T* row) const
  {
    for (int c = 0; c < 3; ++c)
    {
      row[c] = factor * h[c];
    }
  }

  template <class T>
  TRABECULA_FUNCTION T diagonalOf(const T* /*g*/, const T& square, int /*i*/) const
  {
    return square;
  }

  template <class T>
  TRABECULA_FUNCTION T traceOf(const T* m) const
  {
    return m[0] + m[4] + m[8];
  }

  template <class T>
  TRABECULA_FUNCTION T blockOf(const T* /*m*/, const T& trace, int /*i*/, int /*j*/) const
  {
    return trace;
  }
};
}

#endif
