#include "FuzzSettings.h"

#include "vtkDensityOptimizationAlgorithm.h"
#include "vtkStringArray.h"

#include <array>
#include <string>

namespace trabecula::testing
{
void setDevice(vtkDeviceAlgorithm* filter, FuzzRandom& random)
{
  filter->SetDevice(vtkDeviceAlgorithm::HOST);
  maybe(random, 0.05, [&](double) { filter->SetMemoryLimit(random.between(-1, 1)); });
}

void setOptimization(vtkStructuralOptimizationAlgorithm* filter, FuzzRandom& random)
{
  constexpr double rarely = 0.06;
  // The properties with unusual values are drawn in the same way for all filters.
  auto* densities = vtkDensityOptimizationAlgorithm::SafeDownCast(filter);
  const auto maybeOfDensities = [&](auto set)
  {
    maybe(random, rarely,
      [&](double value)
      {
        if (densities)
        {
          set(value);
        }
      });
  };
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
  maybeOfDensities([&](double v) { densities->SetPenalization(v); });
  maybeOfDensities([&](double v) { densities->SetMinimumDensity(v); });
  maybe(random, rarely, [&](double v) { filter->SetMinimumModulusRatio(v); });
  maybeOfDensities([&](double v) { densities->SetFilterRadius(v); });
  maybe(random, rarely, [&](double v) { filter->SetMoveLimit(v); });
  maybeOfDensities([&](double v) { densities->SetDamping(v); });
  maybe(random, rarely, [&](double v) { filter->SetSolverTolerance(v); });
  maybe(random, rarely, [&](double) { filter->SetObjective(random.between(-1, 5)); });
  maybe(random, rarely, [&](double) { filter->SetOptimizer(random.between(-1, 2)); });
  maybeOfDensities([&](double) { densities->SetFilterType(random.between(-1, 3)); });
  maybeOfDensities([&](double) { densities->SetInterpolation(random.between(-1, 3)); });
  maybeOfDensities([&](double) { densities->SetPreconditioner(random.between(-1, 5)); });
  maybe(random, rarely,
    [&](double v)
    {
      filter->SetConstraint(random.between(0, 4));
      filter->SetConstraintBound(v);
    });
  maybe(random, rarely,
    [&](double v)
    {
      vtkStringArray* kinds = filter->GetResponseKinds();
      const int kind = random.between(0, static_cast<int>(kinds->GetNumberOfTuples()));
      const std::string name = kind < kinds->GetNumberOfTuples()
        ? kinds->GetValue(kind * vtkStructuralOptimizationAlgorithm::WORDS_OF_RESPONSE)
        : std::string("Nothing");
      filter->AddConstraint(name.c_str(),
        random.between(0, 3) == 0 ? ">=" : "<=", std::to_string(v).c_str(),
        random.between(0, 2) == 0 ? "1" : "", random.between(0, 3) == 0 ? "Force" : "",
        random.between(0, 3) == 0 ? "Exponent=4" : "");
    });
}
}
