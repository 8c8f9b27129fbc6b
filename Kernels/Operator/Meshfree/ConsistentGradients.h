#ifndef TRABECULA_OPERATOR_MESHFREE_CONSISTENTGRADIENTS_H
#define TRABECULA_OPERATOR_MESHFREE_CONSISTENTGRADIENTS_H

#include "Operator/Meshfree/IntegrationPoints.h"
#include "Operator/Meshfree/ShapeLists.h"

namespace trabecula
{
/**
 * Shape functions at integration points with gradients that integrate consistently: each cell c
 * adds to that of node i at its points the constant (1 / V_c) (sum over points of its faces of w
 * Phi_i n - sum over its points of w grad Phi_i). With Nitsche's terms on the same face points
 * linear patch tests are then exact up to rounding.
 *
 * Not in Lu et al. 2021; after Chen, Wu, Yoon and You, Int. J. Numer. Meth. Engng 50, 2001. Each
 * point has all nodes of its cell in its list.
 *
 * @param faces those of facePointsOfCells() for the same cells
 * @throws Error as ShapeLists
 */
template <class Space>
ShapeLists<Space> consistentShapes(const Context<Space>& context, const NodeCloud<Space>& cloud,
  const IntegrationPoints& points, const FacePoints& faces);
}

#endif
