#ifndef TRABECULA_SOLVER_SEVERALSYSTEMS_SEVERALSYSTEMS_H
#define TRABECULA_SOLVER_SEVERALSYSTEMS_SEVERALSYSTEMS_H

#include "Operator/SeveralVectors.h"

#include <array>
#include <cstddef>

namespace trabecula
{
/**
 * Up to SeveralVectors linear systems A u = f with one symmetric positive definite matrix, its
 * preconditioner, and the vectors of SeveralConjugateGradients: solution u, residual r,
 * preconditioned residual z, direction d and its product q of each system. Where they are and how
 * they are laid out is that of the implementation; numbers of systems come to the host together.
 */
class SeveralSystems
{
public:
  /// A number of each system.
  using Each = std::array<double, SeveralVectors>;
  using EachTwo = std::array<Each, 2>;

  virtual ~SeveralSystems() = default;
  /// Number of systems.
  virtual std::size_t count() const = 0;

  /// r = f - A u on free unknowns; b.b and r.r, where b is the residual of the prescribed
  /// displacements alone. The first turn() has a beta of 0.
  virtual EachTwo start() = 0;

  // What follows is done for active systems at least; numbers of others are of no use.

  /// z = M^-1 r; r.z
  virtual Each precondition(const VectorSet& active) = 0;
  /// d = z + beta d, q = A d; d.q and d.r
  virtual EachTwo turn(const Each& beta, const VectorSet& active) = 0;
  /// u += alpha d, and r -= alpha q on free unknowns; r.r and r.z with the new residual. Systems
  /// that are not active have an alpha of 0.
  virtual EachTwo step(const Each& alpha, const VectorSet& active) = 0;
};
}

#endif
