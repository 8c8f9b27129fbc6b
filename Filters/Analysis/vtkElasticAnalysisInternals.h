/**
 * State of vtkElasticAnalysis between executions.
 */

#ifndef vtkElasticAnalysisInternals_h
#define vtkElasticAnalysisInternals_h

#include "vtkElasticAnalysis.h"

#include <limits>

class vtkElasticAnalysis::vtkInternals
{
public:
  // Results of the last complete analysis.
  double Compliance = std::numeric_limits<double>::quiet_NaN();
  double LargestDisplacement = std::numeric_limits<double>::quiet_NaN();
  double LargestStress = std::numeric_limits<double>::quiet_NaN();
  double RelativeError = std::numeric_limits<double>::quiet_NaN();
  double SafetyFactor = std::numeric_limits<double>::quiet_NaN();
  double Mass = std::numeric_limits<double>::quiet_NaN();
  double DeformationScaleUsed = std::numeric_limits<double>::quiet_NaN();
};

#endif
