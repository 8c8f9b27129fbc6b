#ifndef TRABECULA_GEOMETRY_LEVEL_LEVELPIECES_H
#define TRABECULA_GEOMETRY_LEVEL_LEVELPIECES_H

#include "Geometry/Level/LevelField.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Labels the connected components of the body at a level, which may have several boundary surfaces
 * each: a hollow component is one.
 *
 * @return one value per vertex of the field: the smallest vertex number of its component; a vertex
 *   outside the body has its own number
 */
std::vector<std::int32_t> findPieces(const LevelField& field, double level);
}

#endif
