#ifndef TRABECULA_ANALYSIS_ELASTICRUN_H
#define TRABECULA_ANALYSIS_ELASTICRUN_H

#include "Analysis/ElasticAnalysis.h"
#include "Core/Space.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Solver/MeshMultigridSettings.h"

#include <optional>
#include <vector>

namespace trabecula
{
/// analyseElastic() in one space for a validated problem.
/// @param grid voxel grid of the problem's mesh, whose numbering must be that of the grid, for
/// multigrid; else null
/// @param onMesh multigrid of a mesh that is no lattice, if it is the preconditioner
/// @return false if stopped
template <class Space>
bool runElasticAnalysis(const StructuralProblem& problem, const VoxelGrid* grid,
  const std::optional<MeshMultigridSettings>& onMesh, const std::vector<double>& shares,
  const Device& device, Observer& observer, ElasticAnalysis& analysis);

/// Compiled as CUDA alone: another compiler that sees the definition must not instantiate it.
extern template bool runElasticAnalysis<CudaSpace>(const StructuralProblem& problem,
  const VoxelGrid* grid, const std::optional<MeshMultigridSettings>& onMesh,
  const std::vector<double>& shares, const Device& device, Observer& observer,
  ElasticAnalysis& analysis);
}

#endif
