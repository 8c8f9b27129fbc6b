#ifndef TRABECULA_OPERATOR_OPERATORSETTINGS_H
#define TRABECULA_OPERATOR_OPERATORSETTINGS_H

#include "Core/Device.h"
#include "Mesh/Mesh.h"
#include "Operator/Hex8/Strategy.h"

#include <cstddef>

namespace trabecula
{
/// How products with a stiffness matrix are computed.
struct OperatorSettings
{
  Strategy strategy = Strategy::Auto; ///< for eight-node hexahedra only
  bool reproducible = false; ///< bitwise equal results of repeated runs on one device, also on CUDA
};

/// Upper bound of the bytes of an operator of makeOperator() in its space.
/// @param ratiosVary whether elements have different Poisson's ratios
std::size_t operatorMemory(const Mesh& mesh, bool ratiosVary, const OperatorSettings& settings);

/// @throws Error naming alternatives, if the settings do not support the cells or the space
void checkOperatorSettings(
  const Mesh& mesh, const OperatorSettings& settings, ExecutionSpace space);
}

#endif
