#ifndef TRABECULA_SOLVER_DIRECTSOLVERREFERENCE_H
#define TRABECULA_SOLVER_DIRECTSOLVERREFERENCE_H

#include "Mesh/Mesh.h"

#include <cstdint>
#include <vector>

namespace trabecula::reference
{
/// A linear elastic problem of hexahedra on the host.
struct LinearProblem
{
  Mesh mesh;
  double poissonsRatio = 0.3;
  std::vector<double> moduli;                 ///< one per element, force per area
  std::vector<std::uint8_t> supports;         ///< one per unknown, nonzero where prescribed
  std::vector<double> prescribedDisplacement; ///< one per unknown, length; empty means zero
  std::vector<double> forces;                 ///< one per unknown, force
  std::vector<double> springs; ///< one per unknown, force per length; empty means none
};

/// u with K u = f on the free unknowns and the prescribed values on the others: assembled K,
/// eliminated supports, Eigen's sparse Cholesky factorization. One per unknown, length.
std::vector<double> solveDirect(const LinearProblem& problem);

/**
 * ||f - K u|| / ||b|| over the free unknowns, b = f - K u_p with the prescribed displacements u_p.
 */
double relativeResidual(const LinearProblem& problem, const std::vector<double>& u);
}

#endif
