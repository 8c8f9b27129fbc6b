/**
 * @class   vtkMechanicalSupport
 * @brief   Holds a region of a mesh
 *
 * Adds to the point array `Supports` (three components, 1 held, 0 free; what is held there stays
 * so) which components of the displacement are held at the points of a region. A prescribed
 * displacement other than zero goes to the point array `PrescribedDisplacement` (three components,
 * length), in the held components; where that array is there already, later filters override
 * earlier ones.
 *
 * Markers are cones with their tips at held points, along the held directions; the array
 * `Direction` says which: 0, 1 or 2.
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
   * Which components of the displacement are held. Default is all.
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
   * By how much the held components are moved, length. Default is 0, 0, 0.
   */
  vtkSetVector3Macro(Displacement, double);
  vtkGetVector3Macro(Displacement, double);
  ///@}

protected:
  vtkMechanicalSupport() = default;
  ~vtkMechanicalSupport() override = default;

  std::string AddCondition(vtkDataSet* output, const trabecula::filters::BodySurface& surface,
    const trabecula::filters::CaughtRegion& region, vtkPolyData* markers) override;
  bool IsEmpty(const trabecula::filters::CaughtRegion& region) override;

private:
  vtkMechanicalSupport(const vtkMechanicalSupport&) = delete;
  void operator=(const vtkMechanicalSupport&) = delete;

  bool HoldX = true;
  bool HoldY = true;
  bool HoldZ = true;
  double Displacement[3] = { 0.0, 0.0, 0.0 };
};

#endif
