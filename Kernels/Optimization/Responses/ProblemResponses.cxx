#include "Optimization/Responses/ProblemResponses.h"

#include "Core/Requirements.h"
#include "Design/Response/ResponseWithLoads.h"

#include <algorithm>

namespace trabecula
{
ResponseProblem responseProblem(const ElasticConditions& conditions, const DesignProblem& design)
{
  static const Mesh none;
  return responseProblem(conditions, design, none);
}

ResponseProblem responseProblem(
  const ElasticConditions& conditions, const DesignProblem& design, const Mesh& mesh)
{
  return { conditions, mesh, design.outputWeights, design.volumeRegion, design.pointRegion,
    design.designRegion };
}

bool isOfHeat(const OptimizationSettings& settings)
{
  return !describe(settings.objective).isOfStructures;
}

void checkPhysics(const OptimizationSettings& settings, bool conductsHeat)
{
  std::vector<ResponseSettings> asked = { settings.objective };
  for (const ResponseConstraint& constraint : settings.constraints)
  {
    asked.push_back(constraint.response);
  }
  for (const ResponseSettings& response : asked)
  {
    const ResponseDescription& description = describe(response);
    if (conductsHeat && !description.isOfHeat)
    {
      fail("The ", wordsOf(description),
        " is that of a structure, but the body conducts heat, of which the thermal compliance is "
        "minimized. Give no bound on it, or optimize a structure.");
    }
    if (!conductsHeat && !description.isOfStructures)
    {
      fail("The ", wordsOf(description),
        " is that of a body that conducts heat and of no structure. Densities of cells minimize "
        "it, with Topology Optimize.");
    }
  }
}

std::vector<ResponseConstraint> constraintsOf(const OptimizationSettings& settings)
{
  std::vector<ResponseConstraint> constraints;
  if (!(settings.objective == volumeOfMesh()))
  {
    constraints.push_back({ volumeOfMesh(), settings.volumeFraction });
  }
  constraints.insert(constraints.end(), settings.constraints.begin(), settings.constraints.end());
  return constraints;
}

std::vector<ResponseSettings> responsesOf(const OptimizationSettings& settings)
{
  std::vector<ResponseSettings> all;
  const auto addOnce = [&all](const ResponseSettings& added)
  {
    if (std::find(all.begin(), all.end(), added) == all.end())
    {
      all.push_back(added);
    }
  };
  const bool isHeat = isOfHeat(settings);
  for (const bool isInEveryHistory : { false, true })
  {
    for (const ResponseDescription& kind : responses())
    {
      if (kind.isInEveryHistory != isInEveryHistory ||
        !(isHeat ? kind.isOfHeat : kind.isOfStructures))
      {
        continue;
      }
      if (isInEveryHistory)
      {
        addOnce({ kind.name });
      }
      if (settings.objective.response == kind.name)
      {
        addOnce(settings.objective);
      }
      for (const ResponseConstraint& constraint : settings.constraints)
      {
        if (constraint.response.response == kind.name)
        {
          addOnce(constraint.response);
        }
      }
    }
  }
  return all;
}

std::size_t termsOfObjective(const OptimizationSettings& settings, const ResponseProblem& problem)
{
  const ResponseDescription& objective = describe(settings.objective);
  return objective.terms ? objective.terms(settings.objective, problem) : 0;
}

double radiusOfResponses(const OptimizationSettings& settings)
{
  double radius = 0.0;
  for (const ResponseSettings& response : responsesOf(settings))
  {
    const ResponseDescription& description = describe(response);
    radius = std::max(radius, description.radius ? description.radius(response) : 0.0);
  }
  return radius;
}

std::size_t responseMemory(const OptimizationSettings& settings, const ResponseSizes& sizes)
{
  std::size_t bytes = 0;
  for (const ResponseSettings& response : responsesOf(settings))
  {
    const ResponseDescription& description = describe(response);
    ResponseSizes ofThis = sizes;
    if (!response.loadCases.empty())
    {
      ofThis.loadCases = response.loadCases.size();
      ofThis.choosesLoadCases = true;
    }
    bytes += description.memory ? description.memory(ofThis) : 0;
  }
  return bytes;
}

std::size_t memoryOfResponsesToLoads(const OptimizationSettings& settings,
  const ResponseProblem& problem, const ResponseSizes& sizes, std::size_t temperatures)
{
  std::size_t bytes = 0;
  for (const ResponseSettings& response : responsesOf(settings))
  {
    const ResponseDescription& description = describe(response);
    const std::size_t terms = description.terms ? description.terms(response, problem) : 0;
    bytes += description.hasLoadsOfDesign
      ? ResponseWithLoads<HostSpace>::memory(
          std::max<std::size_t>(1, terms), sizes.unknowns, sizes.materialPoints, temperatures)
      : 0;
  }
  return bytes;
}

std::vector<std::string> responseWarnings(
  const ElasticConditions& conditions, const DesignProblem& design)
{
  std::vector<std::string> all;
  const ResponseProblem data = responseProblem(conditions, design);
  for (const ResponseSettings& response : responsesOf(design.settings))
  {
    const ResponseDescription& description = describe(response);
    if (description.warnings)
    {
      const std::vector<std::string> some = description.warnings(data, response);
      all.insert(all.end(), some.begin(), some.end());
    }
  }
  return all;
}

bool needMass(const OptimizationSettings& settings)
{
  const std::vector<ResponseSettings> all = responsesOf(settings);
  return std::any_of(all.begin(), all.end(),
    [](const ResponseSettings& response) { return describe(response).needsMass; });
}

bool hasRegion(const OptimizationSettings& settings)
{
  const std::vector<ResponseSettings> all = responsesOf(settings);
  return std::any_of(all.begin(), all.end(),
    [](const ResponseSettings& response)
    { return response.region.has_value() && describe(response).takesRegion; });
}

bool hasPointRegion(const OptimizationSettings& settings)
{
  const std::vector<ResponseSettings> all = responsesOf(settings);
  return std::any_of(all.begin(), all.end(),
    [](const ResponseSettings& response)
    { return response.region.has_value() && describe(response).takesPointRegion; });
}

bool hasOutput(const DesignProblem& problem)
{
  const std::vector<ResponseSettings> all = responsesOf(problem.settings);
  return std::any_of(all.begin(), all.end(),
    [](const ResponseSettings& response)
    { return describe(response).needsOutput && !response.region; });
}
}
