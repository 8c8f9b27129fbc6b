#include "Analysis/Loads/LoadsOfDesign.h"

#include "Core/Requirements.h"

#include <cmath>

namespace trabecula
{
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
  if (!loads.thermal.isPresent())
  {
    return;
  }
  requireSize(
    "Temperature", loads.thermal.temperature.size(), mesh.numberOfNodes(), "one for each point");
  requireFinite("Temperature", loads.thermal.temperature, 1, "point");
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
