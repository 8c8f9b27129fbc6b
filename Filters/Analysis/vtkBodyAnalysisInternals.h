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

/// The design and the body as they are analysed.
struct vtkBodyAnalysis::Problem
{
  trabecula::TopologyProblem Design;
  std::vector<double> Density; ///< one per cell, of the whole cell where it is partly solid
  std::vector<double> Shares;  ///< Young's modulus over the solid's, one per cell

  trabecula::StructuralProblem Body; ///< of the design, on cells that may be finer
  trabecula::TriangleMesh Surface;   ///< of the body
  std::string LoadsNote;             ///< on loads that were moved; empty if none was
  int Samples = 4;                   ///< see vtkBodyAnalysis::SetSamples()
  std::string Fault;                 ///< mark DesignFault of the design; empty for none
  bool IsPlane = false;              ///< the design is a layer in plane stress
  bool IsCommon = false;             ///< the common analysis was asked for
  trabecula::BodyStiffness Common;
};

#endif
