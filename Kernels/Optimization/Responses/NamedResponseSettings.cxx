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
    for (const auto& [name, value] : this->values)
    {
      const std::string part = partOf(name, kind);
      const bool isParameter =
        std::find(kind.parameters.begin(), kind.parameters.end(), part) != kind.parameters.end();
      if (part == "Bound")
      {
        bound = value;
      }
      else if (part == "OfRegion" && kind.takesRegion)
      {
        isOfRegion = value != 0.0;
      }
      else if (part == "Region" && kind.takesRegion)
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
    if (kind.takesLoadCases)
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
      settings.objective = response;
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
