#ifndef TRABECULA_OPERATOR_HEX8_HEX8OPERATORMEMORY_H
#define TRABECULA_OPERATOR_HEX8_HEX8OPERATORMEMORY_H

#include "Core/Device.h"
#include "Operator/Hex8/Strategy.h"

#include <cstddef>

namespace trabecula
{
/// Upper bound of the bytes of an operator of makeHex8Operator() in its space.
std::size_t hex8OperatorMemory(
  std::size_t nodes, std::size_t elements, Strategy strategy, bool reproducible);

/// @throws Error with the missing memory and strategies that need less, if a device's available
/// memory is not sufficient.
void checkHex8OperatorMemory(std::size_t nodes, std::size_t elements, Strategy strategy,
  bool reproducible, const Device& device);
}

#endif
