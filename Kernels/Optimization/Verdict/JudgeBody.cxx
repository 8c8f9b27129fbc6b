#include "Optimization/Verdict/JudgeBody.h"

#include "Analysis/ElementGeometry.h"
#include "Core/Error.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/TopologyOptimizer.h"
#include "Optimization/Verdict/DesignConditions.h"

#include <algorithm>
#include <numeric>

namespace trabecula
{
namespace
{
/// Returns the densities of elements with these shares of solid.
std::vector<double> densities(
  const std::vector<double>& solid, const std::vector<double>& fractions)
{
  std::vector<double> density = solid;
  for (std::size_t e = 0; e < density.size(); ++e)
  {
    const double most = fractions.empty() ? 1.0 : fractions[e];
    density[e] = std::clamp(density[e] / most, 0.0, 1.0);
  }
  return density;
}

TopologyProblem problemOfBody(const StructuralProblem& body, const DesignProblem& design,
  const std::vector<double>& solid, const std::vector<double>& fractions, double voidShare)
{
  TopologyProblem problem;
  problem.structure = body;
  static_cast<DesignProblem&>(problem.design) = design;
  // Parts of the design that were kept solid or void have no meaning for the body.
  problem.design.designRegion.clear();
  problem.design.initialDensity = densities(solid, fractions);
  problem.solidFractions = fractions;
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.settings.minimumModulusRatio = voidShare;
  problem.design.densities.interpolation = Interpolation::ModifiedSimp;
  problem.design.densities.penalization = 1.0;
  problem.design.densities.filter = FilterKind::None;
  problem.design.densities.filterRadius = 0.0;
  return problem;
}

/// The share of the mesh that is solid, for which no analysis is needed.
double volumeFraction(
  const Mesh& mesh, const std::vector<double>& solid, const std::vector<double>& fractions)
{
  const std::vector<double> volumes = solidVolumes(mesh, fractions);
  const std::vector<double> density = densities(solid, fractions);
  return std::inner_product(density.begin(), density.end(), volumes.begin(), 0.0) /
    std::accumulate(volumes.begin(), volumes.end(), 0.0);
}
}

void setConstraints(
  OptimizationSettings& settings, const std::vector<ResponseConstraint>& constraints)
{
  settings.objective = volumeOfMesh();
  settings.constraints.clear();
  for (const ResponseConstraint& constraint : constraints)
  {
    if (constraint.response == volumeOfMesh() && constraint.sense == BoundSense::AtMost)
    {
      settings.objective = {};
      settings.volumeFraction = constraint.bound;
    }
    else
    {
      settings.constraints.push_back(constraint);
    }
  }
}

std::optional<std::vector<BoundVerdict>> judgeBody(const StructuralProblem& body,
  const DesignProblem& design, const std::vector<double>& solid,
  const std::vector<double>& fractions, double voidShare, const Device& device,
  std::size_t memoryLimit, Observer& observer)
{
  std::vector<BoundVerdict> verdicts;
  for (const ColumnBound& bound : boundsOf(body, design))
  {
    verdicts.push_back({ bound.column, 0.0, bound.bound, bound.sense });
  }
  if (design.settings.constraints.empty())
  {
    for (BoundVerdict& verdict : verdicts)
    {
      verdict.value = volumeFraction(body.mesh, solid, fractions);
    }
    return verdicts;
  }
  try
  {
    TopologyOptimizer analysis(problemOfBody(body, design, solid, fractions, voidShare),
      makeContext(device.limitedTo(memoryLimit)), observer);
    if (analysis.step(observer) != StepStatus::Advanced)
    {
      return std::nullopt;
    }
    for (BoundVerdict& verdict : verdicts)
    {
      verdict.value = analysis.record()[verdict.column];
    }
  }
  catch (const SetupStopped&)
  {
    return std::nullopt;
  }
  return verdicts;
}
}
