#include "Optimization/LevelSet/LevelSetProblem.h"

namespace trabecula
{
LevelSetProblem::LevelSetProblem()
{
  this->settings.volumeFraction = 0.5;
  this->settings.minimumModulusRatio = 1e-4;
  this->settings.interpolation = Interpolation::ModifiedSimp;
  this->settings.penalization = 1.0;
  this->settings.filter = FilterKind::None;
  this->settings.moveLimit = 0.05;
  this->settings.damping = 0.3;
  this->settings.densityChangeTolerance = 1e-4;
  this->solver.tolerance = 1e-8;
}

LevelSetDensity LevelSetProblem::density() const
{
  if (this->method.density != LevelSetDensity::Auto)
  {
    return this->method.density;
  }
  return this->patch.dimension == 2 && this->settings.optimizer == Optimizer::OptimalityCriteria
    ? LevelSetDensity::Cut
    : LevelSetDensity::Smooth;
}
}
