#ifndef TRABECULA_OPERATOR_MESHFREE_CONSISTENTGRADIENTS_H
#define TRABECULA_OPERATOR_MESHFREE_CONSISTENTGRADIENTS_H

#include "Operator/Meshfree/IntegrationPoints.h"
#include "Operator/Meshfree/ShapeLists.h"

namespace trabecula
{
/**
 * Shape functions at integration points with gradients that integrate consistently: each cell c
 * adds to that of node i at its points the constant (1 / V_c) (sum over points of its faces of w
 * Phi_i n - sum over its points of w grad Phi_i). A linear field then has the nodal forces of its
 * tractions at the same points of the boundary, and no others, up to rounding.
 *
 * This is not in Lu et al. 2021; it follows Chen, Wu, Yoon and You, Int. J. Numer. Meth. Engng 50,
 * 2001. Each point has all nodes of its cell in its list.
 *
 * @param faces those of facePointsOfCells() for the same cells
 * @throws Error as ShapeLists
 */
template <class Space>
ShapeLists<Space> consistentShapes(const Context<Space>& context, const NodeCloud<Space>& cloud,
  const IntegrationPoints& points, const FacePoints& faces);
}

#endif
