/**
 * @class   vtkMechanicalSupport
 * @brief   Prescribes displacements of a region of a mesh
 *
 * Sets the fixed displacement components at the points of a region in the point array `Supports`
 * (three components, 1 fixed, 0 free; components that are already fixed are kept). Nonzero
 * prescribed displacements are written to the fixed components of the point array
 * `PrescribedDisplacement` (three components, length); later filters override earlier ones.
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

  bool HoldX = true;
  bool HoldY = true;
  bool HoldZ = true;
  double Displacement[3] = { 0.0, 0.0, 0.0 };
};

#endif
