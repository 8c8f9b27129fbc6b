#ifndef TRABECULA_FILTERS_SURFACEDISTANCE_H
#define TRABECULA_FILTERS_SURFACEDISTANCE_H

#include "Core/Observer.h"

#include "vtkSmartPointer.h"

#include <array>
#include <optional>
#include <vector>

class vtkPolyData;

namespace trabecula::filters
{
/**
 * The closed surface where densities, taken between the centres of voxels, are at a threshold.
 * All is void outside of the image.
 *
 * @param density one per voxel, x fastest
 */
vtkSmartPointer<vtkPolyData> thresholdSurface(const std::array<int, 3>& cells,
  const std::array<double, 3>& spacing, const std::array<double, 3>& origin,
  const std::vector<double>& density, double threshold);

/// How far two surfaces are apart, length; NaN if one of them is empty.
struct SurfaceDistances
{
  /// The farthest point of the one from the other, whichever is farther (symmetric Hausdorff
  /// distance), over the points of the triangles.
  double hausdorff = 0.0;
  /// Mean over both surfaces of the distance to the other: the integral over the area of both,
  /// divided by this area (average symmetric surface distance).
  double mean = 0.0;
};

/// @return nothing if the observer asked to stop
std::optional<SurfaceDistances> measureDistances(
  vtkPolyData* a, vtkPolyData* b, Observer& observer);
}

#endif
