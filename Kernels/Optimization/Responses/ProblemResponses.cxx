#include "Optimization/Responses/ProblemResponses.h"

#include <algorithm>

namespace trabecula
{
ResponseProblem responseProblem(const DesignedStructure& problem)
{
  const DesignProblem& design = problem.design;
  return { problem.structure, problem.structure.mesh, design.outputWeights, design.volumeRegion,
    design.designRegion };
}

ResponseProblem responseProblem(const DesignedConditions& problem)
{
  static const Mesh none;
  const DesignProblem& design = problem.design;
  return { problem.conditions, none, design.outputWeights, design.volumeRegion,
    design.designRegion };
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
  for (const bool isInEveryHistory : { false, true })
  {
    for (const ResponseDescription& kind : responses())
    {
      if (kind.isInEveryHistory != isInEveryHistory)
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

std::size_t responseMemory(const OptimizationSettings& settings, const ResponseSizes& sizes)
{
  std::size_t bytes = 0;
  for (const ResponseSettings& response : responsesOf(settings))
  {
    const ResponseDescription& description = describe(response);
    bytes += description.memory ? description.memory(sizes) : 0;
  }
  return bytes;
}

std::vector<std::string> responseWarnings(const DesignedConditions& problem)
{
  std::vector<std::string> all;
  const ResponseProblem data = responseProblem(problem);
  for (const ResponseSettings& response : responsesOf(problem.design.settings))
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

bool hasRegion(const OptimizationSettings& settings)
{
  const std::vector<ResponseSettings> all = responsesOf(settings);
  return std::any_of(all.begin(), all.end(),
    [](const ResponseSettings& response) { return response.region.has_value(); });
}

bool hasOutput(const DesignProblem& problem)
{
  const std::vector<ResponseSettings> all = responsesOf(problem.settings);
  return std::any_of(all.begin(), all.end(),
    [](const ResponseSettings& response) { return describe(response).needsOutput; });
}
}
