#ifndef TRABECULA_OPERATOR_MESHFREE_MESHFREEMATRIXOPERATOR_H
#define TRABECULA_OPERATOR_MESHFREE_MESHFREEMATRIXOPERATOR_H

#include "Operator/Assembled/AssembledMatrix.h"
#include "Operator/Meshfree/MeshfreeOperator.h"

#include <cstddef>

namespace trabecula
{
/**
 * Products with the assembled matrix: 3 x 3 blocks of pairs of nodes. With S_ij = sum over points
 * of w E grad Phi_i grad Phi_j^T, that of a pair is lambda S + mu S^T + mu tr(S) I. The part that
 * does not depend on moduli is not assembled.
 */
template <class Space>
class MeshfreeMatrixOperator : public MeshfreeOperator<Space>
{
public:
  /// @throws Error as makeNodePairs()
  MeshfreeMatrixOperator(const OperatorLayouts<Space>& layouts,
    const MeshfreeDiscretization<Space>& discretization, double poissonsRatio);

  /// Assembles the matrix for moduli that have been set, as setModuli() does: a team of threads
  /// sums the row of a node from the points that it reaches. @throws Error on CUDA if a row does
  /// not fit
  void assemble();

  const AssembledMatrix<Space>& matrix() const { return this->Matrix; }

  /// Bytes besides those of the discretization, with those of the rounded matrix.
  static std::size_t memory(std::int64_t nodes, std::int64_t pairs);

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override;
  void useModuli(const double* moduli) override;
  void roundedProduct(const Vector<Space>& x, Vector<Space>& y) override;

private:
  AssembledMatrix<Space> Matrix;
  bool IsRounded = false; ///< whether the present matrix has a copy in single precision
};
}

#endif
