#ifndef TRABECULA_BENCHMARK_PAPER_ELEMENTBYELEMENT_ASSEMBLEDOPERATOR_H
#define TRABECULA_BENCHMARK_PAPER_ELEMENTBYELEMENT_ASSEMBLEDOPERATOR_H

#include "Core/Error.h"
#include "Mesh/Mesh.h"
#include "Operator/StiffnessOperator.h"

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
class AssembledOperator : public StiffnessOperator<Space>
{
public:
  /// @param layouts of the nodes and elements of the mesh
  AssembledOperator(const OperatorLayouts<Space>& layouts, const Mesh& mesh, double poissonsRatio);
  ~AssembledOperator() override;

  /// Bytes of the matrix and of the data for its assembly.
  std::size_t memory() const;
  std::size_t entries() const;

  struct Storage;
  const Storage& storage() const { return *this->Data; }

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override;
  /// Assembles the matrix.
  void useModuli(const double* moduli) override;
  void computeDiagonal(double* d) override;
  void addEnergies(const double* /*u*/, double /*weight*/, double* /*energies*/) override
  {
    throw Error("The matrix has no energies of elements.");
  }
  void computeGeometry(double* /*measures*/, double* /*positions*/) override
  {
    throw Error("The matrix has no geometry.");
  }
  void computeGradients(const double* /*u*/, double* /*gradients*/) override
  {
    throw Error("The matrix has no displacement gradients.");
  }
  void addGradientsTransposed(const double* /*s*/, double* /*f*/) override
  {
    throw Error("The matrix has no displacement gradients.");
  }

private:
  std::unique_ptr<Storage> Data;
};
}

#endif
