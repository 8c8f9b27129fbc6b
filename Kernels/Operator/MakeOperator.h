#ifndef TRABECULA_OPERATOR_MAKEOPERATOR_H
#define TRABECULA_OPERATOR_MAKEOPERATOR_H

#include "Mesh/Mesh.h"
#include "Operator/OperatorSettings.h"
#include "Operator/PoissonsRatios.h"
#include "Operator/StiffnessOperator.h"

#include <memory>

namespace trabecula
{
/**
 * Builds the operator of a mesh, by its cell type.
 *
 * @param layouts of the nodes and elements of the mesh
 * @throws Error if the settings do not support the mesh or the space, or, before any allocation, if
 * the available memory is not sufficient
 */
template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeOperator(const OperatorLayouts<Space>& layouts,
  const Mesh& mesh, const PoissonsRatios& ratios, const OperatorSettings& settings);
}

#endif
