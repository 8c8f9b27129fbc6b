/**
 * @class   vtkMechanicalCondition
 * @brief   Base class of filters that define mechanical conditions on a region of a mesh
 *
 * Base of vtkMechanicalSupport, vtkMechanicalLoad and vtkDesignRegion. The region may also be one
 * of the control net of a NURBS patch, a structured grid as of vtkNurbsPatch, or of a surface that
 * vtkVoxelizeSurface turns into voxels.
 *
 * @sa vtkRegionCondition
 */

#ifndef vtkMechanicalCondition_h
#define vtkMechanicalCondition_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkRegionCondition.h"

class TRABECULAFILTERS_EXPORT vtkMechanicalCondition : public vtkRegionCondition
{
public:
  vtkAbstractTypeMacro(vtkMechanicalCondition, vtkRegionCondition);
  void PrintSelf(ostream& os, vtkIndent indent) override;

protected:
  vtkMechanicalCondition() = default;
  ~vtkMechanicalCondition() override = default;

  int FillInputPortInformation(int port, vtkInformation* info) override;

private:
  vtkMechanicalCondition(const vtkMechanicalCondition&) = delete;
  void operator=(const vtkMechanicalCondition&) = delete;
};

#endif
