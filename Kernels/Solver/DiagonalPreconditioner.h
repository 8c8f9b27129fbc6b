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
 * Jacobi's preconditioner (EbE paper, Algorithm 1), to which a coarse space of rigid-body motions
 * may be added.
 */
template <class Space>
class DiagonalPreconditioner : public LinearPreconditioner<Space>
{
public:
  /// @param supports 3 per node, nonzero where a displacement is prescribed
  explicit DiagonalPreconditioner(const std::vector<std::uint8_t>& supports);

  /// Where the diagonal of the matrix is to be written, before invert().
  double* diagonal() { return this->InverseDiagonal.data(); }
  void invert();
  /// A coarse space that belongs to the same matrix, added from now on; null for none. Not copied.
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
  // Made when they are first asked for: conjugate gradients do without.
  DeviceVector<float, Space> Result;
  mutable DeviceVector<float, Space> Free;
};
}

#endif
