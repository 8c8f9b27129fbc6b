#include "Optimization/Heat/HeatDesignProblem.h"

#include "Core/Requirements.h"
#include "Optimization/Heat/HeatTopology.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace trabecula
{
HeatDesignProblem::HeatDesignProblem()
{
  this->design.settings.objective = { "ThermalCompliance" };
  this->design.densities.interpolation = Interpolation::ModifiedSimp;
  this->design.settings.minimumModulusRatio = 1e-3;
}

void validate(const HeatDesignProblem& problem)
{
  prepare(problem);
}

std::unique_ptr<TopologyMethod> prepare(const HeatDesignProblem& problem)
{
  return std::make_unique<HeatTopology>(problem);
}

std::size_t estimateDeviceMemory(const HeatDesignProblem& problem)
{
  const HeatTopology method(problem);
  return std::max(method.memory(ExecutionSpace::Host), method.memory(ExecutionSpace::Cuda));
}

double referenceTemperature(const HeatProblem& heat)
{
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  const auto take = [&](double temperature)
  {
    low = std::min(low, temperature);
    high = std::max(high, temperature);
  };
  for (std::size_t i = 0; i < heat.fixed.size(); ++i)
  {
    if (heat.fixed[i])
    {
      take(heat.prescribedTemperature.empty() ? 0.0 : heat.prescribedTemperature[i]);
    }
    if (!heat.filmCoefficient.empty() && heat.filmCoefficient[i] > 0.0)
    {
      take(heat.ambientTemperature.empty() ? 0.0 : heat.ambientTemperature[i]);
    }
  }
  if (low != high)
  {
    fail("The thermal compliance is minimized, but fixed temperatures and ambient temperatures "
         "range from ",
      low, " to ", high,
      ": heat then also flows between them, and the work of the heat is no compliance. Give all "
      "the "
      "same temperature.");
  }
  return low;
}
}
