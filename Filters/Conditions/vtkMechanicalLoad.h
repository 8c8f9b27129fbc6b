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
 *   faces, without net force;
 * - BEARING is the pressure of a pin in a hole, or of a hub on a pin: Force across the axis of the
 *   cylinder that is fitted to the faces, by a pressure proportional to the cosine of the angle
 *   from its direction, or to the square of the cosine (PressureDistribution);
 * - REMOTE is Force and RemoteMoment at RemotePoint, distributed without stiffness: a constant
 *   traction and one proportional to the distance from an axis through the centroid. With
 *   RigidFace the region also moves as a rigid body (`RigidBody`, see vtkMechanicalSupport).
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

#include <string> // for std::string
#include <vector> // for std::vector

namespace trabecula
{
struct FaceSurface;
namespace filters
{
struct RegionPart;
}
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
    MOMENT = 3,
    BEARING = 4,
    REMOTE = 5
  };

  ///@{
  /**
   * The type of load, one of LoadTypes. Default is TOTAL_FORCE.
   */
  vtkSetClampMacro(LoadType, int, TOTAL_FORCE, REMOTE);
  vtkGetMacro(LoadType, int);
  ///@}

  ///@{
  /**
   * TOTAL_FORCE, BEARING, REMOTE: on the whole region, force. Default is 0, 0, -1.
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

  enum PressureDistributions
  {
    COSINE = 0,
    COSINE_SQUARED = 1
  };

  ///@{
  /**
   * BEARING: how the pressure decreases with the angle from its direction, one of
   * PressureDistributions. Default is COSINE.
   */
  vtkSetClampMacro(PressureDistribution, int, COSINE, COSINE_SQUARED);
  vtkGetMacro(PressureDistribution, int);
  ///@}

  ///@{
  /**
   * REMOTE: the point at which the force and the moment act, length, and the moment, force times
   * length. Defaults are 0, 0, 0.
   */
  vtkSetVector3Macro(RemotePoint, double);
  vtkGetVector3Macro(RemotePoint, double);
  vtkSetVector3Macro(RemoteMoment, double);
  vtkGetVector3Macro(RemoteMoment, double);
  ///@}

  ///@{
  /**
   * REMOTE: whether the region moves as a rigid body. Default is false.
   */
  vtkSetMacro(RigidFace, bool);
  vtkGetMacro(RigidFace, bool);
  vtkBooleanMacro(RigidFace, bool);
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

  /// Throws an Error for values that are not numbers, and for loads that the region cannot carry.
  void RequireLoad(const trabecula::filters::RegionEntities& region);
  /// Returns the nodal forces of the faces of a surface, or of its points.
  std::vector<double> GetForces(const trabecula::FaceSurface& surface, bool hasFaces);
  /// Returns the forces at control points, three components for each.
  std::vector<double> GetForcesOnPatch(
    const trabecula::filters::PatchBody& body, const trabecula::filters::RegionEntities& region);
  /// Returns the nodal forces of a bearing load. @param note set to a sentence on the cylinder
  std::vector<double> GetBearingForces(const trabecula::filters::RegionPart& part,
    const trabecula::filters::RegionEntities& region, std::string& note);

  int LoadType = TOTAL_FORCE;
  double Force[3] = { 0.0, 0.0, -1.0 };
  double Pressure = 1.0;
  double Traction[3] = { 0.0, 0.0, -1.0 };
  double Moment[3] = { 1.0, 0.0, 0.0 };
  int PressureDistribution = COSINE;
  double RemotePoint[3] = { 0.0, 0.0, 0.0 };
  double RemoteMoment[3] = { 0.0, 0.0, 0.0 };
  bool RigidFace = false;
  int LoadCase = 1;

  double ResultantForce[3] = { 0.0, 0.0, 0.0 };
  double ResultantMoment[3] = { 0.0, 0.0, 0.0 };
};

#endif
