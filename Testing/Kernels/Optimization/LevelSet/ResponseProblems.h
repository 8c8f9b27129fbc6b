#ifndef TRABECULA_TESTING_OPTIMIZATION_LEVELSET_RESPONSEPROBLEMS_H
#define TRABECULA_TESTING_OPTIMIZATION_LEVELSET_RESPONSEPROBLEMS_H

#include "Support/Random.h"

#include "Optimization/LevelSet/LevelSetExamples.h"
#include "Optimization/LevelSet/LevelSetProblem.h"

#include <cstddef>

namespace trabecula::testing::levelset
{
/// Regions of elements and of points: the loaded end, and the held face.
constexpr int InnerRegion = 4;
constexpr int LoadedEnd = 2;
constexpr int HeldEnd = 3;

/// Gives a problem two load cases, regions, and a random level set.
inline LevelSetProblem prepared(LevelSetProblem problem, Random& random)
{
  const std::size_t n = problem.patch.numberOfControlPoints();
  problem.conditions.solver.tolerance = 1e-12;
  problem.method.transitionWidth = 0.4;
  problem.conditions.loadCases[0].name = "First";
  LoadCase second = problem.conditions.loadCases[0];
  second.name = "Second";
  for (std::size_t i = 0; i < second.forces.size(); i += 3)
  {
    const double* of = &problem.conditions.loadCases[0].forces[i];
    second.forces[i] = of[1] + of[2];
    second.forces[i + 1] = of[0];
    second.forces[i + 2] = 0.0;
  }
  problem.conditions.loadCases.push_back(second);
  problem.design.initialDensity = random.vector(n, -0.2, 0.6);
  problem.design.pointRegion.assign(3 * n, 0);
  for (std::size_t i = 0; i < 3 * n; ++i)
  {
    const double* force = &problem.conditions.loadCases[0].forces[i - i % 3];
    const bool isLoaded = force[0] != 0.0 || force[1] != 0.0 || force[2] != 0.0;
    // The reaction of all supports would be that of the loads, whatever the design is. The nets
    // have six control points in their first direction.
    const bool isOfHalf = (i / 3 % 6 + i / 18) % 2 == 0;
    problem.design.pointRegion[i] = problem.conditions.supports[i - i % 3] && isOfHalf ? HeldEnd
      : isLoaded                                                                       ? LoadedEnd
                                                                                       : 0;
  }
  for (std::size_t e = 0; e < problem.patch.numberOfElements(); ++e)
  {
    problem.design.volumeRegion.push_back(e % 3 == 0 ? InnerRegion : 0);
  }
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.settings.constraints = { { { "Compliance" }, 1e9 } };
  return problem;
}

inline LevelSetProblem plane(Random& random)
{
  return prepared(makeLevelSetExample(LevelSetExample::QuarterAnnulus, { 4, 6, 1 }), random);
}

inline LevelSetProblem body(Random& random)
{
  return prepared(makeLevelSetExample(LevelSetExample::Box, { 4, 3, 3 }), random);
}
}

#endif
