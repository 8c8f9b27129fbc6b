#include "Design/Response/ResponseList.h"

#include "Core/Requirements.h"
#include "Design/Response/Compliance.h"
#include "Design/Response/Connection/VirtualTemperature.h"
#include "Design/Response/Density/CentreOfGravity.h"
#include "Design/Response/Density/LocalVolume.h"
#include "Design/Response/Linear/OutputDisplacement.h"
#include "Design/Response/Linear/Reaction.h"
#include "Design/Response/Stress/StressNorm.h"
#include "Design/Response/ThermalCompliance.h"
#include "Design/Response/VibrationPeriod.h"
#include "Design/Response/Volume.h"
#include "Design/Response/WorstCompliance.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace trabecula
{
namespace
{
std::vector<ResponseDescription>& list()
{
  // The order must not be changed, as the values of properties of filters refer to it.
  static std::vector<ResponseDescription> all = { complianceDescription(),
    outputDisplacementDescription(), volumeDescription(), largestStressDescription(),
    thermalComplianceDescription(), worstComplianceDescription(), massDescription(),
    centreOfGravityDescription(), localVolumeDescription(), reactionDescription(),
    vibrationPeriodDescription(), virtualTemperatureDescription() };
  return all;
}

template <class Entries>
bool contains(const Entries& entries, const std::string& name)
{
  return std::find(entries.begin(), entries.end(), name) != entries.end();
}
}

double ResponseSettings::parameter(const std::string& name, double otherwise) const
{
  const auto found = std::find_if(this->parameters.begin(), this->parameters.end(),
    [&](const auto& parameter) { return parameter.first == name; });
  return found == this->parameters.end() ? otherwise : found->second;
}

bool operator==(const ResponseSettings& a, const ResponseSettings& b)
{
  return a.response == b.response && a.region == b.region && a.loadCases == b.loadCases &&
    a.parameters == b.parameters;
}

const std::string& responseName(std::size_t number, const char* property)
{
  if (number >= responses().size())
  {
    fail(property, " has the number ", static_cast<std::ptrdiff_t>(number), ", but there are 0 to ",
      responses().size() - 1, ".");
  }
  return responses()[number].name;
}

const std::vector<ResponseDescription>& responses()
{
  return list();
}

const ResponseDescription& describe(const ResponseSettings& settings)
{
  const auto found = std::find_if(responses().begin(), responses().end(),
    [&](const ResponseDescription& one) { return one.name == settings.response; });
  if (found == responses().end())
  {
    std::string names;
    for (const ResponseDescription& one : responses())
    {
      names += (names.empty() ? "" : ", ") + one.name;
    }
    fail("There is no response '", settings.response, "'. There are: ", names, ".");
  }
  return *found;
}

void addResponse(ResponseDescription description)
{
  list().push_back(std::move(description));
}

std::string labelOf(const ResponseSettings& settings)
{
  return describe(settings).label +
    (settings.region ? " of Region " + std::to_string(*settings.region) : "");
}

std::string wordsOf(const ResponseDescription& description)
{
  std::string words = description.label;
  std::transform(words.begin(), words.end(), words.begin(),
    [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return words;
}

std::vector<std::string> columnsOf(const ResponseSettings& settings, const ResponseProblem& problem)
{
  const ResponseDescription& description = describe(settings);
  return description.columns ? description.columns(settings, problem)
                             : std::vector<std::string>{ description.name };
}

std::string suffixOf(const ResponseSettings& settings)
{
  std::string suffix = settings.region ? "_" + std::to_string(*settings.region) : std::string();
  for (const std::string& load : settings.loadCases)
  {
    suffix += "_" + load;
  }
  return suffix;
}

std::vector<std::size_t> loadCasesOf(
  const ResponseSettings& settings, const ResponseProblem& problem)
{
  const std::vector<LoadCase>& loads = problem.structure.loadCases;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < loads.size(); ++i)
  {
    if (settings.loadCases.empty() || contains(settings.loadCases, loads[i].name))
    {
      numbers.push_back(i);
    }
  }
  return numbers;
}

std::vector<double> loadWeightsOf(const ResponseSettings& settings, const ResponseProblem& problem)
{
  const std::vector<LoadCase>& loads = problem.structure.loadCases;
  const std::vector<std::size_t> taken = loadCasesOf(settings, problem);
  std::vector<double> weights(loads.size(), 0.0);
  for (const std::size_t i : taken)
  {
    weights[i] = taken.size() == 1 && !settings.loadCases.empty() ? 1.0 : loads[i].weight;
  }
  return weights;
}

void checkResponseSettings(const ResponseSettings& settings)
{
  const ResponseDescription& description = describe(settings);
  const std::string words = wordsOf(description);
  if (settings.region && !description.takesRegion && !description.takesPointRegion)
  {
    fail("The ", words, " is that of the whole mesh and of no region.");
  }
  if (!settings.loadCases.empty() && !description.takesLoadCases)
  {
    fail("The ", words, " is that of all load cases and of no single ones.");
  }
  for (const auto& [name, value] : settings.parameters)
  {
    if (!contains(description.parameters, name))
    {
      fail("The ", words, " has no parameter '", name, "', but is given ", value, " for it.");
    }
  }
}

void checkResponse(
  const ResponseSettings& settings, const ResponseProblem& problem, bool isObjective)
{
  checkResponseSettings(settings);
  const ResponseDescription& description = describe(settings);
  for (const std::string& name : settings.loadCases)
  {
    const std::vector<LoadCase>& loads = problem.structure.loadCases;
    if (std::none_of(
          loads.begin(), loads.end(), [&](const LoadCase& load) { return load.name == name; }))
    {
      fail("The ", wordsOf(description), " is that of the load case '", name,
        "', which there is not.");
    }
  }
  if (description.checkProblem)
  {
    description.checkProblem(problem, settings, isObjective);
  }
}

void checkRegion(const ResponseProblem& problem, int region, const std::string& what)
{
  const std::vector<std::int32_t>& regions = problem.regions;
  if (regions.empty())
  {
    fail(what, " region ", region,
      " is bounded, but there are no volume regions: give one number for each element.");
  }
  requireSize(
    "Volume region", regions.size(), problem.mesh.numberOfElements(), "one for each element");
  if (std::find(regions.begin(), regions.end(), region) == regions.end())
  {
    fail(what, " region ", region,
      " is bounded, but no element has this number in the volume regions.");
  }
  for (std::size_t e = 0; e < regions.size(); ++e)
  {
    // If variables do not belong to elements, all elements of the region count as designed.
    const bool isDesign =
      problem.designed.size() != regions.size() || problem.designed[e] == DesignRegion::Design;
    if (regions[e] == region && isDesign)
    {
      return;
    }
  }
  fail(what, " region ", region,
    " is bounded, but none of its elements is designed: all are solid or void.");
}
}
