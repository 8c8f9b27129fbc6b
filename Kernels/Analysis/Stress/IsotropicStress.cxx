#include "Analysis/Stress/IsotropicStress.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace trabecula
{
double energyDensity(const double* stress, const ElasticMaterial& material)
{
  const double trace = stress[0] + stress[1] + stress[2];
  const double square = stress[0] * stress[0] + stress[1] * stress[1] + stress[2] * stress[2] +
    2.0 * (stress[3] * stress[3] + stress[4] * stress[4] + stress[5] * stress[5]);
  const double nu = material.poissonsRatio;
  return 0.5 * ((1.0 + nu) * square - nu * trace * trace) / material.youngsModulus;
}

double vonMisesStress(const double* stress)
{
  const double xy = stress[0] - stress[1];
  const double yz = stress[1] - stress[2];
  const double zx = stress[2] - stress[0];
  const double shear = stress[3] * stress[3] + stress[4] * stress[4] + stress[5] * stress[5];
  return std::sqrt(0.5 * (xy * xy + yz * yz + zx * zx) + 3.0 * shear);
}

std::array<double, 3> principalStresses(const double* stress)
{
  // Jacobi's rotations: closed formulas lose half the digits where two of them are equal.
  double a[3][3] = { { stress[0], stress[3], stress[5] }, { stress[3], stress[1], stress[4] },
    { stress[5], stress[4], stress[2] } };
  constexpr int pairs[3][2] = { { 0, 1 }, { 1, 2 }, { 0, 2 } };
  constexpr int mostSweeps = 10; // convergence is quadratic: four or five do
  for (int sweep = 0; sweep < mostSweeps; ++sweep)
  {
    bool isDiagonal = true;
    for (const auto& [p, q] : pairs)
    {
      if (std::abs(a[p][q]) <= 1e-17 * (std::abs(a[p][p]) + std::abs(a[q][q])))
      {
        continue;
      }
      isDiagonal = false;
      const double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
      const double t =
        (theta < 0.0 ? -1.0 : 1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1.0));
      const double c = 1.0 / std::sqrt(t * t + 1.0);
      const double s = t * c;
      const int r = 3 - p - q;
      const double pr = a[p][r];
      const double qr = a[q][r];
      a[p][p] -= t * a[p][q];
      a[q][q] += t * a[p][q];
      a[p][q] = a[q][p] = 0.0;
      a[p][r] = a[r][p] = c * pr - s * qr;
      a[q][r] = a[r][q] = s * pr + c * qr;
    }
    if (isDiagonal)
    {
      break;
    }
  }
  std::array<double, 3> values = { a[0][0], a[1][1], a[2][2] };
  std::sort(values.begin(), values.end(), std::greater<double>());
  return values;
}
}
