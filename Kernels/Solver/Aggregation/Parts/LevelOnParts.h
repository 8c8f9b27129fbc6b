#ifndef TRABECULA_SOLVER_AGGREGATION_PARTS_LEVELONPARTS_H
#define TRABECULA_SOLVER_AGGREGATION_PARTS_LEVELONPARTS_H

#include "Core/Vectors/Layout.h"
#include "Solver/Aggregation/BlockPatterns.h"
#include "Solver/Aggregation/BlockTransfer.h"
#include "Solver/Aggregation/CornerMesh.h"
#include "Solver/Aggregation/Parts/AggregationReplica.h"
#include "Solver/Aggregation/Parts/LevelNodes.h"
#include "Solver/Aggregation/Parts/OwnerSums.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace trabecula
{
/**
 * What a level has that is divided among parts. Each part has the rows of the matrix and of the
 * prolongation of the nodes that it owns; of the prolongation also those of its ghosts, which are
 * the columns of its rows of the matrix. A part so computes what its rows contribute to coarse
 * matrices and residuals, and the owners of coarse nodes add these contributions.
 */
template <class Space>
struct LevelOnParts
{
  LevelNodes nodes;
  std::vector<HaloNeighbour> neighbours;   ///< what parts exchange to update ghosts of nodes
  std::shared_ptr<const Halo<Space>> halo; ///< the same
  BlockPattern<Space> rows;                ///< of the matrix, those of owned nodes

  // To the next coarser level:
  std::unique_ptr<Halo<Space>> transferBlocks;  ///< of the prolongation, if its values change
  std::unique_ptr<OwnerSums<Space>> matrixSums; ///< null between levels of elements
  std::unique_ptr<OwnerSums<Space>> residualSums;
  DeviceVector<float, Space> residual;                ///< contributions of this part
  std::unique_ptr<AggregationReplica<Space>> replica; ///< null if the coarser level is divided

  /// Called by all parts at the same time. @param layout of the level's unknowns
  LevelOnParts(
    LevelNodes ofLevel, std::vector<HaloNeighbour> exchanged, const Layout<Space>& layout)
    : nodes(std::move(ofLevel)), neighbours(std::move(exchanged)), halo(layout.halo())
  {
  }

  /// Takes the rows of the matrix that belong to owned nodes from a pattern with others.
  void takeRows(const BlockPattern<Space>& pattern);
  /// Adds the restriction to a coarser level.
  /// @param coarse nodes of that level @param exchanged what parts exchange to update ghosts of it
  /// @param components unknowns of a coarse node
  void addRestriction(
    const LevelNodes& coarse, const std::vector<HaloNeighbour>& exchanged, int components);
  /// Adds the restriction to the corners of quadratic elements. @return the layout of their
  /// unknowns
  LayoutPointer<Space> addCorners(const CornerMesh& corners, int components);
  /// coarse = P^T fine, for nodes that the part owns, or for all of a replicated level.
  void restrictTo(const BlockTransfer<Space>& transfer, const float* fine, float* coarse);
};

/// The nodes of a layout, whose ghosts come in its order; called by all parts at the same time.
template <class Space>
LevelNodes nodesOfLayout(const Layout<Space>& layout);
/// Values at all nodes of a halo, given those of owned ones; called by all parts at the same time.
template <class Space>
std::vector<std::int32_t> withGhosts(const Halo<Space>& halo, std::vector<std::int32_t> values);
/// A layout of the nodes of a level with ghosts.
template <class Space>
LayoutPointer<Space> layoutOfNodes(const Context<Space>& context, const LevelNodes& nodes,
  const std::vector<HaloNeighbour>& neighbours, int components);
}

#endif
