#ifndef TRABECULA_OPTIMIZATION_ELEMENTS_DESIGNMEMORY_H
#define TRABECULA_OPTIMIZATION_ELEMENTS_DESIGNMEMORY_H

#include "Design/Stage/StageMemory.h"
#include "Mesh/Mesh.h"
#include "Optimization/TopologyProblem.h"

#include <cstddef>

namespace trabecula
{
/// The elements that stages and a filter have.
struct ElementsOfStages
{
  const Mesh& mesh;
  StageElements kind = StageElements::OfMesh;
  std::size_t bricks = 0; ///< of their grid, if they are voxels
  std::size_t ghosts = 0; ///< of the filter that are no elements of the mesh
};

/// Upper bound of the bytes of stages and of the filter of densities of elements, besides the
/// variables; see stageMemory().
std::size_t filterAndStageMemory(const DensitySettings& densities, const ElementsOfStages& of);
/// The same for a part of a design whose stages need the whole, by ReplicatedParametrization.
/// @param ofPart number of elements of the part, ghosts included
std::size_t replicatedMemory(
  const DensitySettings& densities, const ElementsOfStages& whole, std::size_t ofPart);
}

#endif
