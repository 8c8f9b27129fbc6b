#include "Mesh/Generators/TrabecularSampleReference.h"

#include "Mesh/Generators/GradientNoise.h"

#include <algorithm>
#include <cmath>

namespace trabecula::reference
{
double gradientNoise(std::uint64_t seed, const std::array<double, 3>& point)
{
  double result = 0.0;
  for (int corner = 0; corner < 8; ++corner)
  {
    std::int64_t lattice[3];
    double distance[3];
    double weight = 1.0;
    for (int d = 0; d < 3; ++d)
    {
      const int upper = corner >> d & 1;
      const double floor = std::floor(point[static_cast<std::size_t>(d)]);
      const double fraction = point[static_cast<std::size_t>(d)] - floor;
      lattice[d] = static_cast<std::int64_t>(floor) + upper;
      distance[d] = fraction - upper;
      weight *= upper ? noiseFade(fraction) : 1.0 - noiseFade(fraction);
    }
    const double(&gradient)[3] = noiseGradient(seed, lattice[0], lattice[1], lattice[2]);
    result +=
      weight * (gradient[0] * distance[0] + gradient[1] * distance[1] + gradient[2] * distance[2]);
  }
  return result;
}

double trabecularFunction(std::uint64_t seed, const std::array<double, 3>& point)
{
  double values[2];
  for (int function = 0; function < 2; ++function)
  {
    std::array<double, 3> shifted = point;
    for (double& coordinate : shifted)
    {
      coordinate += noiseShift(function);
    }
    values[function] = gradientNoise(noiseSeed(seed, function), shifted);
  }
  return std::min(values[0], values[1]);
}
}
