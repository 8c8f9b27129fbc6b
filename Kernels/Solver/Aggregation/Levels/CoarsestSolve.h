#ifndef TRABECULA_SOLVER_AGGREGATION_LEVELS_COARSESTSOLVE_H
#define TRABECULA_SOLVER_AGGREGATION_LEVELS_COARSESTSOLVE_H

#include "Core/Context.h"
#include "Core/Vectors/DeviceVector.h"
#include "Solver/Aggregation/BlockPatterns.h"

#include <cstdint>

namespace trabecula
{
/// Solves with the dense inverse of a small matrix of blocks, in the memory of the space.
template <class Space>
class CoarsestSolve
{
public:
  /**
   * @param values blocks of block x block row by row, double precision
   * @param constrained nonzero for unknowns that stay zero, one each
   * @throws SolverBreakdown if the matrix is not positive definite
   */
  void update(const Context<Space>& context, const BlockPattern<Space>& pattern, int block,
    const double* values, const std::uint8_t* constrained);

  /// x = A^-1 r, or x += A^-1 r
  void solve(const float* r, bool fromZero, float* x) const;

private:
  std::int64_t Unknowns = 0;
  std::int64_t Rows = 0; ///< of the inverse: a multiple of InverseTile
  DeviceVector<double, Space> Inverse;
};
}

#endif
