#ifndef TRABECULA_GEOMETRY_DECIMATION_LEVELDECIMATION_H
#define TRABECULA_GEOMETRY_DECIMATION_LEVELDECIMATION_H

#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/TopologySurface.h"

namespace trabecula
{
/// Decimates a surface within a bound of the deviation, a length, and sets what TopologySurface
/// says of it. The surface remains as it was if that is not possible, which the observer is told.
/// @return false if the observer asked to stop
bool decimateLevel(LevelSurface& level, double bound, Observer& observer, TopologySurface& surface);
}

#endif
