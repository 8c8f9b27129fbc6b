/**
 * @class   vtkDesignRegion
 * @brief   Sets a region of a mesh to solid, void or design
 *
 * Writes the cell array `DesignRegion` (one component: 0 design, 1 solid, 2 void) in the cells of a
 * region, and the point array of this name at its points. If the input does not have the array, all
 * other cells become design cells, and points are initialized from cells: solid at solid cells,
 * void inside void ones. Where regions overlap, later filters override earlier ones.
 *
 * On a surface, which vtkVoxelizeSurface turns into voxels, the arrays mark the polygons of the
 * region. However, a patch with a Distance, a box, a sphere and a cylinder define regions of the
 * solid, as on meshes: the part of the solid that lies within the distance of the patch or inside
 * the shape. They are stored in the field array `DesignRegions` and the cell array
 * `DesignRegionPatches` of the surface; see trabecula::filters::SurfaceRegion. Other regions
 * consist of the voxels that their polygons intersect.
 *
 * Markers show the surface of the cells, with the cell array `DesignRegion`.
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
  /// The markers already show the cells of the region.
  bool IsCaughtShown() override { return false; }
  bool AppliesToCells() override { return true; }

private:
  vtkDesignRegion(const vtkDesignRegion&) = delete;
  void operator=(const vtkDesignRegion&) = delete;

  int Kind = SOLID;
};

#endif
