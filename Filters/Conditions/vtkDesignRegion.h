/**
 * @class   vtkDesignRegion
 * @brief   Sets a region of a mesh to solid, void or design
 *
 * Writes to the cell array `DesignRegion` (one component: 0 design, 1 solid, 2 void) in the cells
 * of a region, and to the point array of this name at its points. If the input does not have the
 * array, all other cells become design cells, and points are initialized from cells: solid at solid
 * cells, void inside of void ones. Where regions overlap, later filters override earlier ones.
 *
 * On a surface, which vtkVoxelizeSurface turns into voxels, the arrays hold the polygons of the
 * region. A patch with a Distance, a box, a sphere and a cylinder mean the solid, however, as on
 * meshes: what lies within the distance of the patch or inside the shape, of the part within the
 * surface. They travel with the surface in the field array `DesignRegions` and the cell array
 * `DesignRegionPatches`; see trabecula::filters::SurfaceRegion. Other regions mean the voxels that
 * their polygons pass through.
 *
 * Markers are the surface of the cells, with the cell array `DesignRegion`.
 *
 * @sa vtkMechanicalCondition
 */

#ifndef vtkDesignRegion_h
#define vtkDesignRegion_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkMechanicalCondition.h"

class TRABECULAFILTERS_EXPORT vtkDesignRegion : public vtkMechanicalCondition
{
public:
  static vtkDesignRegion* New();
  vtkTypeMacro(vtkDesignRegion, vtkMechanicalCondition);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum KindType
  {
    DESIGN = 0,
    SOLID = 1,
    VOID_REGION = 2
  };

  ///@{
  /**
   * Value of the cells of the region, one of KindType. Default is SOLID.
   */
  vtkSetClampMacro(Kind, int, DESIGN, VOID_REGION);
  vtkGetMacro(Kind, int);
  ///@}

protected:
  vtkDesignRegion() = default;
  ~vtkDesignRegion() override = default;

  std::string AddCondition(vtkDataSet* output, const trabecula::filters::BodySurface& surface,
    const trabecula::filters::RegionEntities& region, vtkPolyData* markers) override;
  bool IsEmpty(const trabecula::filters::RegionEntities& region) override;
  /// The markers show its cells.
  bool IsCaughtShown() override { return false; }
  bool AppliesToCells() override { return true; }

private:
  vtkDesignRegion(const vtkDesignRegion&) = delete;
  void operator=(const vtkDesignRegion&) = delete;

  int Kind = SOLID;
};

#endif
