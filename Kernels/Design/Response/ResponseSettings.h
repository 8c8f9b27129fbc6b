#ifndef TRABECULA_DESIGN_RESPONSE_RESPONSESETTINGS_H
#define TRABECULA_DESIGN_RESPONSE_RESPONSESETTINGS_H

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace trabecula
{
/// A response of an optimization: its name in responses(), its region, load cases and parameters.
struct ResponseSettings
{
  std::string response = "Compliance";
  /// The number of a region in the problem's volume regions, or in its point regions, for responses
  /// that take one. Without a value it is the whole mesh.
  std::optional<int> region = {};
  /// Names of load cases, for responses that take them. Empty means all.
  std::vector<std::string> loadCases = {};
  /// The response's own parameters by their user-visible names, as "Exponent". Those that are not
  /// given have the response's defaults.
  std::vector<std::pair<std::string, double>> parameters = {};

  /// The parameter of a name, or the other value if it is not given.
  double parameter(const std::string& name, double otherwise) const;
};

bool operator==(const ResponseSettings& a, const ResponseSettings& b);

/// The side on which a bound holds a value.
enum class BoundSense
{
  AtMost, ///< value <= bound
  AtLeast ///< value >= bound
};

/// A bound on a response. A response with bounds on both sides has two constraints.
struct ResponseConstraint
{
  ResponseSettings response = {};
  double bound = 0.0; ///< in the unit of the response
  BoundSense sense = BoundSense::AtMost;
};

/// The solid volume of the whole mesh over its volume.
ResponseSettings volumeOfMesh();

/// The name of a response by its place in responses(), from 0, as properties of filters number
/// them. @throws Error if there are not as many
const std::string& responseName(std::size_t number, const char* property = "The response");
}

#endif
