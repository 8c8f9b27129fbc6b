#ifndef TRABECULA_OPERATOR_OPERATORSETTINGS_H
#define TRABECULA_OPERATOR_OPERATORSETTINGS_H

#include "Core/Device.h"
#include "Mesh/Mesh.h"
#include "Operator/Assembled/MatrixFormat.h"
#include "Operator/Hex8/Strategy.h"

#include <cstddef>

namespace trabecula
{
/// Format of an assembled matrix, and method of its assembly.
struct AssemblySettings
{
  MatrixFormat format = MatrixFormat::Bsr;
  AssemblyMethod method = AssemblyMethod::Auto;
};

/// How products with a stiffness matrix are computed.
struct OperatorSettings
{
  /// Auto or Assembled for elements other than eight-node hexahedra.
  Strategy strategy = Strategy::Auto;
  bool reproducible = false; ///< the same bits run after run on one device, on CUDA too
  AssemblySettings assembly; ///< of Strategy::Assembled
};

/// Upper bound of the bytes of an operator of makeOperator() in its space.
/// @param ratiosVary whether elements have different Poisson's ratios
std::size_t operatorMemory(const Mesh& mesh, bool ratiosVary, const OperatorSettings& settings);

/// @throws Error with alternatives, if the settings do not suit the cells or the space
void checkOperatorSettings(
  const Mesh& mesh, const OperatorSettings& settings, ExecutionSpace space);
}

#endif
