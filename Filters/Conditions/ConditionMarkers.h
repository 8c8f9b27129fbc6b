#ifndef TRABECULA_FILTERS_CONDITIONMARKERS_H
#define TRABECULA_FILTERS_CONDITIONMARKERS_H

#include "SpatialRegion.h"

#include <array>
#include <vector>

class vtkDataSet;
class vtkPolyData;

namespace trabecula::filters
{
/// At most so many places of a region get markers.
constexpr std::size_t MostCones = 100;
constexpr std::size_t MostArrows = 40;

/**
 * Cones whose tips touch held points, along the held directions, from outside of the body. The cell
 * and point array `Direction` says which: 0, 1 or 2. Their size follows from the dataset's bounds.
 */
void makeSupportMarkers(vtkDataSet* input, const BodySurface& surface, const CaughtRegion& region,
  const std::array<bool, 3>& held, vtkPolyData* markers);

/**
 * Arrows for nodal forces, of a length in proportion; those of points near each other are one, the
 * sum. Forces that press have their tip on the body, others their tail. The longest arrow follows
 * from the dataset's bounds. The point array `Force` has the force of the arrow, `LoadCase` its
 * number.
 *
 * @param points of the dataset, that the forces are at
 * @param forces three components a point
 */
void makeLoadMarkers(vtkDataSet* input, const BodySurface& surface,
  const std::vector<vtkIdType>& points, const std::vector<double>& forces, int loadCase,
  vtkPolyData* markers);

/// The surface of some cells, with the cell array `DesignRegion`.
void makeCellMarkers(
  vtkDataSet* input, const std::vector<vtkIdType>& cells, int value, vtkPolyData* markers);
}

#endif
