#ifndef TRABECULA_MICROFE_VOXELCONNECTION_H
#define TRABECULA_MICROFE_VOXELCONNECTION_H

#include "MicroFe/VoxelConditions.h"

namespace trabecula
{
/**
 * Checks that the structure connects the ends of the test, and adds the supports that make it
 * statically determinate; their reactions are zero.
 *
 * @throws Error if the ends are not connected, or for a rigid-body motion that neither the test's
 *   supports nor the added ones prevent
 */
void checkAndSupport(
  const VoxelMicroFeProblem& problem, const VoxelGrid& grid, VoxelConditions& conditions);
}

#endif
