#ifndef TRABECULA_ANALYSIS_PRECONDITIONING_MAKEELASTICMODEL_H
#define TRABECULA_ANALYSIS_PRECONDITIONING_MAKEELASTICMODEL_H

#include "Analysis/ElasticModel.h"
#include "Analysis/Preconditioning/MultigridChoice.h"
#include "Analysis/StructuralProblem.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/OperatorLayouts.h"
#include "Operator/Voxel/VoxelOperator.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * Builds the model of a structure of elements, with its preconditioners.
 *
 * @param layouts of its nodes and elements, which are those of a part if there are several parts
 * @param grid voxel grid of the problem's mesh, whose numbering must be that of the grid, if the
 * choice is geometric multigrid; else null
 * @param stays whether the problem outlives the model; otherwise the model copies the data that
 * preconditioners may need later
 */
template <class Space>
std::unique_ptr<ElasticModel<Space>> makeElasticModel(const OperatorLayouts<Space>& layouts,
  const StructuralProblem& problem, const VoxelGrid* grid, const MultigridChoice& choice,
  bool stays = false);
/// The same for a whole structure, in a context of a single part.
template <class Space>
std::unique_ptr<ElasticModel<Space>> makeElasticModel(const Context<Space>& context,
  const StructuralProblem& problem, const VoxelGrid* grid, const MultigridChoice& choice,
  bool stays = false)
{
  return makeElasticModel(layoutsOf(context, problem.mesh), problem, grid, choice, stays);
}

/**
 * Builds the model of a voxel image, with the constant moduli of its grid. On several parts all
 * call this function at the same time, each with its grid, which has GhostVoxels::WholeBricks.
 *
 * @param layouts of the nodes and elements of the grid
 * @param supports one per unknown, nonzero where a displacement is prescribed; if all are
 * prescribed, on all parts, the model has no preconditioners
 * @param voxels set to the operator of the model
 */
template <class Space>
std::unique_ptr<ElasticModel<Space>> makeImageModel(const OperatorLayouts<Space>& layouts,
  const VoxelGrid& grid, double poissonsRatio, const std::vector<std::uint8_t>& supports,
  VoxelOperator<Space>*& voxels);

/// Compiled as CUDA alone: another compiler that sees the definition must not instantiate it.
extern template std::unique_ptr<ElasticModel<CudaSpace>> makeElasticModel(
  const OperatorLayouts<CudaSpace>& layouts, const StructuralProblem& problem,
  const VoxelGrid* grid, const MultigridChoice& choice, bool stays);
extern template std::unique_ptr<ElasticModel<CudaSpace>> makeImageModel(
  const OperatorLayouts<CudaSpace>& layouts, const VoxelGrid& grid, double poissonsRatio,
  const std::vector<std::uint8_t>& supports, VoxelOperator<CudaSpace>*& voxels);
}

#endif
