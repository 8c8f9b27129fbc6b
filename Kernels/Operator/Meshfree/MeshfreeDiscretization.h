#ifndef TRABECULA_OPERATOR_MESHFREE_MESHFREEDISCRETIZATION_H
#define TRABECULA_OPERATOR_MESHFREE_MESHFREEDISCRETIZATION_H

#include "Operator/Meshfree/HeldTerm.h"
#include "Operator/Meshfree/IntegrationPoints.h"
#include "Operator/Meshfree/ShapeLists.h"

namespace trabecula
{
/// What the element-free Galerkin method integrates, in memory of a space: shape functions at the
/// integration points, the points, and what is held. Does not change during an optimization.
template <class Space>
struct MeshfreeDiscretization
{
  /**
   * @param faces of all cells, for consistent integration; null means none
   * @throws Error naming an integration point with too few nodes in reach, a node that no point
   * reaches, or one whose shape function has no positive integral
   */
  MeshfreeDiscretization(Context<Space>& context, const NodeCloud<Space>& cloud,
    const IntegrationPoints& points, const FacePoints* faces, const HeldPoints& held,
    double poissonsRatio);

  ShapeLists<Space> shapes;
  DeviceVector<double, Space> places;  ///< 3 per point, length
  DeviceVector<double, Space> weights; ///< 1 per point, of what is solid: length cubed
  int perCell;
  HeldTerm<Space> held;
  DeviceVector<double, Space> nodes;   ///< positions, 3 per node, length
  DeviceVector<double, Space> volumes; ///< v_i, integrals of the shape functions (eq. 24)
};
}

#endif
