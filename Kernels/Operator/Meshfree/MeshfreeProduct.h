#ifndef TRABECULA_OPERATOR_MESHFREE_MESHFREEPRODUCT_H
#define TRABECULA_OPERATOR_MESHFREE_MESHFREEPRODUCT_H

namespace trabecula
{
/// How products with the stiffness of the element-free Galerkin method are computed. Results agree
/// up to rounding.
enum class MeshfreeProduct
{
  /// In optimizations Assembled, which was the fastest in all measurements, if there is memory for
  /// it; else, and for single operators, LatticeTable on uniform lattices and otherwise MatrixFree.
  Auto,
  Assembled,   ///< 3 x 3 blocks of the pairs of nodes that share an integration point
  MatrixFree,  ///< stresses at integration points, which nodes gather; stores gradients
  LatticeTable ///< the same, with a table of the distinct points of a uniform lattice
};
}

#endif
