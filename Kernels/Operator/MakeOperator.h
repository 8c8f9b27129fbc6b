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
 * The operator on a mesh, of the family that its cells belong to.
 *
 * @throws Error if the settings do not suit the mesh or the space, or before anything is allocated,
 *   if the memory available does not suffice
 */
template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeOperator(
  const Mesh& mesh, const PoissonsRatios& ratios, const OperatorSettings& settings);
}

#endif
