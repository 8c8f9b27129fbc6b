#ifndef TRABECULA_ANALYSIS_MESHFREE_MESHFREEMETHOD_H
#define TRABECULA_ANALYSIS_MESHFREE_MESHFREEMETHOD_H

#include "Operator/Meshfree/MeshfreeProduct.h"

#include <vector>

namespace trabecula
{
/**
 * Settings of the element-free Galerkin method (Lu, Gong, Zhang, Xie and Yin, CMES 128(3), 2021)
 * for a StructuralProblem whose mesh defines the background cells: hexahedra for integration only.
 */
struct MeshfreeMethod
{
  /// The nodes, 3 coordinates each, length. Empty means the points of the mesh.
  std::vector<double> nodes;
  /// d_max, > 1: radius of the domain of influence of a node over the distance to the nearest other
  /// node (after eq. 5).
  double supportScale = 2.0;
  /// beta, > 0: the penalty on constrained displacements is alpha = beta E0 / h, h being the mean
  /// distance of nearest nodes on constrained faces (eq. 11).
  double penaltyFactor = 100.0;
  /// alpha itself, force per length cubed; 0 means by the factor.
  double penalty = 0.0;
  /// Gauss points of a cell in each direction, 1 to 4. Faces always have 2 x 2.
  int gaussPoints = 2;
  /// Corrects gradients in each cell so that their integrals over the cell equal those over its
  /// faces, with which linear patch tests are exact. For irregular clouds; lists become longer.
  bool consistentIntegration = false;
  MeshfreeProduct product = MeshfreeProduct::Auto;
};
}

#endif
