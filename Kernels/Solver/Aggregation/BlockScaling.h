#ifndef TRABECULA_SOLVER_AGGREGATION_BLOCKSCALING_H
#define TRABECULA_SOLVER_AGGREGATION_BLOCKSCALING_H

#include "Core/Context.h"
#include "Core/Vectors/Halo.h"
#include "Solver/Aggregation/BlockTransfer.h"

#include <cstdint>

namespace trabecula
{
/**
 * Scales the unknowns of a coarse level so that the diagonal blocks of its matrix become
 * identities: x' = L^T x with the Cholesky factors L of the blocks. An aggregate that is solid at
 * one node and void elsewhere is 1e9 times softer in rotations about this node than in
 * translations. In single precision the stiffness of the rotations would be lost by rounding in a
 * block of both and in its inverse, but is preserved in scaled unknowns.
 */
template <class Space>
class BlockScaling
{
public:
  /// Leases memory for the factors from the workspace, for the lifetime of the object.
  /// @param halo of the nodes, if the pattern has rows of the part's own nodes only; null for none
  BlockScaling(const Context<Space>& context, const BlockPattern<Space>& pattern,
    const Halo<Space>* halo = nullptr);

  /**
   * A' = L^-1 A L^-T, in place.
   *
   * @param values 6 x 6 blocks row by row
   * @param constrained one per unknown, nonzero if its row and column are to become zero. Those of
   * unknowns that depend on others of their node become zero, too
   */
  void scaleMatrix(double* values, const std::uint8_t* constrained);
  /// P' = P L^-T, for the transfer from the next finer level, in place.
  void scaleCoarseSide(BlockTransfer<Space>& transfer) const;
  /// The same for a transfer that has other numbers of coarse nodes. @param numbers in the pattern,
  /// of each coarse node of the transfer
  void scaleCoarseSide(
    BlockTransfer<Space>& transfer, const DeviceVector<std::int32_t, Space>& numbers) const;
  /// T' = L^T T, for the tentative prolongation from the next coarser level.
  /// @param blocks of T', in the order of those of T
  void scaleFineSide(const TentativeTransfer<Space>& tentative, float* blocks) const;

private:
  const Context<Space>* Computing;
  const BlockPattern<Space>* Pattern;
  const Halo<Space>* Exchange;
  typename Workspace<Space>::template Lease<double> Factors; ///< L, then L^-1, 6 x 6 each
};
}

#endif
