#ifndef TRABECULA_ANALYSIS_ELASTICRUN_H
#define TRABECULA_ANALYSIS_ELASTICRUN_H

#include "Analysis/ElasticAnalysis.h"
#include "Analysis/Preconditioning/MultigridChoice.h"
#include "Core/Context.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <vector>

namespace trabecula
{
/// analyseElastic() in one space for a validated problem.
/// @param grid voxel grid of the problem's mesh, whose numbering must be that of the grid, for
/// multigrid; else null
/// @param choice of the preconditioner
/// @return false if stopped
template <class Space>
bool runElasticAnalysis(const Context<Space>& context, const StructuralProblem& problem,
  const VoxelGrid* grid, const MultigridChoice& choice, const std::vector<double>& shares,
  Observer& observer, ElasticAnalysis& analysis);

/// Compiled as CUDA alone: another compiler that sees the definition must not instantiate it.
extern template bool runElasticAnalysis(const Context<CudaSpace>& context,
  const StructuralProblem& problem, const VoxelGrid* grid, const MultigridChoice& choice,
  const std::vector<double>& shares, Observer& observer, ElasticAnalysis& analysis);
}

#endif
