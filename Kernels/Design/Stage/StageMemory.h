#ifndef TRABECULA_DESIGN_STAGE_STAGEMEMORY_H
#define TRABECULA_DESIGN_STAGE_STAGEMEMORY_H

#include "Design/Stage/StageSettings.h"
#include "Mesh/Mesh.h"

#include <cstddef>

namespace trabecula
{
/// The elements whose densities pass through stages.
enum class StageElements
{
  OfMesh,
  OfGrid, ///< voxels of a grid, as in DesignSites
  OfPart  ///< of one of several parts
};

/// Upper bound of the bytes that stages of densities of elements need besides the variables, the
/// workspace included and without a NeighbourFilter.
/// @throws Error if the directions of sweeps do not fit each other, or their grid is too fine
std::size_t stageMemory(
  const ChainSettings& settings, const Mesh& mesh, StageElements elements = StageElements::OfMesh);
}

#endif
