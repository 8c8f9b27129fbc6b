#include "Optimization/Responses/NamedResponseSettings.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Design/Response/ResponseList.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace trabecula
{
namespace
{
int wholeNumber(double value, const ResponseDescription& kind)
{
  if (!(std::abs(value) <= std::numeric_limits<int>::max()) || value != std::floor(value))
  {
    throw Error("The region of the " + wordsOf(kind) + " is " + shortText(value) +
      "; a region is a whole number, as in the array Volume Region.");
  }
  return static_cast<int>(value);
}

/// Returns the part of a name after that of a response; empty if the name does not begin with it.
std::string partOf(const std::string& name, const ResponseDescription& kind)
{
  return name.rfind(kind.name, 0) == 0 ? name.substr(kind.name.size()) : std::string();
}

/// Completes the objective by what a list of its options has not given. @throws Error if both name
/// a region or load cases
void completeObjective(OptimizationSettings& settings, const ResponseSettings& response)
{
  ResponseSettings& objective = settings.objective;
  if ((objective.region && response.region) ||
    (!objective.loadCases.empty() && !response.loadCases.empty()))
  {
    throw Error("The region or the load cases of the " + wordsOf(describe(response)) +
      " are given twice: by options of the objective and by properties of the response. Give them "
      "once.");
  }
  objective.region = objective.region ? objective.region : response.region;
  objective.loadCases = objective.loadCases.empty() ? response.loadCases : objective.loadCases;
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  for (const auto& [name, value] : response.parameters)
  {
    if (std::isnan(objective.parameter(name, none)))
    {
      objective.parameters.emplace_back(name, value);
    }
  }
}
}

void NamedResponseSettings::apply(OptimizationSettings& settings) const
{
  std::set<std::string> unknown;
  for (const auto& [name, value] : this->values)
  {
    unknown.insert(name);
  }
  for (const ResponseDescription& kind : responses())
  {
    ResponseSettings response = { kind.name };
    double bound = 0.0;
    double region = 0.0;
    bool isOfRegion = false;
    const bool hasRegion = kind.takesRegion || kind.takesPointRegion;
    for (const auto& [name, value] : this->values)
    {
      const std::string part = partOf(name, kind);
      const bool isParameter =
        std::find(kind.parameters.begin(), kind.parameters.end(), part) != kind.parameters.end();
      if (part == "Bound")
      {
        bound = value;
      }
      else if (part == "OfRegion" && hasRegion)
      {
        isOfRegion = value != 0.0;
      }
      else if (part == "Region" && hasRegion)
      {
        region = value;
      }
      else if (isParameter)
      {
        response.parameters.emplace_back(part, value);
      }
      else
      {
        continue;
      }
      unknown.erase(name);
    }
    // The property of filters is one of the stress.
    if (kind.name == "LargestStress")
    {
      response.loadCases = this->loadCases;
    }
    const bool isMinimized = settings.objective.response == kind.name;
    if (!isMinimized && bound == 0.0)
    {
      continue;
    }
    if (isOfRegion)
    {
      response.region = wholeNumber(region, kind);
    }
    if (isMinimized)
    {
      completeObjective(settings, response);
    }
    if (bound != 0.0)
    {
      settings.constraints.push_back({ response, bound });
    }
  }
  if (!unknown.empty())
  {
    throw Error("There is no setting '" + *unknown.begin() + "' of a response.");
  }
}

bool operator==(const NamedResponseSettings& a, const NamedResponseSettings& b)
{
  return a.values == b.values && a.loadCases == b.loadCases;
}
}
