#ifndef TRABECULA_OPTIMIZATION_RESPONSES_NAMEDRESPONSESETTINGS_H
#define TRABECULA_OPTIMIZATION_RESPONSES_NAMEDRESPONSESETTINGS_H

#include "Optimization/TopologyProblem.h"

#include <map>
#include <string>
#include <vector>

namespace trabecula
{
/**
 * Settings of single responses, as properties of filters give them, by names that begin with that
 * of the response:
 * `<Response>Bound`, an upper bound, 0 for none; `<Response>OfRegion`, not 0 for the response of
 * the region `<Response>Region` instead of the whole mesh; and `<Response><Parameter>`.
 */
struct NamedResponseSettings
{
  std::map<std::string, double> values;
  /// The load cases of the largest stress; empty means all.
  std::vector<std::string> loadCases;

  /// Completes the objective and the constraints of these responses, and adds the bounds.
  /// @throws Error for a name that there is not, or a region that is no whole number
  void apply(OptimizationSettings& settings) const;
};

bool operator==(const NamedResponseSettings& a, const NamedResponseSettings& b);
inline bool operator!=(const NamedResponseSettings& a, const NamedResponseSettings& b)
{
  return !(a == b);
}
}

#endif
