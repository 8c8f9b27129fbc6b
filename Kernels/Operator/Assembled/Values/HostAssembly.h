#ifndef TRABECULA_OPERATOR_ASSEMBLED_VALUES_HOSTASSEMBLY_H
#define TRABECULA_OPERATOR_ASSEMBLED_VALUES_HOSTASSEMBLY_H

#include "Operator/Assembled/Values/ElementBlocks.h"

#include <cstdint>

namespace trabecula
{
/**
 * Adds the matrices of elements that have no node in common to an assembled matrix, on the host:
 * integrated for several elements at once in the lanes of vectors.
 *
 * @param elements their numbers in the group; null for 0, 1, 2 ...
 * @param sharesNodes whether elements have nodes in common: then one thread adds them in turn
 */
void assembleOnHost(const AssemblyInput& input, CellType type, const std::int32_t* elements,
  std::int64_t count, bool sharesNodes);
}

#endif
