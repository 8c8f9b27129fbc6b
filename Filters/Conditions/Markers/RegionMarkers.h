#ifndef TRABECULA_FILTERS_REGIONMARKERS_H
#define TRABECULA_FILTERS_REGIONMARKERS_H

#include "SpatialRegion.h"

#include <vector>

class vtkDataSet;
class vtkPolyData;

namespace trabecula::filters
{
/**
 * The faces of a region, slightly above the body so that they are drawn over it; without faces its
 * points, as vertices.
 */
void makeCaughtMarkers(vtkDataSet* input, const BodySurface& surface, const RegionEntities& region,
  vtkPolyData* markers);

/**
 * What lies on a surface within the distance of the faces of a region, cut where triangles of the
 * surface are larger, with the cell array `DesignRegion`. Slightly above the surface.
 *
 * @param region with at least one face, and a distance above 0
 */
void makeDistanceMarkers(vtkPolyData* input, const BodySurface& surface,
  const RegionEntities& region, int value, vtkPolyData* markers);

/// The surface of some cells, with the cell array `DesignRegion`.
void makeCellMarkers(
  vtkDataSet* input, const std::vector<vtkIdType>& cells, int value, vtkPolyData* markers);
}

#endif
