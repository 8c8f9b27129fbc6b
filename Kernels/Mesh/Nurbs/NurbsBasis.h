#ifndef TRABECULA_MESH_NURBS_NURBSBASIS_H
#define TRABECULA_MESH_NURBS_NURBSBASIS_H

#include "Core/Space.h"

namespace trabecula
{
/**
 * Univariate B-splines on open knot vectors with simple interior knots (de Boor 1972; Piegl and
 * Tiller 1997, chapter 2).
 *
 * The functions of degree p that do not vanish on the span [U_k, U_{k+1}] have the indices k - p to
 * k. With simple interior knots, span s in [0, n - p) begins at knot p + s and has the functions s
 * to s + p.
 */
namespace bspline
{
/// Largest degree that is supported.
constexpr int LargestDegree = 4;
constexpr int MostFunctions = LargestDegree + 1;

/// The span of a parameter, in [0, spans). The end of the last span belongs to it; parameters
/// outside of the knots belong to the first or the last span.
TRABECULA_FUNCTION int spanOf(int degree, int spans, const double* knots, double x)
{
  int low = 0;
  int high = spans;
  while (high - low > 1)
  {
    const int middle = (low + high) / 2;
    if (knots[degree + middle] <= x)
    {
      low = middle;
    }
    else
    {
      high = middle;
    }
  }
  return low;
}

/**
 * Values and derivatives of the functions of a span by the Cox-de Boor recursion (Xia et al. 2017,
 * eq. 2 and 3).
 *
 * @param values, derivatives degree + 1 each; derivatives may be null
 */
TRABECULA_FUNCTION void evaluate(
  int degree, const double* knots, int span, double x, double* values, double* derivatives)
{
  const double* u = knots + degree + span;
  values[0] = 1.0;
  for (int q = 1; q <= degree; ++q)
  {
    if (q == degree && derivatives)
    {
      derivatives[0] = 0.0;
      for (int r = 0; r < degree; ++r)
      {
        const double slope = degree * values[r] / (u[r + 1] - u[r + 1 - degree]);
        derivatives[r] -= slope;
        derivatives[r + 1] = slope;
      }
    }
    double carried = 0.0;
    for (int r = 0; r < q; ++r)
    {
      const double part = values[r] / (u[r + 1] - u[r + 1 - q]);
      values[r] = carried + (u[r + 1] - x) * part;
      carried = (x - u[r + 1 - q]) * part;
    }
    values[q] = carried;
  }
  if (degree == 0 && derivatives)
  {
    derivatives[0] = 0.0;
  }
}
}
}

#endif
