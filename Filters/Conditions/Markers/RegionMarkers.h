#ifndef TRABECULA_FILTERS_REGIONMARKERS_H
#define TRABECULA_FILTERS_REGIONMARKERS_H

#include "SpatialRegion.h"

#include <vector>

class vtkDataSet;
class vtkPolyData;

namespace trabecula::filters
{
/**
 * Makes the faces of a region, slightly above the body so that they are drawn over it; or its
 * points, as vertices, if it has no face.
 */
void makeCaughtMarkers(vtkDataSet* input, const BodySurface& surface, const RegionEntities& region,
  vtkPolyData* markers);

/**
 * Makes the part of a surface within the distance of the faces of a region, with the cell array
 * `DesignRegion`. Larger triangles of the surface are cut. The result lies slightly above the
 * surface.
 *
 * @param region with at least one face, and a distance above 0
 */
void makeDistanceMarkers(vtkPolyData* input, const BodySurface& surface,
  const RegionEntities& region, int value, vtkPolyData* markers);

/// Makes the surface of some cells, with the cell array `DesignRegion`.
void makeCellMarkers(
  vtkDataSet* input, const std::vector<vtkIdType>& cells, int value, vtkPolyData* markers);
}

#endif
