/**
 * What vtkElasticAnalysis keeps between executions.
 */

#ifndef vtkElasticAnalysisInternals_h
#define vtkElasticAnalysisInternals_h

#include "vtkElasticAnalysis.h"

#include <limits>
#include <string>

class vtkElasticAnalysis::vtkInternals
{
public:
  // Of the last complete analysis.
  double Compliance = std::numeric_limits<double>::quiet_NaN();
  double LargestDisplacement = std::numeric_limits<double>::quiet_NaN();
  double LargestStress = std::numeric_limits<double>::quiet_NaN();
  double RelativeError = std::numeric_limits<double>::quiet_NaN();
  double SafetyFactor = std::numeric_limits<double>::quiet_NaN();
  double DeformationScaleUsed = std::numeric_limits<double>::quiet_NaN();
  std::string DeviceUsed;
};

#endif
