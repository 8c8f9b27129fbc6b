#ifndef TRABECULA_BENCHMARK_PAPER_MESHFREE_PAIRASSEMBLY_H
#define TRABECULA_BENCHMARK_PAPER_MESHFREE_PAIRASSEMBLY_H

#include "Core/Vectors/Vector.h"
#include "Operator/Assembled/AssembledMatrix.h"
#include "Operator/Meshfree/MeshfreeDiscretization.h"

namespace trabecula
{
/// The assembly of Lu et al. 2021, section 4.1: a block of threads for each pair of nodes, over the
/// points they share. The matrix is that of MeshfreeMatrixOperator.
template <class Space>
class PairAssembly
{
public:
  /// @param discretization is referred to @throws Error as makeNodePairs()
  PairAssembly(const Context<Space>& context, const MeshfreeDiscretization<Space>& discretization,
    double poissonsRatio);

  /// @param moduli of integration points @param threads of a block on CUDA: 32, 64, 128, 256, 512
  /// or 1024; on the host one has all points @throws Error for another number
  void assemble(const Vector<Space>& moduli, int threads);

  const AssembledMatrix<Space>& matrix() const { return this->Matrix; }

private:
  const Context<Space>* Computing;
  const MeshfreeDiscretization<Space>* Discretization;
  double PoissonsRatio;
  AssembledMatrix<Space> Matrix;
};
}

#endif
