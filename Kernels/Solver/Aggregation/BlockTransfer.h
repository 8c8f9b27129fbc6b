#ifndef TRABECULA_SOLVER_AGGREGATION_BLOCKTRANSFER_H
#define TRABECULA_SOLVER_AGGREGATION_BLOCKTRANSFER_H

#include "Core/Context.h"
#include "Solver/Aggregation/BlockPatterns.h"
#include "Solver/Aggregation/CornerMesh.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Rigid-body modes of a node of a coarse level; also its unknowns.
constexpr int RigidModes = 6;

/**
 * A prolongation between two levels of nodes with 3 or 6 unknowns each: blocks of fine rows and
 * coarse columns, stored row by row in single precision.
 */
template <class Space>
struct BlockTransfer
{
  int fineBlock = 3;   ///< unknowns of a fine node
  int coarseBlock = 6; ///< of a coarse node
  std::int64_t coarseNodes = 0;
  BlockPattern<Space> pattern; ///< coarse nodes of each fine one
  BlockColumns<Space> columns;
  DeviceVector<float, Space> values;

  std::int64_t fineNodes() const { return this->pattern.rows(); }
  int blockSize() const { return this->fineBlock * this->coarseBlock; }

  /// coarse = P^T fine
  void restrictTo(const float* fine, float* coarse) const;
  /// d = P coarse, x += d
  void prolongTo(const float* coarse, float* d, float* x) const;
};

/// Interpolation from corners of quadratic elements: the identity, and half of it at either end of
/// an edge.
/// @param supports of the quadratic mesh, one per unknown; rows of constrained unknowns are zero
template <class Space>
BlockTransfer<Space> makeCornerTransfer(const Context<Space>& context, const CornerMesh& corners,
  const std::vector<std::uint8_t>& supports);

/// The tentative prolongation of an aggregation: one block for each fine node.
template <class Space>
struct TentativeTransfer
{
  int fineBlock = 3;
  std::int64_t aggregates = 0;
  DeviceVector<std::int32_t, Space> aggregateOf; ///< of each fine node; -1 for none
  DeviceVector<float, Space> blocks;             ///< fineBlock x 6, orthonormal columns
  DeviceVector<float, Space> scaledBlocks;       ///< for BlockScaling of the fine level, or none

  const float* present() const
  {
    return this->scaledBlocks.size() > 0 ? this->scaledBlocks.data() : this->blocks.data();
  }
};

/// Modes and unused unknowns of the coarse level that a tentative prolongation defines.
template <class Space>
struct CoarseModes
{
  DeviceVector<double, Space> modes;             ///< 6 x 6 for each aggregate, row by row
  DeviceVector<std::uint8_t, Space> constrained; ///< 6 for each: nonzero for columns that are zero
};

/// Rigid-body modes at nodes, 3 x 6 each, row by row, about the centre of all nodes with lengths
/// relative to their extent; zero for constrained unknowns.
template <class Space>
DeviceVector<double, Space> rigidBodyModes(const Context<Space>& context,
  const std::vector<double>& points, const std::vector<std::uint8_t>& constrained);

/**
 * The tentative prolongation: a QR factorization of the modes of the nodes of each aggregate.
 * Q are its blocks and R the modes of the coarse level, so that modes = T coarse modes, up to
 * rounding (Vanek, Mandel, Brezina, Computing 56, 1996). Modes of an aggregate that depend on
 * others, as those of one node or of constrained ones, have columns of zeros.
 *
 * @param aggregateOf of each fine node, -1 for nodes of none, whose modes must be zero
 * @param modes fineBlock x 6 for each fine node; destroyed
 */
template <class Space>
TentativeTransfer<Space> makeTentative(const Context<Space>& context, int fineBlock,
  const std::vector<std::int32_t>& aggregateOf, std::int32_t aggregates,
  DeviceVector<double, Space> modes, CoarseModes<Space>& coarse);

/// The pattern of (I - omega D^-1 A) T.
/// @param matrix pattern of A
template <class Space>
BlockTransfer<Space> makeSmoothedPattern(const Context<Space>& context,
  const BlockPattern<Space>& matrix, const TentativeTransfer<Space>& tentative);

/**
 * The values of P = (I - omega D^-1 A) T, with the scaled blocks of T if there are any.
 *
 * @param values of A: blocks row by row, double precision
 * @param inverses of the diagonal blocks, zero in constrained rows
 */
template <class Space>
void smoothProlongation(const Context<Space>& context, const BlockPattern<Space>& matrix,
  const double* values, const float* inverses, double omega,
  const TentativeTransfer<Space>& tentative, BlockTransfer<Space>& transfer);
}

#endif
