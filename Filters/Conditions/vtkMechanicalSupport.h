/**
 * @class   vtkMechanicalSupport
 * @brief   Prescribes displacements of a region of a mesh
 *
 * Sets the fixed displacement components at the points of a region in the point array `Supports`
 * (three components, 1 fixed, 0 free; components that are already fixed are kept). Nonzero
 * prescribed displacements are written to the fixed components of the point array
 * `PrescribedDisplacement` (three components, length); later filters override earlier ones.
 *
 * With the type RIGID_FACE the points of the region move as a rigid body, and with HINGE it turns
 * about the axis of the cylinder that is fitted to its faces, as a pinned hole. Such points have
 * the number of their rigid face, from 1, in the point array `RigidBody`, and the field array
 * `RigidBodyMotions` has a tuple for each motion that is prescribed: number of the face, a point, a
 * direction and an axis of three components each, and the value of direction.displacement(point) +
 * axis.rotation. Faces with points in common become one.
 *
 * Markers are cones with their tips at fixed points, along the fixed directions; the array
 * `Direction` has the direction: 0, 1 or 2.
 *
 * @sa vtkMechanicalCondition
 */

#ifndef vtkMechanicalSupport_h
#define vtkMechanicalSupport_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkMechanicalCondition.h"

class TRABECULAFILTERS_EXPORT vtkMechanicalSupport : public vtkMechanicalCondition
{
public:
  static vtkMechanicalSupport* New();
  vtkTypeMacro(vtkMechanicalSupport, vtkMechanicalCondition);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum SupportTypes
  {
    DISPLACEMENT = 0,
    RIGID_FACE = 1,
    HINGE = 2
  };

  ///@{
  /**
   * The type of support, one of SupportTypes. Default is DISPLACEMENT.
   */
  vtkSetClampMacro(SupportType, int, DISPLACEMENT, HINGE);
  vtkGetMacro(SupportType, int);
  ///@}

  ///@{
  /**
   * RIGID_FACE: which components of the rotation are fixed. Default is all.
   */
  vtkSetMacro(HoldRotationX, bool);
  vtkGetMacro(HoldRotationX, bool);
  vtkBooleanMacro(HoldRotationX, bool);
  vtkSetMacro(HoldRotationY, bool);
  vtkGetMacro(HoldRotationY, bool);
  vtkBooleanMacro(HoldRotationY, bool);
  vtkSetMacro(HoldRotationZ, bool);
  vtkGetMacro(HoldRotationZ, bool);
  vtkBooleanMacro(HoldRotationZ, bool);
  ///@}

  ///@{
  /**
   * RIGID_FACE: whether the displacement that is fixed is that of the centre of the region, or of
   * JointPoint, length. Defaults are true, and 0, 0, 0.
   */
  vtkSetMacro(JointAtCenter, bool);
  vtkGetMacro(JointAtCenter, bool);
  vtkBooleanMacro(JointAtCenter, bool);
  vtkSetVector3Macro(JointPoint, double);
  vtkGetVector3Macro(JointPoint, double);
  ///@}

  ///@{
  /**
   * RIGID_FACE: prescribed rotation in the fixed components, radians. Default is 0, 0, 0.
   */
  vtkSetVector3Macro(Rotation, double);
  vtkGetVector3Macro(Rotation, double);
  ///@}

  ///@{
  /**
   * Which components of the displacement are fixed. Default is all.
   */
  vtkSetMacro(HoldX, bool);
  vtkGetMacro(HoldX, bool);
  vtkBooleanMacro(HoldX, bool);
  vtkSetMacro(HoldY, bool);
  vtkGetMacro(HoldY, bool);
  vtkBooleanMacro(HoldY, bool);
  vtkSetMacro(HoldZ, bool);
  vtkGetMacro(HoldZ, bool);
  vtkBooleanMacro(HoldZ, bool);
  ///@}

  ///@{
  /**
   * Prescribed displacement in the fixed components, length. Default is 0, 0, 0.
   */
  vtkSetVector3Macro(Displacement, double);
  vtkGetVector3Macro(Displacement, double);
  ///@}

protected:
  vtkMechanicalSupport() = default;
  ~vtkMechanicalSupport() override = default;

  std::string AddCondition(vtkDataSet* output, const trabecula::filters::BodySurface& surface,
    const trabecula::filters::RegionEntities& region, vtkPolyData* markers) override;

private:
  vtkMechanicalSupport(const vtkMechanicalSupport&) = delete;
  void operator=(const vtkMechanicalSupport&) = delete;

  /// Adds a support of the points.
  std::string AddDisplacement(vtkDataSet* output, const trabecula::filters::BodySurface& surface,
    const trabecula::filters::RegionEntities& region, vtkPolyData* markers);
  /// Adds a rigid face.
  std::string AddRigidFace(vtkDataSet* output, const trabecula::filters::BodySurface& surface,
    const trabecula::filters::RegionEntities& region, vtkPolyData* markers);

  int SupportType = DISPLACEMENT;
  bool HoldRotationX = true;
  bool HoldRotationY = true;
  bool HoldRotationZ = true;
  bool JointAtCenter = true;
  double JointPoint[3] = { 0.0, 0.0, 0.0 };
  double Rotation[3] = { 0.0, 0.0, 0.0 };
  bool HoldX = true;
  bool HoldY = true;
  bool HoldZ = true;
  double Displacement[3] = { 0.0, 0.0, 0.0 };
};

#endif
