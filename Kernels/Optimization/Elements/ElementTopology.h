#ifndef TRABECULA_OPTIMIZATION_ELEMENTS_ELEMENTTOPOLOGY_H
#define TRABECULA_OPTIMIZATION_ELEMENTS_ELEMENTTOPOLOGY_H

#include "Core/Space.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Optimization/TopologyOptimizer.h"
#include "Solver/MeshMultigridSettings.h"

#include <memory>
#include <optional>

namespace trabecula
{
/// Builds the model of a problem on a mesh of elements that has been validated: one design variable
/// per element, see makeTopologyModel() of discretizations.
/// @param grid voxel grid of the problem's mesh, whose numbering must be that of the grid, for
/// multigrid; else null
/// @param onMesh multigrid of a mesh that is no lattice, if it is the preconditioner
template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeTopologyModel(const TopologyProblem& problem,
  const VoxelGrid* grid, const std::optional<MeshMultigridSettings>& onMesh, const Device& device,
  Observer& observer);

/// Compiled as CUDA alone: another compiler that sees the definition must not instantiate it.
extern template std::unique_ptr<TopologyOptimizer::Model> makeTopologyModel<CudaSpace>(
  const TopologyProblem& problem, const VoxelGrid* grid,
  const std::optional<MeshMultigridSettings>& onMesh, const Device& device, Observer& observer);
}

#endif
