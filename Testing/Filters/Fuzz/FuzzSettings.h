#ifndef TRABECULA_TESTING_FILTERS_FUZZSETTINGS_H
#define TRABECULA_TESTING_FILTERS_FUZZSETTINGS_H

#include "FuzzRandom.h"
#include "vtkStructuralOptimizationAlgorithm.h"

namespace trabecula::testing
{
/// Sets a property to an unusual value, at random.
template <class Setter>
void maybe(FuzzRandom& random, double chance, const Setter& set)
{
  const double value = random.oddNumber(); // drawn in either case
  if (random.chance(chance) && random.isOdd())
  {
    set(value);
  }
}

/// Selects the host, mostly without a limit of memory.
void setDevice(vtkDeviceAlgorithm* filter, FuzzRandom& random);

/// Sets few iterations, and random settings of all optimizations and of densities.
void setOptimization(vtkStructuralOptimizationAlgorithm* filter, FuzzRandom& random);
}

#endif
