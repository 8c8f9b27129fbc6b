#include "Analysis/Heat/HeatSystem.h"

#include "Analysis/Heat/HeatLoads.h"
#include "Analysis/StructuralValidation.h"
#include "Operator/Conduction/FilmMatrix.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace trabecula
{
ConductionSystem conductionSystem(const HeatProblem& problem, HostMatrix films)
{
  ConductionSystem system;
  system.mesh = problem.mesh;
  system.solver = problem.solver;
  system.film = std::move(films);
  system.fixed = nodesInElements(problem.mesh);
  for (std::size_t i = 0; i < system.fixed.size(); ++i)
  {
    system.fixed[i] = problem.fixed[i] || !system.fixed[i] ? 1 : 0;
  }
  double least = problem.conductivityOf(0);
  system.conductivity = least;
  for (std::size_t e = 1; e < problem.mesh.numberOfElements(); ++e)
  {
    const double conductivity = problem.conductivityOf(e);
    least = std::min(least, conductivity);
    system.conductivity = std::max(system.conductivity, conductivity);
  }
  system.smallestRatio = least / system.conductivity;
  return system;
}

std::vector<double> heatOfSystem(const HeatProblem& problem, const HostMatrix& films)
{
  std::vector<double> heat = heatLoads(problem);
  if (films.rows() > 0 && !problem.ambientTemperature.empty())
  {
    const std::vector<double> ofFilms = multiply(films, problem.ambientTemperature);
    for (std::size_t i = 0; i < heat.size(); ++i)
    {
      heat[i] += ofFilms[i];
    }
  }
  return heat;
}

std::vector<double> startingTemperature(const HeatProblem& problem)
{
  std::vector<double> temperature(problem.mesh.numberOfNodes(), 0.0);
  for (std::size_t i = 0; i < problem.prescribedTemperature.size(); ++i)
  {
    temperature[i] = problem.fixed[i] ? problem.prescribedTemperature[i] : 0.0;
  }
  return temperature;
}
}
