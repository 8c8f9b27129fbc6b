#ifndef TRABECULA_OPERATOR_MESHFREE_MESHFREEDISCRETIZATION_H
#define TRABECULA_OPERATOR_MESHFREE_MESHFREEDISCRETIZATION_H

#include "Operator/Meshfree/ConstraintTerm.h"
#include "Operator/Meshfree/IntegrationPoints.h"
#include "Operator/Meshfree/ShapeLists.h"
#include "Operator/OperatorLayouts.h"

#include <cstdint>

namespace trabecula
{
/// What the element-free Galerkin method integrates, in memory of a space: shape functions at the
/// integration points, the points, and constrained displacements. Does not change during an
/// optimization.
template <class Space>
struct MeshfreeDiscretization
{
  /**
   * @param faces of all cells, for consistent integration; null means none
   * @throws Error naming an integration point with too few nodes in reach, a node that no point
   * reaches, or one whose shape function has no positive integral
   */
  MeshfreeDiscretization(const Context<Space>& context, const NodeCloud<Space>& cloud,
    const IntegrationPoints& points, const FacePoints* faces, const ConstrainedPoints& constrained,
    double poissonsRatio);

  ShapeLists<Space> shapes;
  DeviceVector<double, Space> places;  ///< 3 per point, length
  DeviceVector<double, Space> weights; ///< 1 per point, of what is solid: length cubed
  int perCell;
  ConstraintTerm<Space> constraints;
  DeviceVector<double, Space> nodes;   ///< positions, 3 per node, length
  DeviceVector<double, Space> volumes; ///< v_i, integrals of the shape functions (eq. 24)
};

/// Of all nodes and integration points, in a context of a single part.
template <class Space>
OperatorLayouts<Space> layoutsOf(
  const Context<Space>& context, const MeshfreeDiscretization<Space>& discretization)
{
  context.requireSinglePart("A cloud of nodes");
  return { makeLayout(
             context, Entity::Node, static_cast<std::int64_t>(discretization.volumes.size()), 3),
    makeLayout(context, Entity::MaterialPoint, discretization.shapes.numberOfPoints(), 1) };
}
}

#endif
