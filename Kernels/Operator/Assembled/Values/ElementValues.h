#ifndef TRABECULA_OPERATOR_ASSEMBLED_VALUES_ELEMENTVALUES_H
#define TRABECULA_OPERATOR_ASSEMBLED_VALUES_ELEMENTVALUES_H

#include "Core/Context.h"
#include "Mesh/CellType.h"
#include "Operator/Assembled/Values/ElementBlocks.h"

#include <cstdint>

namespace trabecula
{
/**
 * The value stage of an assembled matrix: kernels that integrate element matrices and add them.
 * Each is given the elements of one type.
 */

/// Row by row, recomputing the gradients of the elements around each node: no atomics, no search.
/// @param most neighbours of a node @param add to the values, which are overwritten otherwise
template <class Space>
void assembleByRow(
  const Context<Space>& context, const AssemblyInput& input, CellType type, int most, bool add);

/// Element by element, adding to the values.
/// @param elements their numbers in the group; null for 0, 1, 2 ...
/// @param shared whether elements have nodes in common: then they are added one after another on
/// the host, and with atomics on CUDA, only to the blocks on and right of the diagonal
template <class Space>
void assembleByElement(const Context<Space>& context, const AssemblyInput& input, CellType type,
  const std::int32_t* elements, std::int64_t count, bool shared);

/// Sets the blocks left of the diagonal from those right of it; the matrix is symmetric.
template <class Space>
void mirrorUpperBlocks(const Context<Space>& context, const MatrixView& matrix);
}

#endif
