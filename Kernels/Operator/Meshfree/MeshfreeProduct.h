#ifndef TRABECULA_OPERATOR_MESHFREE_MESHFREEPRODUCT_H
#define TRABECULA_OPERATOR_MESHFREE_MESHFREEPRODUCT_H

namespace trabecula
{
/// How products with the stiffness of the element-free Galerkin method are made. Results agree up
/// to rounding.
enum class MeshfreeProduct
{
  Auto,        ///< LatticeTable on uniform lattices, else MatrixFree
  Assembled,   ///< 3 x 3 blocks of the pairs of nodes that reach a common integration point
  MatrixFree,  ///< stresses at integration points, which nodes gather; stores gradients
  LatticeTable ///< the same, with a table of the distinct points of a uniform lattice
};
}

#endif
