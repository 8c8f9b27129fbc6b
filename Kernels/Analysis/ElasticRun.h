#ifndef TRABECULA_ANALYSIS_ELASTICRUN_H
#define TRABECULA_ANALYSIS_ELASTICRUN_H

#include "Analysis/ElasticAnalysis.h"
#include "Analysis/Preconditioning/MultigridChoice.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/OperatorLayouts.h"

#include <vector>

namespace trabecula
{
/// analyseElastic() in one space for a validated problem.
/// @param layouts of its nodes and elements, which may be those of a part; then results are of the
/// part, too, without values of ghosts
/// @param grid voxel grid of the problem's mesh, whose numbering must be that of the grid, for
/// multigrid; else null
/// @param choice of the preconditioner
/// @return false if stopped
template <class Space>
bool runElasticAnalysis(const OperatorLayouts<Space>& layouts, const StructuralProblem& problem,
  const VoxelGrid* grid, const MultigridChoice& choice, const std::vector<double>& shares,
  Observer& observer, ElasticAnalysis& analysis);

/// Compiled as CUDA alone: another compiler that sees the definition must not instantiate it.
extern template bool runElasticAnalysis(const OperatorLayouts<CudaSpace>& layouts,
  const StructuralProblem& problem, const VoxelGrid* grid, const MultigridChoice& choice,
  const std::vector<double>& shares, Observer& observer, ElasticAnalysis& analysis);
}

#endif
