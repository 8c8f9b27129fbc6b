#ifndef TRABECULA_TESTING_FILTERS_FUZZSETTINGS_H
#define TRABECULA_TESTING_FILTERS_FUZZSETTINGS_H

#include "FuzzRandom.h"
#include "vtkStructuralOptimizationAlgorithm.h"

namespace trabecula::testing
{
/// Sets some properties to odd values: random decides which.
template <class Setter>
void maybe(FuzzRandom& random, double chance, const Setter& set)
{
  const double value = random.oddNumber(); // drawn in any case
  if (random.chance(chance) && random.isOdd())
  {
    set(value);
  }
}

/// On the host, mostly with as much memory as there is.
void setDevice(vtkDeviceAlgorithm* filter, FuzzRandom& random);

/// Settings that all optimizations have and those of densities where there are any, few iterations.
void setOptimization(vtkStructuralOptimizationAlgorithm* filter, FuzzRandom& random);
}

#endif
