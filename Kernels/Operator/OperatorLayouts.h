#ifndef TRABECULA_OPERATOR_OPERATORLAYOUTS_H
#define TRABECULA_OPERATOR_OPERATORLAYOUTS_H

#include "Core/Vectors/Layout.h"
#include "Mesh/Mesh.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <cstdint>
#include <memory>

namespace trabecula
{
/// Layouts of the vectors of a stiffness operator.
template <class Space>
struct OperatorLayouts
{
  LayoutPointer<Space> unknowns;       ///< displacements, or a temperature
  LayoutPointer<Space> materialPoints; ///< one component

  const Context<Space>& context() const { return this->unknowns->context(); }
};

/// Layouts of all nodes and elements of a mesh, in a context of a single part.
/// @param components of the field: 3 of displacements, 1 of a temperature
template <class Space>
OperatorLayouts<Space> layoutsOf(
  const Context<Space>& context, const Mesh& mesh, int components = 3)
{
  context.requireSinglePart("A whole mesh");
  return { makeLayout(
             context, Entity::Node, static_cast<std::int64_t>(mesh.numberOfNodes()), components),
    makeLayout(
      context, Entity::MaterialPoint, static_cast<std::int64_t>(mesh.numberOfElements()), 1) };
}

/// Layouts of all nodes and elements of a voxel grid, in a context of a single part.
template <class Space>
OperatorLayouts<Space> layoutsOf(
  const Context<Space>& context, const VoxelGrid& grid, int components = 3)
{
  context.requireSinglePart("A whole voxel grid");
  return { makeLayout(context, Entity::Node, grid.numberOfNodes(), components),
    makeLayout(context, Entity::MaterialPoint, grid.numberOfElements(), 1) };
}

/// Layouts of the nodes and elements of a part, with ghosts.
template <class Space>
OperatorLayouts<Space> layoutsOf(std::shared_ptr<const Halo<Space>> nodes,
  std::shared_ptr<const Halo<Space>> elements, int components = 3)
{
  return { makeLayout(nodes, Entity::Node, components),
    makeLayout(elements, Entity::MaterialPoint, 1) };
}
}

#endif
