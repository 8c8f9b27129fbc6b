#ifndef TRABECULA_ANALYSIS_LOADS_LOADSONBODY_H
#define TRABECULA_ANALYSIS_LOADS_LOADSONBODY_H

#include "Analysis/StructuralProblem.h"

#include <vector>

namespace trabecula
{
/// Extent of the changes by moveLoadsOntoBody().
struct MovedLoads
{
  double share = 0.0;    ///< largest moved fraction of a load case's forces, by sums of magnitudes
  double distance = 0.0; ///< largest distance that a force was moved, length
};

/**
 * Moves forces at nodes without material, whose elements are all partly solid, to the nearest node
 * of the body. Voxels that a surface intersects have corners outside of it, on which loads of the
 * voxel also act, and a surface of densities excludes voxels of small solid fraction. Resultants
 * are preserved, moments change by force times distance. Forces in a supported direction are not
 * moved.
 *
 * @param solid solid volume fraction of each element, in [0, 1]
 * @param leastSolid elements with a lower fraction do not belong to the body
 * @param fractions largest possible solid fraction of each element, in (0, 1]
 * @param reach largest distance, length; forces farther away are not moved
 */
MovedLoads moveLoadsOntoBody(StructuralProblem& problem, const std::vector<double>& solid,
  double leastSolid, const std::vector<double>& fractions, double reach);
}

#endif
