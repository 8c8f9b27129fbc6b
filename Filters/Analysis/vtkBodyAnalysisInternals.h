#ifndef vtkBodyAnalysisInternals_h
#define vtkBodyAnalysisInternals_h

#include "BodyConstraints.h"
#include "vtkBodyAnalysis.h"

#include "Analysis/Body/BodyStiffness.h"
#include "Geometry/Triangles/TriangleMesh.h"
#include "Optimization/TopologyProblem.h"

#include <limits>
#include <optional>
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
  double SafetyFactor = std::numeric_limits<double>::quiet_NaN();
  double Mass = std::numeric_limits<double>::quiet_NaN();
  double WallThickness = std::numeric_limits<double>::quiet_NaN();
  double OverhangingShare = std::numeric_limits<double>::quiet_NaN();
  double UnsupportedPlaces = std::numeric_limits<double>::quiet_NaN();
  std::string ConstraintVerdict;
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
  double YieldStress = 0.0;          ///< 0 if unknown, as below
  double MassDensity = 0.0;
  bool IsPlane = false;  ///< whether the design is a layer in plane stress
  bool IsCommon = false; ///< whether the common analysis is requested
  trabecula::BodyStiffness Common;
  trabecula::filters::BodyConstraints Constraints;        ///< of the design
  std::optional<trabecula::filters::PrintSettings> Print; ///< of a design that is printed
  trabecula::filters::BodyShape Shape;

  /// Number of elements of the body for each cell of the design, which are consecutive.
  std::size_t partsOfCell() const
  {
    return this->Body.mesh.numberOfElements() / this->Design.structure.mesh.numberOfElements();
  }
  /// Solid fractions of the design for each element of the body; may be empty.
  std::vector<double> fractionsOfBody() const
  {
    std::vector<double> fractions;
    for (const double fraction : this->Design.solidFractions)
    {
      fractions.insert(fractions.end(), this->partsOfCell(), fraction);
    }
    return fractions;
  }
};

#endif
