#ifndef TRABECULA_TESTING_KERNELS_HEATCASES_H
#define TRABECULA_TESTING_KERNELS_HEATCASES_H

#include "Support/CellTypes.h"

#include "Analysis/Heat/HeatProblem.h"
#include "Mesh/Generators/BoxMeshes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace trabecula::testing
{
using Where = std::function<bool(const Point&)>;

inline Point placeOf(const Mesh& mesh, std::size_t node)
{
  const double* x = &mesh.points[3 * node];
  return { x[0], x[1], x[2] };
}

/// A body that conducts heat, without fixed temperatures and loads.
inline HeatProblem conductorOf(Mesh mesh)
{
  HeatProblem problem;
  problem.mesh = std::move(mesh);
  problem.fixed.assign(problem.mesh.numberOfNodes(), 0);
  problem.solver.tolerance = 1e-12;
  return problem;
}

/// Fixes the temperature of nodes.
inline void fixWhere(
  HeatProblem& problem, const Where& where, const std::function<double(const Point&)>& temperature)
{
  problem.prescribedTemperature.resize(problem.mesh.numberOfNodes(), 0.0);
  for (std::size_t node = 0; node < problem.fixed.size(); ++node)
  {
    const Point p = placeOf(problem.mesh, node);
    if (where(p))
    {
      problem.fixed[node] = 1;
      problem.prescribedTemperature[node] = temperature(p);
    }
  }
}

inline void fixWhere(HeatProblem& problem, const Where& where, double temperature)
{
  fixWhere(problem, where, [temperature](const Point&) { return temperature; });
}

/// Adds a film at nodes.
inline void filmWhere(HeatProblem& problem, const Where& where, double coefficient, double ambient)
{
  problem.filmCoefficient.resize(problem.mesh.numberOfNodes(), 0.0);
  problem.ambientTemperature.resize(problem.mesh.numberOfNodes(), 0.0);
  for (std::size_t node = 0; node < problem.fixed.size(); ++node)
  {
    if (where(placeOf(problem.mesh, node)))
    {
      problem.filmCoefficient[node] = coefficient;
      problem.ambientTemperature[node] = ambient;
    }
  }
}

inline void setSource(HeatProblem& problem, double source)
{
  problem.heatSource.assign(problem.mesh.numberOfElements(), source);
}

inline bool isOnCube(const Point& p)
{
  return std::max({ std::abs(p[0] - 0.5), std::abs(p[1] - 0.5), std::abs(p[2] - 0.5) }) >
    0.5 - 1e-9;
}
}

#endif
