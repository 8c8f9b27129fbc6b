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
 */
template <class Space>
class GalerkinProduct
{
public:
  /// @param matrix pattern of A
  GalerkinProduct(const Context<Space>& context, const BlockPattern<Space>& matrix,
    const BlockTransfer<Space>& transfer);

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
  int CoarseBlock;             ///< unknowns of a coarse node
  BlockPattern<Space> Product; ///< of A P
  BlockPattern<Space> Coarse;
};
}

#endif
