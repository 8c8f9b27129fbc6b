#ifndef TRABECULA_GEOMETRY_LEVEL_LEVELVOLUME_H
#define TRABECULA_GEOMETRY_LEVEL_LEVELVOLUME_H

#include "Geometry/Level/LevelField.h"

namespace trabecula
{
/// Volume of the body at a level, length^3, equal to that inside of its triangulated boundary up to
/// rounding. It does not increase with the level.
double volumeAtLevel(const LevelField& field, double level);

/**
 * The level at which the body has a given volume, by secants and bisection.
 *
 * The volume is discontinuous at levels that many vertices have. If the given volume is within such
 * a discontinuity, the level is at the side of it whose volume is closer.
 *
 * @param volume length^3; below that of the solid region or above that of the domain, the closest
 * level is returned
 */
double findLevel(const LevelField& field, double volume);
}

#endif
