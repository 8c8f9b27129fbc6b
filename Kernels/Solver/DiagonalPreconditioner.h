#ifndef TRABECULA_SOLVER_DIAGONALPRECONDITIONER_H
#define TRABECULA_SOLVER_DIAGONALPRECONDITIONER_H

#include "Operator/SpringOperator.h"
#include "Operator/StiffnessOperator.h"
#include "Solver/RigidBody/RigidBodyCoarseSpace.h"
#include "Solver/StiffnessPreconditioner.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * Jacobi preconditioner (EbE paper, Algorithm 1), optionally with an additive coarse space of
 * rigid-body motions.
 */
template <class Space>
class DiagonalPreconditioner : public StiffnessPreconditioner<Space>
{
public:
  /// update() must be called before use.
  /// @param stiffness, system the stiffness without and with springs; both must outlive this object
  /// @param supports one per unknown, nonzero where a displacement is prescribed; empty means none
  /// @param coarse coarse space of the same matrix; null for none
  DiagonalPreconditioner(StiffnessOperator<Space>& stiffness, SpringOperator<Space>& system,
    const std::vector<std::uint8_t>& supports,
    std::unique_ptr<RigidBodyCoarseSpace<Space>> coarse = nullptr);
  /// The same for a matrix that does not change, so that update() has no effect.
  /// @param diagonal of the matrix; unknowns are constrained where it is not above zero
  explicit DiagonalPreconditioner(const Vector<Space>& diagonal);

  /// If the matrix of the coarse space is not positive definite, the diagonal is used alone until
  /// the next update().
  void update(const Vector<Space>& moduli, double largest) override;

  const Vector<Space, float>& apply(const Vector<Space>& r) override;
  const Vector<Space, float>& freeUnknowns() const override;
  DiagonalPreconditioner<Space>* asDiagonal() override { return this; }

  /// 1 / A_ii on free unknowns and 0 on constrained ones, also on ghosts.
  const Vector<Space>& inverseDiagonal() const { return this->InverseDiagonal; }
  /// The coarse space; null if there is none, or if its matrix is not positive definite.
  RigidBodyCoarseSpace<Space>* coarse() const
  {
    return this->UseCoarse ? this->Coarse.get() : nullptr;
  }

private:
  StiffnessOperator<Space>* Stiffness = nullptr; ///< null if the matrix does not change
  SpringOperator<Space>* System = nullptr;
  Vector<Space, std::uint8_t> Supports; ///< empty if there are none
  Vector<Space> InverseDiagonal;
  std::unique_ptr<RigidBodyCoarseSpace<Space>> Coarse;
  bool UseCoarse = false;
  // Both are allocated on first use; DiagonalIteration does not use them.
  Vector<Space, float> Result;
  mutable Vector<Space, float> Free;
};
}

#endif
