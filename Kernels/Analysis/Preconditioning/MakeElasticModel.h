#ifndef TRABECULA_ANALYSIS_PRECONDITIONING_MAKEELASTICMODEL_H
#define TRABECULA_ANALYSIS_PRECONDITIONING_MAKEELASTICMODEL_H

#include "Analysis/ElasticModel.h"
#include "Analysis/Preconditioning/MultigridChoice.h"
#include "Analysis/StructuralProblem.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/Voxel/VoxelOperator.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * Builds the model of a structure of elements, with its preconditioners.
 *
 * @param grid voxel grid of the problem's mesh, whose numbering must be that of the grid, if the
 * choice is geometric multigrid; else null
 * @param stays whether the problem outlives the model; otherwise the model copies the data that
 * preconditioners may need later
 */
template <class Space>
std::unique_ptr<ElasticModel<Space>> makeElasticModel(const Context<Space>& context,
  const StructuralProblem& problem, const VoxelGrid* grid, const MultigridChoice& choice,
  bool stays = false);

/**
 * Builds the model of a voxel image, with the constant moduli of its grid.
 *
 * @param supports one per unknown, nonzero where a displacement is prescribed; if all are
 * prescribed, the model has no preconditioners
 * @param voxels set to the operator of the model
 */
template <class Space>
std::unique_ptr<ElasticModel<Space>> makeImageModel(const Context<Space>& context,
  const VoxelGrid& grid, double poissonsRatio, const std::vector<std::uint8_t>& supports,
  VoxelOperator<Space>*& voxels);

/// Compiled as CUDA alone: another compiler that sees the definition must not instantiate it.
extern template std::unique_ptr<ElasticModel<CudaSpace>> makeElasticModel(
  const Context<CudaSpace>& context, const StructuralProblem& problem, const VoxelGrid* grid,
  const MultigridChoice& choice, bool stays);
extern template std::unique_ptr<ElasticModel<CudaSpace>> makeImageModel(
  const Context<CudaSpace>& context, const VoxelGrid& grid, double poissonsRatio,
  const std::vector<std::uint8_t>& supports, VoxelOperator<CudaSpace>*& voxels);
}

#endif
