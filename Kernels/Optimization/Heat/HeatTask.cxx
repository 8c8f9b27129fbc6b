#include "Optimization/Heat/HeatTask.h"

#include "Optimization/Settings/IdentityParts.h"
#include "Optimization/Settings/SettingsTable.h"
#include "Optimization/TopologyTask.h"

#include <limits>

namespace trabecula
{
std::vector<Setting> settingsOf(const HeatDesignProblem& problem)
{
  const double infinity = std::numeric_limits<double>::infinity();
  std::vector<Setting> settings = { { "Conductivity", problem.heat.conductivity,
    { 0.0, false, infinity, false }, true, true } };
  for (const std::vector<Setting>& some :
    { designSettings(problem.design.settings, problem.design.densities),
      solverSettings(problem.heat.solver), responseSettings(problem.design.settings) })
  {
    settings.insert(settings.end(), some.begin(), some.end());
  }
  return settings;
}

ProblemIdentity identify(const HeatDesignProblem& problem)
{
  const HeatProblem& heat = problem.heat;
  ProblemIdentity identity = {
    partOf(heat.mesh),
    { "the type of cells", cellShape(heat.mesh.cellType).name },
    partOf("the array of fixed temperatures", heat.fixed),
    partOf("the array of prescribed temperatures", heat.prescribedTemperature),
    partOf("the array of heat flows", heat.heatFlow),
    partOf("the array of film coefficients", heat.filmCoefficient),
    partOf("the array of ambient temperatures", heat.ambientTemperature),
    partOf("the array of heat sources", heat.heatSource),
    partOf("the array of solid fractions", heat.solidFractions),
    partOf("the array of volume regions", problem.design.volumeRegion),
    partOf("the design region", problem.design.designRegion),
    partOf(StartPart, problem.design.initialDensity),
  };
  addSettings(identity, settingsOf(problem));
  return identity;
}

std::uint64_t fingerprint(const HeatDesignProblem& problem)
{
  return fingerprintOf(identify(problem));
}

std::uint64_t designSpaceOf(const HeatDesignProblem& problem)
{
  return designSpaceOf(problem.heat.mesh);
}

HistoryColumns columnsOf(const HeatDesignProblem& problem)
{
  return topologyColumns(ElasticConditions(), problem.design);
}

ConvergenceRule convergenceOf(const HeatDesignProblem& problem)
{
  return convergenceOf(problem.design.densities);
}

bool repeatsBitwise(const HeatDesignProblem& problem)
{
  return problem.heat.solver.reproducible;
}

std::vector<double> variablesOf(
  const HeatDesignProblem& /*problem*/, const OptimizationState& state)
{
  return state.field("design");
}
}
