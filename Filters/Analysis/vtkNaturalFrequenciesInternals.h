/**
 * State of vtkNaturalFrequencies between executions.
 */

#ifndef vtkNaturalFrequenciesInternals_h
#define vtkNaturalFrequenciesInternals_h

#include "vtkNaturalFrequencies.h"

#include <limits>
#include <vector>

class vtkNaturalFrequencies::vtkInternals
{
public:
  // Results of the last complete analysis.
  std::vector<double> Frequencies;
  double Mass = std::numeric_limits<double>::quiet_NaN();
  double RigidMotions = std::numeric_limits<double>::quiet_NaN();
};

#endif
