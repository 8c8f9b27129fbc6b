#include "Analysis/Stress/IsotropicStress.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace trabecula
{
std::array<double, 3> principalStresses(const double* stress)
{
  // Jacobi rotations are used, as closed formulas lose half of the digits for equal eigenvalues.
  double a[3][3] = { { stress[0], stress[3], stress[5] }, { stress[3], stress[1], stress[4] },
    { stress[5], stress[4], stress[2] } };
  constexpr int pairs[3][2] = { { 0, 1 }, { 1, 2 }, { 0, 2 } };
  constexpr int mostSweeps = 10; // convergence is quadratic: four or five suffice
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
