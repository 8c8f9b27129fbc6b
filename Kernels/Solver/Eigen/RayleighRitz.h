#ifndef TRABECULA_SOLVER_EIGEN_RAYLEIGHRITZ_H
#define TRABECULA_SOLVER_EIGEN_RAYLEIGHRITZ_H

#include "Solver/Eigen/BlockProducts.h"

#include <vector>

namespace trabecula
{
/// The best approximations of eigenvectors in the span of some vectors.
struct RitzVectors
{
  std::vector<double> values; ///< ascending
  SmallMatrix factors;        ///< of the given vectors, a column for each value
  /// Factors of directions for the next step: the parts of some approximations outside of the first
  /// vectors, orthonormal to each other and to the approximations in the product of M.
  SmallMatrix directions;
  SmallMatrix energies; ///< d.(K d) of the directions, which K does not couple to approximations
};

/**
 * Rayleigh and Ritz for S^T K S c = lambda S^T M S c, on the host. Directions in which the vectors
 * of S depend on each other to rounding are left out (Stathopoulos, Wu, SIAM J. Sci. Comput. 23,
 * 2002), so that close and repeated eigenvalues are no special case.
 *
 * @param ofK, ofM S^T K S and S^T M S
 * @param wanted number of approximations, fewer if S has a lower rank
 * @param first number of vectors of S that the directions leave out
 * @param improved numbers of the approximations that have directions, ascending
 */
RitzVectors rayleighRitz(const SmallMatrix& ofK, const SmallMatrix& ofM, int wanted, int first = 0,
  const std::vector<int>& improved = {});
}

#endif
