#ifndef TRABECULA_OPERATOR_MESHFREE_MESHFREEDISCRETIZATION_H
#define TRABECULA_OPERATOR_MESHFREE_MESHFREEDISCRETIZATION_H

#include "Operator/Meshfree/ConstraintTerm.h"
#include "Operator/Meshfree/IntegrationPoints.h"
#include "Operator/Meshfree/ShapeLists.h"
#include "Operator/OperatorLayouts.h"

#include <cstdint>

namespace trabecula
{
/// The discretization of the element-free Galerkin method in memory of a space: integration points,
/// shape functions there, and constrained displacements. It does not change during an optimization.
template <class Space>
struct MeshfreeDiscretization
{
  /**
   * @param faces of all cells, for consistent integration; null means none
   * @throws Error naming an integration point in too few domains of influence, a node whose domain
   * contains no point, or a node whose shape function has no positive integral
   */
  MeshfreeDiscretization(const Context<Space>& context, const NodeCloud<Space>& cloud,
    const IntegrationPoints& points, const FacePoints* faces, const ConstrainedPoints& constrained);

  ShapeLists<Space> shapes;
  DeviceVector<double, Space> places;  ///< 3 per point, length
  DeviceVector<double, Space> weights; ///< 1 per point, of the solid part of cells: length cubed
  int perCell;
  ConstraintTerm<Space> constraints;
  DeviceVector<double, Space> nodes;   ///< positions, 3 per node, length
  DeviceVector<double, Space> volumes; ///< v_i, integrals of the shape functions (eq. 24)
};

/// Layouts of all nodes and integration points, in a context of a single part.
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
