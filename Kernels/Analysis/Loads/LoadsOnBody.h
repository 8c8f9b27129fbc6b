#ifndef TRABECULA_ANALYSIS_LOADS_LOADSONBODY_H
#define TRABECULA_ANALYSIS_LOADS_LOADSONBODY_H

#include "Analysis/StructuralProblem.h"

#include <vector>

namespace trabecula
{
/// What moveLoadsOntoBody() has moved.
struct MovedLoads
{
  double share = 0.0;    ///< of a load case's forces, by the sum of their lengths; the largest one
  double distance = 0.0; ///< the longest way of a force, length
};

/**
 * Moves forces at nodes without material, whose elements are all partly solid, to the nearest node
 * of the body. Voxels that a surface passes through have corners outside of it, on which loads of
 * the voxel act as well, and a surface of densities leaves out voxels of which little is solid.
 * Resultants are kept, moments change by force times way. What acts in a held direction stays with
 * its support.
 *
 * @param solid solid volume fraction of each element, in [0, 1]
 * @param leastSolid elements with a lower fraction do not belong to the body
 * @param fractions the part of each element that can be solid, in (0, 1]
 * @param reach longest way, length; forces from further away stay
 */
MovedLoads moveLoadsOntoBody(StructuralProblem& problem, const std::vector<double>& solid,
  double leastSolid, const std::vector<double>& fractions, double reach);
}

#endif
