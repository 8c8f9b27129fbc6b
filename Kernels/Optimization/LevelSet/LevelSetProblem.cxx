#include "Optimization/LevelSet/LevelSetProblem.h"

#include "Mesh/Nurbs/NurbsQuadrature.h"

#include <algorithm>
#include <cstddef>

namespace trabecula
{
LevelSetProblem::LevelSetProblem()
{
  this->design.settings.volumeFraction = 0.5;
  this->design.settings.minimumModulusRatio = 1e-4;
  this->design.settings.moveLimit = 0.05;
  this->design.settings.damping = 0.3;
  this->design.settings.densityChangeTolerance = 1e-4;
  this->conditions.solver.tolerance = 1e-8;
}

LevelSetDensity LevelSetProblem::density() const
{
  if (this->method.density != LevelSetDensity::Auto)
  {
    return this->method.density;
  }
  return this->patch.dimension == 2 && this->method.scheme == LevelSetScheme::Paper &&
      this->design.settings.optimizer == Optimizer::OptimalityCriteria
    ? LevelSetDensity::Cut
    : LevelSetDensity::Smooth;
}

bool LevelSetProblem::isRegularized() const
{
  return this->method.scheme == LevelSetScheme::Regularized &&
    this->design.settings.optimizer == Optimizer::OptimalityCriteria;
}

ConvergenceRule LevelSetProblem::convergence() const
{
  ConvergenceRule rule;
  // The initial design need not satisfy the constraints, so that the first change of the objective
  // is no measure of convergence.
  rule.firstIteration = 2;
  if (this->isRegularized())
  {
    rule.settledVolume = SettledVolume{ this->design.settings.volumeFraction };
  }
  return rule;
}

double smoothingRadiusOf(const LevelSetProblem& problem)
{
  if (problem.method.smoothingRadius > 0.0)
  {
    return problem.method.smoothingRadius;
  }
  constexpr double part = 0.05;
  const std::array<double, 3> lengths = middleLengths(problem.patch);
  return part * *std::max_element(lengths.begin(), lengths.end());
}

double transitionWidthOf(const LevelSetProblem& problem)
{
  constexpr double part = 0.5;
  return problem.method.transitionWidth > 0.0 ? problem.method.transitionWidth
                                              : part * meanElementSize(problem.patch);
}
}
