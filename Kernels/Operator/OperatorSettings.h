#ifndef TRABECULA_OPERATOR_OPERATORSETTINGS_H
#define TRABECULA_OPERATOR_OPERATORSETTINGS_H

#include "Core/Device.h"
#include "Mesh/Mesh.h"
#include "Operator/Assembled/MatrixFormat.h"
#include "Operator/Hex8/Strategy.h"

#include <cstddef>

namespace trabecula
{
/// Of an assembled matrix.
struct AssemblySettings
{
  MatrixFormat format = MatrixFormat::Bsr;
  AssemblyMethod method = AssemblyMethod::Auto;
};

/// Upper bound of the bytes of an operator of makeOperator() in its space.
/// @param ratiosVary whether elements have different Poisson's ratios
std::size_t operatorMemory(const Mesh& mesh, bool ratiosVary, const OperatorSettings& settings);

/// @throws Error naming alternatives, if the settings do not support the cells or the space
void checkOperatorSettings(
  const Mesh& mesh, const OperatorSettings& settings, ExecutionSpace space);
}

#endif
