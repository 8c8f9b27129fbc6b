#ifndef TRABECULA_SOLVER_AGGREGATION_BLOCKSCALING_H
#define TRABECULA_SOLVER_AGGREGATION_BLOCKSCALING_H

#include "Core/Context.h"
#include "Solver/Aggregation/BlockTransfer.h"

#include <cstdint>

namespace trabecula
{
/**
 * Other unknowns on a coarse level, in which the diagonal blocks of its matrix are identities: with
 * their Cholesky factors L, x' = L^T x. An aggregate that is solid at one node and void elsewhere
 * is 1e9 times softer in rotations about this node than in translations. Single precision loses
 * that in a block of both, and its inverse, but not in unknowns of their own.
 */
template <class Space>
class BlockScaling
{
public:
  /// Takes room for the factors from the workspace, until it is destroyed.
  BlockScaling(const Context<Space>& context, const BlockPattern<Space>& pattern);

  /**
   * A' = L^-1 A L^-T, in place.
   *
   * @param values 6 x 6 blocks row by row
   * @param constrained one per unknown, nonzero for those whose rows and columns become zero, as do
   * those that depend on others of their node
   */
  void scaleMatrix(double* values, const std::uint8_t* constrained);
  /// P' = P L^-T, for the transfer from the next finer level, in place.
  void scaleCoarseSide(BlockTransfer<Space>& transfer) const;
  /// T' = L^T T, for the tentative prolongation from the next coarser level.
  /// @param blocks of T' as those of T
  void scaleFineSide(const TentativeTransfer<Space>& tentative, float* blocks) const;

private:
  const Context<Space>* Computing;
  const BlockPattern<Space>* Pattern;
  typename Workspace<Space>::template Lease<double> Factors; ///< L, then L^-1, 6 x 6 each
};
}

#endif
