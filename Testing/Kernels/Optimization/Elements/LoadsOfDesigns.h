#ifndef TRABECULA_TESTING_KERNELS_LOADSOFDESIGNS_H
#define TRABECULA_TESTING_KERNELS_LOADSOFDESIGNS_H

#include "Design/Optimizer/OptimizerOnDevice.h"
#include "Support/CellTypes.h"
#include "Support/FaceTractions.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <numeric>
#include <vector>

namespace trabecula::testing
{
/// Tests of loads that depend on the design.
class LoadsOfDesigns : public OptimizerOnDevice
{
protected:
  std::vector<double> gradientOf(const TopologyProblem& problem, double* value = nullptr)
  {
    const auto optimizer = this->optimizer(problem);
    const double found = runSteps(*optimizer, 1)[0];
    if (value)
    {
      *value = found;
    }
    return optimizer->gradient();
  }

  /// Expects the gradient to be that of differences of order 4 in a random direction.
  void expectDerivatives(const TopologyProblem& problem, const std::vector<double>& gradient)
  {
    Random random(4711);
    const std::vector<double>& x = problem.design.initialDensity;
    const std::vector<double> direction = random.vector(x.size(), -1.0, 1.0);
    const auto at = [&](double step)
    {
      TopologyProblem moved = problem;
      for (std::size_t e = 0; e < x.size(); ++e)
      {
        moved.design.initialDensity[e] += step * direction[e];
      }
      return runSteps(*this->optimizer(moved), 1)[0];
    };
    constexpr double step = 1e-3;
    const double difference =
      (at(-2 * step) - 8 * at(-step) + 8 * at(step) - at(2 * step)) / (12 * step);
    EXPECT_NEAR(
      std::inner_product(gradient.begin(), gradient.end(), direction.begin(), 0.0) / difference,
      1.0, 1e-7);
  }
};

/// Returns a box 2 x 1 x 1, clamped at x = 0, with a unit force in -z distributed over x = 2.
inline TopologyProblem cantilever(CellType type, std::array<int, 3> cells)
{
  TopologyProblem problem = emptyProblem(makeBox(type, cells,
    [](const Point& p) {
      return Point{ 2.0 * p[0], p[1], p[2] };
    }));
  clamp(problem, [](const Point& p) { return isAt(p[0], 0.0); });
  problem.structure.loadCases[0].forces = consistentForces(
    problem.structure.mesh, [](const Point& p) { return isAt(p[0], 2.0); },
    Point{ 0.0, 0.0, -1.0 });
  problem.structure.material = { 1.0, 0.3 };
  problem.structure.solver.tolerance = 1e-10;
  OptimizationSettings& settings = problem.design.settings;
  settings.optimizer = Optimizer::MovingAsymptotes;
  settings.minimumModulusRatio = 1e-6;
  settings.volumeFraction = 0.3;
  settings.moveLimit = 0.2;
  settings.densityChangeTolerance = 0.0;
  problem.design.densities.interpolation = Interpolation::ModifiedSimp;
  problem.design.densities.filter = FilterKind::None;
  return problem;
}

/// Heats the elements by a source of 1, with a temperature of 0 at x = 0, which expands them.
inline void heat(TopologyProblem& problem)
{
  const Mesh& mesh = problem.structure.mesh;
  DesignHeat& heat = problem.structure.ofDesign.heat;
  for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
  {
    heat.fixed.push_back(isAt(mesh.points[3 * n], 0.0) ? 1 : 0);
  }
  heat.heatSource.assign(mesh.numberOfElements(), 1.0);
  problem.structure.ofDesign.thermal.expansion = 1.0;
}
}

#endif
