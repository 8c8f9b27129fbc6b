#ifndef TRABECULA_TESTING_KERNELS_HEATDESIGNS_H
#define TRABECULA_TESTING_KERNELS_HEATDESIGNS_H

#include "Analysis/Heat/HeatCases.h"

#include "Optimization/Heat/HeatDesignProblem.h"

#include <cmath>

namespace trabecula::testing
{
/// Returns the volume-to-point problem: a unit cube with a heat source, whose temperature is fixed
/// on a small square.
inline HeatDesignProblem volumeToPoint(CellType type, int cells, double temperature = 0.0)
{
  HeatDesignProblem problem;
  problem.heat =
    conductorOf(makeBox(type, { cells, cells, cells }, [](const Point& p) { return p; }));
  setSource(problem.heat, 1.0);
  fixWhere(
    problem.heat,
    [](const Point& p)
    {
      return isAt(p[2], 0.0) && std::abs(p[0] - 0.5) < 0.1 + 1e-9 &&
        std::abs(p[1] - 0.5) < 0.1 + 1e-9;
    },
    temperature);
  problem.heat.solver.tolerance = 1e-11;
  problem.design.settings.volumeFraction = 0.2;
  problem.design.densities.filterRadius = 0.15;
  problem.design.settings.densityChangeTolerance = 0.0;
  return problem;
}
}

#endif
