#ifndef TRABECULA_DESIGN_LEVELSET_CUTELEMENT_H
#define TRABECULA_DESIGN_LEVELSET_CUTELEMENT_H

#include "Core/Space.h"

namespace trabecula
{
/// The solid part of an element of the parameter space, which is cut into four triangles at its
/// centre, with a level set that is linear on each of them and has the mean value at the centre.
namespace cut
{
/**
 * The part of a triangle where the linear function with these values at its vertices is positive.
 *
 * @param derivatives with respect to the values, or null
 */
TRABECULA_FUNCTION double triangle(double a, double b, double c, double* derivatives)
{
  const double v[3] = { a, b, c };
  int low = 0;
  int high = 0;
  for (int i = 1; i < 3; ++i)
  {
    low = v[i] < v[low] ? i : low;
    high = v[i] >= v[high] ? i : high;
  }
  if (derivatives)
  {
    derivatives[0] = derivatives[1] = derivatives[2] = 0.0;
  }
  if (v[low] >= 0.0)
  {
    return 1.0;
  }
  // Both vertices are equal only if values are NaN.
  if (v[high] <= 0.0 || low == high)
  {
    return 0.0;
  }
  const int middle = 3 - low - high;
  // The vertex whose sign differs from the others', and the distances of their values from its own.
  const bool isUp = v[middle] < 0.0;
  const int apex = isUp ? high : low;
  const int other = isUp ? low : high;
  const double first = v[apex] - v[middle];
  const double second = v[apex] - v[other];
  const double part = v[apex] * v[apex] / (first * second);
  if (derivatives)
  {
    const double sign = isUp ? 1.0 : -1.0;
    derivatives[middle] = sign * part / first;
    derivatives[other] = sign * part / second;
    derivatives[apex] = sign * (2.0 * part / v[apex] - part / first - part / second);
  }
  return isUp ? part : 1.0 - part;
}

/**
 * @param corners values at the corners, the first direction fastest
 * @param derivatives with respect to these, or null
 */
TRABECULA_FUNCTION double element(const double* corners, double* derivatives)
{
  const int around[5] = { 0, 1, 3, 2, 0 };
  const double centre = 0.25 * (corners[0] + corners[1] + corners[3] + corners[2]);
  double sum = 0.0;
  if (derivatives)
  {
    for (int i = 0; i < 4; ++i)
    {
      derivatives[i] = 0.0;
    }
  }
  for (int k = 0; k < 4; ++k)
  {
    double slopes[3];
    sum +=
      triangle(corners[around[k]], corners[around[k + 1]], centre, derivatives ? slopes : nullptr);
    if (derivatives)
    {
      derivatives[around[k]] += 0.25 * slopes[0];
      derivatives[around[k + 1]] += 0.25 * slopes[1];
      for (int i = 0; i < 4; ++i)
      {
        derivatives[i] += 0.0625 * slopes[2];
      }
    }
  }
  return 0.25 * sum;
}
}
}

#endif
