#ifndef vtkBodyAnalysisInternals_h
#define vtkBodyAnalysisInternals_h

#include "vtkBodyAnalysis.h"

#include "Analysis/Body/BodyStiffness.h"
#include "Geometry/Triangles/TriangleMesh.h"
#include "Optimization/TopologyProblem.h"

#include <limits>
#include <string>
#include <vector>

/**
 * Results of the last successful execution.
 */
class vtkBodyAnalysis::vtkInternals
{
public:
  double Compliance = std::numeric_limits<double>::quiet_NaN();
  double ComplianceRatio = std::numeric_limits<double>::quiet_NaN();
  double Stress = std::numeric_limits<double>::quiet_NaN();
  double StressRatio = std::numeric_limits<double>::quiet_NaN();
  double CommonCompliance = std::numeric_limits<double>::quiet_NaN();
  double CommonComplianceError = std::numeric_limits<double>::quiet_NaN();
  std::string DeviceUsed;
};

/// The problems of the design and of the body that are analysed.
struct vtkBodyAnalysis::Problem
{
  trabecula::TopologyProblem Design;
  std::vector<double> Density; ///< one per cell; of the whole cell if it is partly solid
  std::vector<double> Shares;  ///< Young's modulus of each cell relative to the solid

  trabecula::StructuralProblem Body; ///< problem of the design on a mesh that may be finer
  trabecula::TriangleMesh Surface;   ///< surface of the body
  std::string LoadsNote;             ///< a sentence on loads that were moved; empty if none was
  int Samples = 4;                   ///< see vtkBodyAnalysis::SetSamples()
  std::string Fault;                 ///< value of DesignFault of the design; empty if there is none
  bool IsPlane = false;              ///< whether the design is a layer in plane stress
  bool IsCommon = false;             ///< whether the common analysis is requested
  trabecula::BodyStiffness Common;
};

#endif
