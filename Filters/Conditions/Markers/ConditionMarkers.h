#ifndef TRABECULA_FILTERS_CONDITIONMARKERS_H
#define TRABECULA_FILTERS_CONDITIONMARKERS_H

#include "SpatialRegion.h"

#include <array>
#include <vector>

class vtkDataSet;
class vtkPolyData;

namespace trabecula::filters
{
/// Largest numbers of markers of a region.
constexpr std::size_t MostCones = 100;
constexpr std::size_t MostArrows = 150;

/**
 * Cones with their tips at fixed points, along the fixed directions, outside of the body. The cell
 * and point array `Direction` has the direction: 0, 1 or 2. Their size is proportional to the
 * dataset's bounds.
 */
void makeSupportMarkers(vtkDataSet* input, const BodySurface& surface, const RegionEntities& region,
  const std::array<bool, 3>& held, vtkPolyData* markers);

/**
 * Arrows for nodal forces, with lengths proportional to the forces; the forces of neighbouring
 * points are summed to one arrow. Arrows of compressive forces have their tip on the body, others
 * their tail. The length of the longest arrow is proportional to the dataset's bounds. The point
 * array `Force` has the force of the arrow, `LoadCase` its number.
 *
 * @param points numbers of the loaded points in the dataset
 * @param forces three components per point
 */
void makeLoadMarkers(vtkDataSet* input, const BodySurface& surface,
  const std::vector<vtkIdType>& points, const std::vector<double>& forces, int loadCase,
  vtkPolyData* markers);
}

#endif
