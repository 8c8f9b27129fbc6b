#ifndef TRABECULA_GEOMETRY_LEVEL_LEVELVOLUME_H
#define TRABECULA_GEOMETRY_LEVEL_LEVELVOLUME_H

#include "Geometry/Level/LevelField.h"

namespace trabecula
{
/// Volume of the body at a level, length^3: that inside of its triangulated boundary, to rounding.
/// It does not grow with the level.
double volumeAtLevel(const LevelField& field, double level);

/**
 * The level whose body has a volume, by secants and bisection.
 *
 * The volume jumps where many vertices have the same value; then the level is that of the jump,
 * from the side that is nearer to the volume.
 *
 * @param volume length^3; below that of the solid region or above that of the domain, the level is
 * the one that comes nearest
 */
double findLevel(const LevelField& field, double volume);
}

#endif
