#ifndef TRABECULA_DESIGN_RESPONSE_POINTREGIONS_H
#define TRABECULA_DESIGN_RESPONSE_POINTREGIONS_H

#include "Design/Response/ResponseList.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
/// The parameters of a direction: its components, of any length.
const std::vector<std::string>& directionParameters();
/// The unit vector of a direction. @throws Error if it is zero or not finite
std::array<double, 3> directionOf(const ResponseSettings& settings);
/// The end of the names of columns and states of a response with a direction: region, load cases,
/// direction.
std::string suffixWithDirection(const ResponseSettings& settings);

/// For each displacement component the component of the direction where it belongs to the region of
/// points, else 0. @param components of each point
std::vector<double> directionsInRegion(
  const ResponseProblem& problem, const ResponseSettings& settings, std::size_t components = 3);

/// Checks regions and direction. @param onSupports whether supported components are looked for, or
/// those that are free @param what as in "The displacement of"
/// @throws Error if no such component of the region is in the direction
void checkPointRegion(const ResponseProblem& problem, const ResponseSettings& settings,
  bool onSupports, const std::string& what);
}

#endif
