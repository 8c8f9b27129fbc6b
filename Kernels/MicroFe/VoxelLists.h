#ifndef TRABECULA_MICROFE_VOXELLISTS_H
#define TRABECULA_MICROFE_VOXELLISTS_H

#include "MicroFe/VoxelConditions.h"

namespace trabecula
{
/// Adds the supports and forces that a FreeForm problem lists by lattice node. @throws Error naming
/// the node, for nodes outside of the image or the structure, and contradictory or nonfinite values
void addLists(
  const VoxelMicroFeProblem& problem, const VoxelGrid& grid, VoxelConditions& conditions);
}

#endif
