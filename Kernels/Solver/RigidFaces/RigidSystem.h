#ifndef TRABECULA_SOLVER_RIGIDFACES_RIGIDSYSTEM_H
#define TRABECULA_SOLVER_RIGIDFACES_RIGIDSYSTEM_H

#include "Operator/LinearOperator.h"
#include "Solver/RightHandSide.h"
#include "Solver/RigidFaces/RigidSpace.h"
#include "Solver/SolverReport.h"

#include <functional>
#include <memory>

namespace trabecula
{
/**
 * y = P A P x with the projection P on a RigidSpace: the matrix of systems whose solutions move
 * rigidly at some unknowns. Between vectors of the subspace it is that of Galerkin's method, as
 * T^T A T with the six motions of each rigid face as unknowns, but no discretization knows of it.
 */
template <class Space>
class RigidSystem : public LinearOperator<Space>
{
public:
  /// @param matrix A; must remain valid
  RigidSystem(LinearOperator<Space>& matrix, RigidBasis basis);

  const std::shared_ptr<const RigidSpace<Space>>& space() const { return this->Rigid; }
  /// A
  LinearOperator<Space>& matrix() { return *this->Matrix; }

  /// Solves P A P u = P f.
  using Solve = std::function<SolverReport(const RightHandSide<Space>&, Vector<Space>&)>;
  /**
   * Solves for u = v + w, where w is given and v is in the subspace: P A (v + w) = P f.
   *
   * @param u initial guess, whose part outside of the subspace is w: prescribed motions
   * @param solve for the projected system, of v
   */
  SolverReport solve(const RightHandSide<Space>& f, Vector<Space>& u, const Solve& solve);

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override;
  bool readsGhosts() const override { return false; } // there are none

private:
  LinearOperator<Space>* Matrix;
  std::shared_ptr<const RigidSpace<Space>> Rigid;
  Vector<Space> Projected;
  Vector<Space> Forces;
};
}

#endif
