#include "Design/Response/Linear/PointRegions.h"

#include "Analysis/StructuralValidation.h"
#include "Core/Requirements.h"
#include "Core/Text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace trabecula
{
namespace
{
std::array<double, 3> componentsOf(const ResponseSettings& settings)
{
  std::array<double, 3> components = {};
  for (std::size_t c = 0; c < 3; ++c)
  {
    components[c] = settings.parameter(directionParameters()[c], 0.0);
  }
  return components;
}

/// Returns the name of a direction, as "Z" or "MinusZ", else its components.
std::string nameOf(const std::array<double, 3>& direction)
{
  const auto zeros = std::count(direction.begin(), direction.end(), 0.0);
  std::string name;
  for (std::size_t c = 0; c < 3; ++c)
  {
    if (zeros != 2)
    {
      name += (c == 0 ? "" : "_") + shortText(direction[c]);
    }
    else if (direction[c] != 0.0)
    {
      name = std::string(direction[c] < 0.0 ? "Minus" : "") + "XYZ"[c];
    }
  }
  return name;
}
}

const std::vector<std::string>& directionParameters()
{
  static const std::vector<std::string> names = { "DirectionX", "DirectionY", "DirectionZ" };
  return names;
}

std::array<double, 3> directionOf(const ResponseSettings& settings)
{
  std::array<double, 3> direction = componentsOf(settings);
  const double length = std::hypot(direction[0], direction[1], direction[2]);
  if (!(length > 0.0) || !std::isfinite(length))
  {
    fail("The direction of the ", wordsOf(describe(settings)),
      " must be finite and not zero, but has the components ", direction[0], ", ", direction[1],
      ", ", direction[2], ".");
  }
  for (double& component : direction)
  {
    component /= length;
  }
  return direction;
}

std::string suffixWithDirection(const ResponseSettings& settings)
{
  const std::string suffix = suffixOf(settings);
  return settings.region ? suffix + "_" + nameOf(componentsOf(settings)) : suffix;
}

std::vector<double> directionsInRegion(
  const ResponseProblem& problem, const ResponseSettings& settings, std::size_t components)
{
  const std::array<double, 3> direction = directionOf(settings);
  const std::vector<std::int32_t>& regions = problem.pointRegions;
  std::vector<double> directions(regions.size(), 0.0);
  for (std::size_t i = 0; i < regions.size(); ++i)
  {
    directions[i] = regions[i] == *settings.region ? direction[i % components] : 0.0;
  }
  return directions;
}

void checkPointRegion(const ResponseProblem& problem, const ResponseSettings& settings,
  bool onSupports, const std::string& what)
{
  const int region = *settings.region;
  const std::vector<std::int32_t>& regions = problem.pointRegions;
  if (region <= 0)
  {
    fail(what, " region ", region,
      " of points is asked for; regions of points have numbers above 0, as 0 is that of all other "
      "points.");
  }
  if (regions.empty())
  {
    fail(what, " region ", region,
      " is asked for, but there are no regions of points: give one number for each point.");
  }
  requireSize("Point region", regions.size(), problem.mesh.points.size(), "one for each point");
  if (std::find(regions.begin(), regions.end(), region) == regions.end())
  {
    fail(what, " region ", region,
      " is asked for, but no point has this number in the point regions.");
  }
  const std::vector<std::uint8_t> used = nodesInElements(problem.mesh);
  const std::vector<double> directions = directionsInRegion(problem, settings);
  bool any = false;
  for (std::size_t i = 0; i < directions.size(); ++i)
  {
    if (regions[i] == region && !used[i / 3])
    {
      fail("Point ", i / 3, " is in region ", region, " of points, but belongs to no element.");
    }
    const bool isSupported = problem.structure.supports[i] != 0;
    any = any || (directions[i] != 0.0 && isSupported == onSupports);
  }
  if (!any)
  {
    fail(what, " region ", region, " is asked for, but ",
      onSupports ? "no point of it is supported in the direction."
                 : "all of its points are supported in the direction and cannot move.");
  }
}
}
