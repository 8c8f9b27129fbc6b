#include "Design/Optimizer/OptimalityCriteriaReference.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace trabecula::reference
{
namespace
{
/// Evaluates eq. 6 for a given Lagrange multiplier.
std::vector<double> update(const OptimalityCriteriaInput& input, double lambda)
{
  std::vector<double> updated = input.density;
  for (std::size_t e = 0; e < updated.size(); ++e)
  {
    if (!input.designRegion.empty() && input.designRegion[e] != DesignRegion::Design)
    {
      continue;
    }
    const double rho = input.density[e];
    const double lower = std::max(input.minimumDensity, rho - input.moveLimit);
    const double upper = std::min(1.0, rho + input.moveLimit);
    const double B = -input.complianceSensitivity[e] / (lambda * input.volumeSensitivity[e]);
    updated[e] =
      std::clamp(rho * std::pow(std::max(input.leastRatio, B), input.damping), lower, upper);
  }
  return updated;
}

double volumeChange(const OptimalityCriteriaInput& input, const std::vector<double>& updated)
{
  double change = 0.0;
  for (std::size_t e = 0; e < updated.size(); ++e)
  {
    change += input.volumeSensitivity[e] * (updated[e] - input.density[e]);
  }
  return change;
}
}

std::vector<double> updateByOptimalityCriteria(const OptimalityCriteriaInput& input)
{
  double low = 1e-100; // the volume decreases with lambda
  double high = 1e100;
  if (volumeChange(input, update(input, low)) <= input.volumeChange)
  {
    return update(input, low);
  }
  while (high / low > 1 + 1e-15)
  {
    const double middle = std::sqrt(low) * std::sqrt(high);
    if (middle <= low || middle >= high)
    {
      break;
    }
    if (volumeChange(input, update(input, middle)) > input.volumeChange)
    {
      low = middle;
    }
    else
    {
      high = middle;
    }
  }
  return update(input, high);
}
}
