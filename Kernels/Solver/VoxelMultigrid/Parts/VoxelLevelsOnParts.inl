#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_PARTS_VOXELLEVELSONPARTS_INL
#define TRABECULA_SOLVER_VOXELMULTIGRID_PARTS_VOXELLEVELSONPARTS_INL

// This file contains what VoxelLevels does on several parts, for its source.

#include "Solver/VoxelMultigrid/Cycle/VoxelRowKernels.h"
#include "Solver/VoxelMultigrid/Parts/VoxelMatching.h"
#include "Solver/VoxelMultigrid/Parts/VoxelReplica.h"
#include "Solver/VoxelMultigrid/VoxelLevels.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace trabecula
{
/// Levels are divided among parts until they have few nodes, or cells that consist of several
/// bricks; then they are replicated.
template <class Space, int Components>
void VoxelLevels<Space, Components>::coarsenOnParts(
  const VoxelGrid& grid, const std::uint8_t* constrained, std::int64_t replicatedNodes, Meshes& all)
{
  const Context<Space>& context = *this->Computing;
  VoxelMatching matching(context.communicator(), grid);
  const NodeNumbering<Space> numbering =
    [&](VoxelMesh<Space>& mesh, const VoxelTransfer<Space>& transfer)
  {
    VoxelPartElements elements;
    elements.cells = mesh.cells.toHost();
    elements.connectivity = mesh.connectivity.toHost();
    elements.nodes = mesh.nodes;
    if (transfer.childStarts.size() > 0)
    {
      elements.children = transfer.children.toHost();
      elements.childStarts = transfer.childStarts.toHost();
    }
    all.nodes.push_back(matching.ofNextLevel(elements));
    mesh.nodes = elements.nodes;
    mesh.connectivity.assign(elements.connectivity);
  };
  all.nodes.push_back(matching.ofVoxels(grid));
  all.sizes.push_back(Components * all.nodes.back().ofAllParts);
  bool isSmall = false;
  while (!isSmall && all.mayGoOn())
  {
    this->coarsen(grid, constrained, all, numbering);
    all.sizes.push_back(Components * all.nodes.back().ofAllParts);
    isSmall = all.nodes.back().ofAllParts <= replicatedNodes ||
      all.sizes.size() == VoxelOwners::MostDistributed + 1;
  }
  const bool stagnates = !all.isCoarsened();
  if (stagnates)
  {
    all.dropLast();
    all.nodes.pop_back();
  }
  this->Replicated = all.sizes.size() - 1;
  std::vector<std::int32_t> own =
    matching.ownElements(static_cast<int>(this->Replicated), all.meshes.back().cells.toHost());
  this->Replica = std::make_unique<VoxelReplica<Space>>(
    context, std::move(all.meshes.back()), std::move(all.nodes.back()), std::move(own), Components);
  all.nodes.pop_back();
  all.meshes.back() = this->Replica->gatherMesh();
  while (!stagnates && all.mayGoOn())
  {
    this->coarsen(grid, constrained, all, nullptr);
    all.sizes.push_back(Components * all.meshes.back().nodes);
  }
  if (!all.isCoarsened())
  {
    all.dropLast();
  }
}

/// Matrices of the elements that the part has of a level up to the first replicated one.
/// @param finer those of the next finer level, if they are stored
template <class Space, int Components>
DeviceVector<float, Space> VoxelLevels<Space, Components>::matricesOfPart(
  std::size_t level, const DeviceVector<float, Space>& finer)
{
  const Context<Space>& context = *this->Computing;
  const VoxelReplica<Space>* replica = this->replicaOf(level);
  const std::int64_t elements =
    replica ? replica->mesh().elements : this->Levels[level]->mesh.elements;
  DeviceVector<float, Space> matrices(
    context, static_cast<std::size_t>(VoxelMatrixEntriesOf<Components> * elements));
  const VoxelTransfer<Space>& transfer = this->Levels[level - 1]->transfer;
  if (level == 1)
  {
    coarseMatrices(context, this->First, matrices.data());
    return matrices;
  }
  if constexpr (Components == 3)
  {
    if (level == 2)
    {
      galerkinOfVoxels(context, this->First, transfer, matrices.data());
      return matrices;
    }
  }
  galerkinOfElements<Components>(context, finer.data(), transfer, matrices.data());
  return matrices;
}

/// Parts compute the matrices of elements that they have, of the first replicated level those of
/// their own bricks, which are gathered.
template <class Space, int Components>
void VoxelLevels<Space, Components>::updateOnParts(int eigenvalueSteps)
{
  constexpr int Entries = VoxelMatrixEntriesOf<Components>;
  const Context<Space>& context = *this->Computing;
  const auto scratch = context.workspace().template lease<float>(this->ScratchNumbers);
  this->useScratch(scratch.data());
  setModuli(context, this->Operator->bricks(), this->Levels[0]->transfer,
    this->Operator->moduli().data(), this->First);
  DeviceVector<float, Space> matrices;
  for (std::size_t l = 1; l < this->Levels.size(); ++l)
  {
    VoxelLevel<Space>& level = *this->Levels[l];
    const bool coarsest = l + 1 == this->Levels.size();
    if (this->isOfElements(l))
    {
      if constexpr (Components == 3)
      {
        coarseDiagonal(context, this->First, level.mesh, level.inverseDiagonal.data());
      }
    }
    else
    {
      if (l <= this->Replicated)
      {
        matrices = this->matricesOfPart(l, matrices);
        if (const VoxelReplica<Space>* replica = this->replicaOf(l))
        {
          matrices = replica->gatherMatrices(Entries, matrices.data());
        }
      }
      else
      {
        DeviceVector<float, Space> coarse(
          context, static_cast<std::size_t>(Entries * level.mesh.elements));
        galerkinOfElements<Components>(
          context, matrices.data(), this->Levels[l - 1]->transfer, coarse.data());
        matrices = std::move(coarse);
      }
      this->assembleMatrix(level, matrices.data());
      detail::takeDiagonal<Components>(context, level.n, level.matrix.starts.data(),
        level.matrix.columns.data(), level.matrix.blocks.data(), level.inverseDiagonal.data());
    }
    detail::invert(context, level.n, level.inverseDiagonal.data());
    if (level.entries > level.n)
    {
      context.zero(level.inverseDiagonal.data() + level.n,
        static_cast<std::size_t>(level.entries - level.n) * sizeof(float));
    }
    if (!coarsest || level.n > detail::MostInverseRows<Components>)
    {
      this->estimateEigenvalue(l, eigenvalueSteps);
    }
  }
}
}

#endif
