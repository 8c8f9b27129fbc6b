#include "FuzzSettings.h"

#include <array>

namespace trabecula::testing
{
void setDevice(vtkDeviceAlgorithm* filter, FuzzRandom& random)
{
  filter->SetDevice(vtkDeviceAlgorithm::HOST);
  maybe(random, 0.05, [&](double) { filter->SetMemoryLimit(random.between(-1, 1)); });
}

void setOptimization(vtkDensityOptimizationAlgorithm* filter, FuzzRandom& random)
{
  constexpr double rarely = 0.06;
  setDevice(filter, random);
  filter->SetMaximumIterations(random.between(0, 2));
  filter->SetSolverMaximumIterations(200);
  maybe(random, rarely,
    [&](double)
    {
      filter->SetMaximumIterations(random.choose(std::array<int, 2>{ -1, VTK_INT_MAX }));
      filter->SetSolverMaximumIterations(random.between(-1, 1));
    });
  maybe(random, rarely, [&](double v) { filter->SetYoungsModulus(v); });
  maybe(random, rarely, [&](double v) { filter->SetPoissonsRatio(v); });
  maybe(random, rarely, [&](double v) { filter->SetVolumeFraction(v); });
  maybe(random, rarely, [&](double v) { filter->SetPenalization(v); });
  maybe(random, rarely, [&](double v) { filter->SetMinimumDensity(v); });
  maybe(random, rarely, [&](double v) { filter->SetMinimumModulusRatio(v); });
  maybe(random, rarely, [&](double v) { filter->SetFilterRadius(v); });
  maybe(random, rarely, [&](double v) { filter->SetMoveLimit(v); });
  maybe(random, rarely, [&](double v) { filter->SetDamping(v); });
  maybe(random, rarely, [&](double v) { filter->SetSolverTolerance(v); });
  maybe(random, rarely, [&](double) { filter->SetObjective(random.between(-1, 3)); });
  maybe(random, rarely, [&](double) { filter->SetOptimizer(random.between(-1, 2)); });
  maybe(random, rarely, [&](double) { filter->SetFilterType(random.between(-1, 3)); });
  maybe(random, rarely, [&](double) { filter->SetInterpolation(random.between(-1, 2)); });
  maybe(random, rarely, [&](double) { filter->SetPreconditioner(random.between(-1, 5)); });
  maybe(random, rarely,
    [&](double v)
    {
      filter->SetConstraint(random.between(0, 2));
      filter->SetConstraintBound(v);
    });
}
}
