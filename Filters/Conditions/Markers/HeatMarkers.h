#ifndef TRABECULA_FILTERS_HEATMARKERS_H
#define TRABECULA_FILTERS_HEATMARKERS_H

#include "SpatialRegion.h"

#include <string>
#include <vector>

class vtkDataSet;
class vtkPolyData;

namespace trabecula::filters
{
/// Spheres at some of the points, with a value in a point array. Their size is proportional to the
/// dataset's bounds.
void makePointMarkers(vtkDataSet* input, const std::vector<vtkIdType>& points,
  const std::string& array, double value, vtkPolyData* markers);

/// Makes spheres at the centres of some of the cells, with a value in a point array.
void makeCellPointMarkers(vtkDataSet* input, const std::vector<vtkIdType>& cells,
  const std::string& array, double value, vtkPolyData* markers);

/// Arrows along the normals at faces of a region, into the body where the flow is positive, else
/// out of it; spheres at its points if it has no face.
void makeFlowMarkers(vtkDataSet* input, const BodySurface& surface, const RegionEntities& region,
  double flow, vtkPolyData* markers);
}

#endif
