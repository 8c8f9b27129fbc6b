#ifndef vtkBodyAnalysisInternals_h
#define vtkBodyAnalysisInternals_h

#include "vtkBodyAnalysis.h"

#include "Optimization/TopologyProblem.h"

#include "vtkNew.h"
#include "vtkTable.h"
#include "vtkUnstructuredGrid.h"

#include <limits>
#include <string>
#include <vector>

/**
 * What is kept between executions.
 */
class vtkBodyAnalysis::vtkInternals
{
public:
  vtkNew<vtkUnstructuredGrid> Body; ///< of the last execution without error
  vtkNew<vtkTable> Comparison;
  double Compliance = std::numeric_limits<double>::quiet_NaN();
  double ComplianceRatio = std::numeric_limits<double>::quiet_NaN();
  double Stress = std::numeric_limits<double>::quiet_NaN();
  double StressRatio = std::numeric_limits<double>::quiet_NaN();
  std::string CompositeInput;   ///< class of one that is, if there is one
  vtkMTimeType RefusedTime = 0; ///< when it was last refused
  std::string DeviceUsed;
  std::string Status = "Nothing computed yet.";
};

/// The design as it is analysed.
struct vtkBodyAnalysis::Problem
{
  trabecula::TopologyProblem Design;
  std::vector<double> Density; ///< one per cell
  std::vector<double> Shares;  ///< Young's modulus over the solid's, one per cell
};

#endif
