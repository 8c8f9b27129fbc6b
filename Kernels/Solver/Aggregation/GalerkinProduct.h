#ifndef TRABECULA_SOLVER_AGGREGATION_GALERKINPRODUCT_H
#define TRABECULA_SOLVER_AGGREGATION_GALERKINPRODUCT_H

#include "Core/Context.h"
#include "Solver/Aggregation/BlockTransfer.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
/**
 * Coarse matrices P^T A P of blocks. Patterns are computed once, values for each A and P with the
 * same patterns.
 *
 * Sums are in double precision, as the energies of smooth fields are far smaller than entries. Rows
 * of A P are computed first, as many at a time as fit into a fixed memory, then their contributions
 * to the blocks on and right of the diagonal; the other blocks are their transposes.
 *
 * On several parts A and P^T have the part's own rows, and P also those of its ghosts. The result
 * is what these rows of A contribute to the rows of all coarse nodes that they touch;
 * mirrorBlocks() is called after the contributions of all parts are added.
 */
template <class Space>
class GalerkinProduct
{
public:
  /// @param matrix pattern of A @param upperRows number of the first rows of which only blocks on
  /// and right of the diagonal are computed; the others of these rows are zero
  GalerkinProduct(const Context<Space>& context, const BlockPattern<Space>& matrix,
    const BlockTransfer<Space>& transfer, std::int64_t upperRows);
  /// The same with blocks on and right of the diagonal of all rows.
  GalerkinProduct(const Context<Space>& context, const BlockPattern<Space>& matrix,
    const BlockTransfer<Space>& transfer)
    : GalerkinProduct(context, matrix, transfer, transfer.coarseNodes)
  {
  }

  const BlockPattern<Space>& pattern() const { return this->Coarse; }
  /// Number of values of the coarse matrix.
  std::size_t numberOfValues() const;

  /// @param values of A, blocks row by row @param coarse the same of P^T A P
  void compute(const Context<Space>& context, const BlockPattern<Space>& matrix,
    const double* values, const BlockTransfer<Space>& transfer, double* coarse) const;

  /// Bytes that compute() leases from the workspace, at most.
  static constexpr std::size_t mostScratch(ExecutionSpace space)
  {
    return std::size_t(space == ExecutionSpace::Host ? 256 : 2048) << 20U;
  }

private:
  int CoarseBlock; ///< unknowns of a coarse node
  std::int64_t UpperRows;
  BlockPattern<Space> Product; ///< of A P
  BlockPattern<Space> Coarse;
};

/// Copies the transposes of the blocks right of the diagonal to the left side.
/// @param pattern of which the part that has a block on the left side is symmetric
/// @param block unknowns of a node
template <class Space>
void mirrorBlocks(
  const Context<Space>& context, const BlockPattern<Space>& pattern, int block, double* values);
}

#endif
