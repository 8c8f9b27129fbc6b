#include "Analysis/Loads/LoadsOfDesign.h"

#include "Core/Requirements.h"

#include <algorithm>
#include <cmath>

namespace trabecula
{
void checkPointMasses(const std::vector<double>& masses, std::size_t points)
{
  if (masses.empty())
  {
    return;
  }
  requireSize("Point mass", masses.size(), 3 * points, "three for each point");
  requireFinite("Point mass", masses, 3, "point");
  requireScale("Point mass", masses);
  const auto negative =
    std::find_if(masses.begin(), masses.end(), [](double mass) { return mass < 0.0; });
  if (negative != masses.end())
  {
    fail("Point mass is ", *negative, " at point ", (negative - masses.begin()) / 3,
      ", but must be at least 0.");
  }
}

void checkLoadsOfDesign(const LoadsOfDesign& loads, const Mesh& mesh)
{
  for (const double component : loads.weight)
  {
    if (!std::isfinite(component))
    {
      fail("The weight per volume, which is Mass Density times Acceleration, is ", component,
        ", but must be finite.");
    }
  }
  if (!loads.hasThermalStrain())
  {
    return;
  }
  if (loads.thermal.isPresent())
  {
    requireSize(
      "Temperature", loads.thermal.temperature.size(), mesh.numberOfNodes(), "one for each point");
    requireFinite("Temperature", loads.thermal.temperature, 1, "point");
  }
  if (loads.thermal.isPresent() && loads.heat.isPresent())
  {
    fail("The temperature is given, and it is to be solved with the design. Choose one of both.");
  }
  if (!std::isfinite(loads.thermal.reference) || !std::isfinite(loads.thermal.expansion))
  {
    fail("Reference Temperature is ", loads.thermal.reference, " and Thermal Expansion ",
      loads.thermal.expansion, ", but both must be finite.");
  }
  if (!loads.thermal.expansions.empty())
  {
    requireSize("Thermal expansion", loads.thermal.expansions.size(), mesh.numberOfElements(),
      "one for each element");
    requireFinite("Thermal expansion", loads.thermal.expansions, 1, "element");
  }
}
}
