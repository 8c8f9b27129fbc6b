#ifndef TRABECULA_OPTIMIZATION_ELEMENTS_ELEMENTMODEL_H
#define TRABECULA_OPTIMIZATION_ELEMENTS_ELEMENTMODEL_H

#include "Analysis/Preconditioning/MultigridChoice.h"
#include "Core/Context.h"
#include "Core/Space.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Optimization/Elements/PartOfTopology.h"
#include "Optimization/TopologyOptimizer.h"

#include <memory>

namespace trabecula
{
/// Builds the model of a problem on a mesh of elements that has been validated: one design variable
/// per element, see makeTopologyModel() of discretizations.
/// @param grid voxel grid of the problem's mesh, whose numbering must be that of the grid, for
/// multigrid; else null
/// @param choice of the preconditioner
template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeElementModel(const Context<Space>& context,
  const TopologyProblem& problem, const VoxelGrid* grid, const MultigridChoice& choice,
  Observer& observer);
/// A problem that is divided, in the numbering of the plans of its parts.
struct WholeTopology
{
  const TopologyProblem& problem;
  const VoxelGrid* grid; ///< see above
};
/// Builds the model of a part of such a problem, whose communicator is that of the context.
/// @param choice of the whole
template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeElementModel(const Context<Space>& context,
  const PartOfTopology& part, const WholeTopology& whole, const MultigridChoice& choice,
  Observer& observer);

/// Compiled as CUDA alone: another compiler that sees the definition must not instantiate it.
extern template std::unique_ptr<TopologyOptimizer::Model> makeElementModel<CudaSpace>(
  const Context<CudaSpace>& context, const TopologyProblem& problem, const VoxelGrid* grid,
  const MultigridChoice& choice, Observer& observer);
extern template std::unique_ptr<TopologyOptimizer::Model> makeElementModel<CudaSpace>(
  const Context<CudaSpace>& context, const PartOfTopology& part, const WholeTopology& whole,
  const MultigridChoice& choice, Observer& observer);
}

#endif
