#ifndef TRABECULA_TESTING_FILTERS_FUZZSURFACES_H
#define TRABECULA_TESTING_FILTERS_FUZZSURFACES_H

#include "FuzzRandom.h"

#include "vtkPolyData.h"

#include <functional>
#include <string>

namespace trabecula::testing
{
/// Makes a surface of separate, intersecting or nested boxes, balls and tori, makes random changes
/// to its points, polygons and arrays, and voxelizes it twice. Solids must be accepted with their
/// volume and the sums of their forces; open, inverted and damaged surfaces must be refused.
/// @param announce receives each step before it is performed
/// @return what is wrong; empty if nothing is
std::string runSurfaceCase(
  FuzzRandom& random, const std::function<void(const std::string&)>& announce);

/// Voxelizes any surface twice.
std::string voxelizeSurface(vtkPolyData* surface, FuzzRandom& random, std::string& description);
}

#endif
