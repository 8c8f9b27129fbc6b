#ifndef TRABECULA_FILTERS_REGIONPART_H
#define TRABECULA_FILTERS_REGIONPART_H

#include "BodySurface.h"
#include "SpatialRegion.h"

#include "vtkType.h"

#include <vector>

class vtkDataSet;

namespace trabecula::filters
{
/// The faces of a region with their nodes, or points without faces.
struct RegionPart
{
  FaceSurface surface;           ///< without faces, points alone
  std::vector<vtkIdType> points; ///< of the dataset, for each of the surface's
};

/// Returns the faces of a region, with those points of the surface that they use.
RegionPart facesOf(const BodySurface& surface, const RegionEntities& region);

/// The points of a region.
RegionPart pointsOf(vtkDataSet* data, const RegionEntities& region);

/// The faces of a region if it has any, else its points.
RegionPart partOf(vtkDataSet* data, const BodySurface& surface, const RegionEntities& region);
}

#endif
