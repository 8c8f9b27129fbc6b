#ifndef TRABECULA_TESTING_FILTERS_FUZZSURFACES_H
#define TRABECULA_TESTING_FILTERS_FUZZSURFACES_H

#include "FuzzRandom.h"

#include "vtkPolyData.h"

#include <functional>
#include <string>

namespace trabecula::testing
{
/// Makes a surface of boxes, balls and tori, beside, across or within each other, does a few things
/// to its points, polygons and arrays, and voxelizes it, twice. Solids must be taken with their
/// volume and the sums of their forces, what is open, inside out or damaged must be refused.
/// @param announce is told what is done before it is
/// @return what is wrong; empty if nothing is
std::string runSurfaceCase(
  FuzzRandom& random, const std::function<void(const std::string&)>& announce);

/// Voxelizes a surface of whatever origin, twice.
std::string voxelizeSurface(vtkPolyData* surface, FuzzRandom& random, std::string& description);
}

#endif
