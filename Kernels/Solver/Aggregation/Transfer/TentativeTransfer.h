#ifndef TRABECULA_SOLVER_AGGREGATION_TRANSFER_TENTATIVETRANSFER_H
#define TRABECULA_SOLVER_AGGREGATION_TRANSFER_TENTATIVETRANSFER_H

#include "Core/Context.h"
#include "Core/Vectors/DeviceVector.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Number of rigid-body modes, which are the unknowns of a node on coarse levels of elasticity.
constexpr int RigidModes = 6;

/// Number of near-null modes of a matrix with a number of unknowns a node, which are the unknowns
/// of a coarse node: one constant for one unknown, else the rigid-body modes.
constexpr int nearNullModes(int unknowns)
{
  return unknowns == 1 ? 1 : RigidModes;
}

/// The tentative prolongation of an aggregation: one block for each fine node.
template <class Space>
struct TentativeTransfer
{
  int fineBlock = 3;
  std::int64_t aggregates = 0;
  DeviceVector<std::int32_t, Space> aggregateOf; ///< of each fine node; -1 for none
  DeviceVector<float, Space> blocks;             ///< fineBlock x modes(), orthonormal columns
  DeviceVector<float, Space> scaledBlocks;       ///< for BlockScaling of the fine level, or none

  /// Unknowns of a coarse node.
  int modes() const { return nearNullModes(this->fineBlock); }
  /// The blocks in use.
  const float* present() const
  {
    return this->scaledBlocks.size() > 0 ? this->scaledBlocks.data() : this->blocks.data();
  }
};

/// Modes and unused unknowns of the coarse level that a tentative prolongation defines.
template <class Space>
struct CoarseModes
{
  DeviceVector<double, Space> modes; ///< a square of modes for each aggregate, row by row
  DeviceVector<std::uint8_t, Space>
    constrained; ///< of each mode: nonzero for columns that are zero
};

/// Rigid-body modes at nodes, 3 x 6 each, row by row, about the centre of all nodes with lengths
/// relative to their extent; zero for constrained unknowns. On several parts, of the nodes that
/// this part owns, about the centre of those of all parts, which call it at the same time.
template <class Space>
DeviceVector<double, Space> rigidBodyModes(const Context<Space>& context,
  const std::vector<double>& points, const std::vector<std::uint8_t>& constrained);

/// The near-null space of a matrix with a number of unknowns a node, nearNullModes() columns row by
/// row: rigid-body modes for three unknowns, the constant for one; zero for constrained unknowns.
template <class Space>
DeviceVector<double, Space> nearNullSpace(const Context<Space>& context, int unknowns,
  const std::vector<double>& points, const std::vector<std::uint8_t>& constrained);

/**
 * Makes the tentative prolongation by a QR factorization of the modes of the nodes of each
 * aggregate. Its blocks are Q, and the modes of the coarse level R, so that modes = T coarse modes,
 * up to rounding (Vanek, Mandel, Brezina, Computing 56, 1996). Modes of an aggregate that depend on
 * others, for example those of a single node or of constrained ones, have columns of zeros.
 *
 * @param aggregateOf of each fine node, -1 for nodes of none, whose modes must be zero
 * @param modes fineBlock x nearNullModes() for each fine node; destroyed
 */
template <class Space>
TentativeTransfer<Space> makeTentative(const Context<Space>& context, int fineBlock,
  const std::vector<std::int32_t>& aggregateOf, std::int32_t aggregates,
  DeviceVector<double, Space> modes, CoarseModes<Space>& coarse);
}

#endif
