#include "Analysis/Static/StaticValidation.h"

#include "Core/Requirements.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace trabecula
{
namespace
{
void checkModuli(const std::vector<double>& moduli, std::size_t elements)
{
  requireSize("Young's modulus", moduli.size(), elements, "one for each element");
  const auto isBad = [](double modulus) { return !(modulus > 0.0) || !std::isfinite(modulus); };
  const auto first = std::find_if(moduli.begin(), moduli.end(), isBad);
  if (first != moduli.end())
  {
    const auto count = std::count_if(first, moduli.end(), isBad);
    fail("Young's modulus is ", *first, " in element ", first - moduli.begin(),
      "; it must be above 0 and finite. ", count, count == 1 ? " element has" : " elements have",
      " such a value. Give void a small modulus, or leave its cells out.");
  }
  requireScale("Young's modulus", moduli);
}
}

namespace
{
void checkThermalStrain(const StaticProblem& problem)
{
  const ThermalStrain& strain = problem.thermalStrain;
  const Mesh& mesh = problem.structure.mesh;
  if (!strain.isPresent())
  {
    return;
  }
  requireSize("Temperature", strain.temperature.size(), mesh.numberOfNodes(), "one for each point");
  requireFinite("Temperature", strain.temperature, 1, "point");
  requireScale("Temperature", strain.temperature);
  if (!std::isfinite(strain.reference))
  {
    fail("The reference temperature is ", strain.reference, "; it must be finite.");
  }
  if (strain.expansions.empty() && !std::isfinite(strain.expansion))
  {
    fail("Thermal expansion is ", strain.expansion, "; it must be finite.");
  }
  if (!strain.expansions.empty())
  {
    requireSize("Thermal expansion", strain.expansions.size(), mesh.numberOfElements(),
      "one for each element");
    requireFinite("Thermal expansion", strain.expansions, 1, "element");
  }
}
}

void checkStatic(const StaticProblem& problem)
{
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!problem.moduli.empty())
  {
    checkModuli(problem.moduli, problem.structure.mesh.numberOfElements());
  }
  if (!problem.solidFractions.empty())
  {
    requireSize("Solid fraction", problem.solidFractions.size(),
      problem.structure.mesh.numberOfElements(), "one for each element");
  }
  checkThermalStrain(problem);
  for (const double component : problem.bodyForce)
  {
    if (!std::isfinite(component))
    {
      fail("The body force is ", component, " in one of its components; it must be finite.");
    }
  }
  requireScale(
    "The body force", std::vector<double>(problem.bodyForce.begin(), problem.bodyForce.end()));
  requireInside("Yield stress", problem.yieldStress, 0.0, true, infinity, false);
}
}
