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

/// How products with a stiffness matrix are made.
struct OperatorSettings
{
  /// Elements other than eight-node hexahedra have Auto and Assembled.
  Strategy strategy = Strategy::Auto;
  bool reproducible = false; ///< the same bits run after run on one device, on CUDA too
  AssemblySettings assembly; ///< of Strategy::Assembled
};

/// Bytes that an operator of makeOperator() takes in its space, at most.
/// @param ratiosVary whether elements have different Poisson's ratios
std::size_t operatorMemory(const Mesh& mesh, bool ratiosVary, const OperatorSettings& settings);

/// @throws Error that says what to choose instead, if the settings do not suit the cells or the
/// space
void checkOperatorSettings(
  const Mesh& mesh, const OperatorSettings& settings, ExecutionSpace space);
}

#endif
