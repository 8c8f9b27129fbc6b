#ifndef TRABECULA_SOLVER_DIAGONALPRECONDITIONER_H
#define TRABECULA_SOLVER_DIAGONALPRECONDITIONER_H

#include "Core/DeviceVector.h"
#include "Solver/LinearPreconditioner.h"
#include "Solver/RigidBody/RigidBodyCoarseSpace.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Jacobi preconditioner (EbE paper, Algorithm 1), optionally with an additive coarse space of
 * rigid-body motions.
 */
template <class Space>
class DiagonalPreconditioner : public LinearPreconditioner<Space>
{
public:
  /// @param supports 3 per node, nonzero where a displacement is prescribed
  explicit DiagonalPreconditioner(const std::vector<std::uint8_t>& supports);

  /// To be filled with the diagonal of the matrix before invert().
  double* diagonal() { return this->InverseDiagonal.data(); }
  void invert();
  /// Sets the coarse space of the same matrix; null for none. The pointer must remain valid during
  /// use.
  void setCoarse(RigidBodyCoarseSpace<Space>* coarse) { this->Coarse = coarse; }

  const float* apply(const double* r) override;
  const float* freeUnknowns() const override;
  DiagonalPreconditioner<Space>* asDiagonal() override { return this; }

  /// 1 / A_ii on free unknowns and 0 on prescribed ones.
  const double* inverseDiagonal() const { return this->InverseDiagonal.data(); }
  RigidBodyCoarseSpace<Space>* coarse() const { return this->Coarse; }

private:
  DeviceVector<std::uint8_t, Space> Supports;
  DeviceVector<double, Space> InverseDiagonal;
  RigidBodyCoarseSpace<Space>* Coarse = nullptr;
  // Allocated on first use; not used by ConjugateGradient.
  DeviceVector<float, Space> Result;
  mutable DeviceVector<float, Space> Free;
};
}

#endif
