/**
 * @class   vtkMechanicalLoad
 * @brief   Applies a load to a region of a mesh
 *
 * Adds nodal forces to the point array of a load case (three components, force): `Force` for the
 * first, `Force_2`, `Force_3` and so on for others. On faces of the surface the forces are
 * consistent with the load: integrals of the faces' shape functions times the traction.
 *
 * - TOTAL_FORCE is distributed as a constant traction over the faces;
 * - PRESSURE acts against the outward normals, TRACTION in its own direction;
 * - MOMENT is a traction proportional to the distance from an axis through the centroid of the
 *   faces, without net force.
 *
 * If the region has points but no face, for example on an edge, a total force is divided equally
 * among the points, and a moment is applied by forces proportional to the distance; pressure and
 * traction are errors.
 *
 * Markers are arrows proportional to the forces; the forces of neighbouring points are summed to
 * one arrow. The array `Force` has the force of an arrow, `LoadCase` the number of the load case.
 *
 * @sa vtkMechanicalCondition
 */

#ifndef vtkMechanicalLoad_h
#define vtkMechanicalLoad_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkMechanicalCondition.h"

#include <vector> // for std::vector

namespace trabecula
{
struct FaceSurface;
}

class TRABECULAFILTERS_EXPORT vtkMechanicalLoad : public vtkMechanicalCondition
{
public:
  static vtkMechanicalLoad* New();
  vtkTypeMacro(vtkMechanicalLoad, vtkMechanicalCondition);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum LoadTypes
  {
    TOTAL_FORCE = 0,
    PRESSURE = 1,
    TRACTION = 2,
    MOMENT = 3
  };

  ///@{
  /**
   * The type of load, one of LoadTypes. Default is TOTAL_FORCE.
   */
  vtkSetClampMacro(LoadType, int, TOTAL_FORCE, MOMENT);
  vtkGetMacro(LoadType, int);
  ///@}

  ///@{
  /**
   * TOTAL_FORCE on the whole region, force. Default is 0, 0, -1.
   */
  vtkSetVector3Macro(Force, double);
  vtkGetVector3Macro(Force, double);
  ///@}

  ///@{
  /**
   * PRESSURE, force per area; positive presses onto the surface. Default is 1.
   */
  vtkSetMacro(Pressure, double);
  vtkGetMacro(Pressure, double);
  ///@}

  ///@{
  /**
   * TRACTION, force per area. Default is 0, 0, -1.
   */
  vtkSetVector3Macro(Traction, double);
  vtkGetVector3Macro(Traction, double);
  ///@}

  ///@{
  /**
   * MOMENT on the whole region, force times length, by the right-hand rule. Default is 1, 0, 0.
   */
  vtkSetVector3Macro(Moment, double);
  vtkGetVector3Macro(Moment, double);
  ///@}

  ///@{
  /**
   * Number of the load case, from 1. Default is 1.
   */
  vtkSetClampMacro(LoadCase, int, 1, VTK_INT_MAX);
  vtkGetMacro(LoadCase, int);
  ///@}

  ///@{
  /**
   * Sum of the nodal forces of this filter, force, and their moment about the origin, force times
   * length, at the last execution.
   */
  vtkGetVector3Macro(ResultantForce, double);
  vtkGetVector3Macro(ResultantMoment, double);
  ///@}

protected:
  vtkMechanicalLoad() { this->Side = PLUS_X; }
  ~vtkMechanicalLoad() override = default;

  std::string AddCondition(vtkDataSet* output, const trabecula::filters::BodySurface& surface,
    const trabecula::filters::RegionEntities& region, vtkPolyData* markers) override;
  void ResetResults() override;

private:
  vtkMechanicalLoad(const vtkMechanicalLoad&) = delete;
  void operator=(const vtkMechanicalLoad&) = delete;

  /// Returns the nodal forces of the faces of a surface, or of its points.
  std::vector<double> GetForces(const trabecula::FaceSurface& surface, bool hasFaces);
  /// Returns the forces at control points, three components for each.
  std::vector<double> GetForcesOnPatch(
    const trabecula::filters::PatchBody& body, const trabecula::filters::RegionEntities& region);

  int LoadType = TOTAL_FORCE;
  double Force[3] = { 0.0, 0.0, -1.0 };
  double Pressure = 1.0;
  double Traction[3] = { 0.0, 0.0, -1.0 };
  double Moment[3] = { 1.0, 0.0, 0.0 };
  int LoadCase = 1;

  double ResultantForce[3] = { 0.0, 0.0, 0.0 };
  double ResultantMoment[3] = { 0.0, 0.0, 0.0 };
};

#endif
