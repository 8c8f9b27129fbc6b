#ifndef TRABECULA_ANALYSIS_MESHFREE_MESHFREEMETHOD_H
#define TRABECULA_ANALYSIS_MESHFREE_MESHFREEMETHOD_H

#include "Operator/Meshfree/MeshfreeProduct.h"

#include <vector>

namespace trabecula
{
/**
 * Settings of the element-free Galerkin method (Lu, Gong, Zhang, Xie and Yin, CMES 128(3), 2021)
 * for a StructuralProblem whose mesh are the background cells: hexahedra that are integrated over,
 * without a field of their own.
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
  /// Corrects gradients in each cell so that the integral of each over the cell is that over its
  /// faces, which makes linear patch tests exact. For irregular clouds; lists get longer.
  bool consistentIntegration = false;
  /// Nitsche's consistency terms besides the penalty on constrained faces, for the solid material:
  /// for analysis, as the flux of a design would depend on its densities.
  bool nitsche = false;
  MeshfreeProduct product = MeshfreeProduct::Auto;
};
}

#endif
