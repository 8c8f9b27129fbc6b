#ifndef TRABECULA_OPERATOR_OPERATORCHECKS_H
#define TRABECULA_OPERATOR_OPERATORCHECKS_H

#include "Core/Error.h"
#include "Mesh/Mesh.h"
#include "Operator/OperatorLayouts.h"

#include <cstdint>
#include <string>

namespace trabecula
{
/// @throws Error unless the layouts are those of the nodes of a mesh, with this number of
/// components, and of its elements
template <class Space>
void requireLayoutsOf(const OperatorLayouts<Space>& layouts, const Mesh& mesh, int components = 3)
{
  if (layouts.unknowns->components() != components || layouts.materialPoints->components() != 1 ||
    layouts.unknowns->count() != static_cast<std::int64_t>(mesh.numberOfNodes()) ||
    layouts.materialPoints->count() != static_cast<std::int64_t>(mesh.numberOfElements()))
  {
    throw Error("An operator is given layouts of " + layouts.unknowns->text() + " and of " +
      layouts.materialPoints->text() + ", but its mesh has " +
      std::to_string(mesh.numberOfNodes()) + " nodes with " + std::to_string(components) +
      (components == 1 ? " unknown and " : " unknowns and ") +
      std::to_string(mesh.numberOfElements()) + " elements.");
  }
}
}

#endif
