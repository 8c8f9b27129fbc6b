#ifndef TRABECULA_OPERATOR_HEX8_HEX8OPERATORMEMORY_H
#define TRABECULA_OPERATOR_HEX8_HEX8OPERATORMEMORY_H

#include "Core/Device.h"
#include "Operator/Hex8/Strategy.h"

#include <cstddef>

namespace trabecula
{
/// Bytes that an operator of makeHex8Operator() takes in its space, at most.
std::size_t hex8OperatorMemory(
  std::size_t nodes, std::size_t elements, Strategy strategy, bool reproducible);

/// @throws Error that says how much is missing, and which strategies take less, if a device's
/// available memory does not suffice.
void checkHex8OperatorMemory(std::size_t nodes, std::size_t elements, Strategy strategy,
  bool reproducible, const Device& device);
}

#endif
