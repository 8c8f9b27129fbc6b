#ifndef TRABECULA_FILTERS_REGIONCYLINDER_H
#define TRABECULA_FILTERS_REGIONCYLINDER_H

#include "RegionPart.h"
#include "SpatialRegion.h"

#include "Geometry/Triangles/CylinderFit.h"

namespace trabecula::filters
{
/**
 * The cylinder of the faces of a region: fitted to them, or the one that defines the region if the
 * faces are stairs of voxels, whose corners say little about the surface.
 *
 * @param part the faces of the region
 * @throws Error if the faces are not cylindrical
 */
FittedCylinder cylinderOf(const RegionPart& part, const RegionEntities& region);
}

#endif
