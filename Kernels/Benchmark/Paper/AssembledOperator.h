#ifndef TRABECULA_BENCHMARK_ASSEMBLEDOPERATOR_H
#define TRABECULA_BENCHMARK_ASSEMBLEDOPERATOR_H

#include "Core/DeviceVector.h"
#include "Mesh/Mesh.h"
#include "Operator/LinearOperator.h"

#include <cstddef>
#include <memory>

namespace trabecula::benchmarks
{
/**
 * For comparison: the assembled stiffness matrix in compressed sparse rows, multiplied by Eigen on
 * the host and by cuSPARSE on CUDA.
 *
 * Element matrices for a Young's modulus of one are stored, so that new moduli need one pass.
 */
template <class Space>
class AssembledOperator : public LinearOperator<Space>
{
public:
  AssembledOperator(const Mesh& mesh, double poissonsRatio);
  ~AssembledOperator() override;

  std::int64_t size() const override;
  void apply(const double* x, double* y) override;

  /// Young's moduli, one per element, in memory of the space.
  void assemble(const double* moduli);
  void diagonal(double* d);

  /// Bytes of the matrix and of the data for its assembly.
  std::size_t memory() const;
  std::size_t entries() const;

  struct Storage;
  const Storage& storage() const { return *this->Data; }

private:
  std::unique_ptr<Storage> Data;
};
}

#endif
