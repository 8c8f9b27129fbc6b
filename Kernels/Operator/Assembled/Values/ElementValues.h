#ifndef TRABECULA_OPERATOR_ASSEMBLED_VALUES_ELEMENTVALUES_H
#define TRABECULA_OPERATOR_ASSEMBLED_VALUES_ELEMENTVALUES_H

#include "Core/Context.h"
#include "Mesh/CellType.h"
#include "Operator/Assembled/Values/ElementBlocks.h"

#include <cstddef>
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
/// @param shared elements have nodes in common: one after another on the host; with atomics on
/// CUDA,
///   and only the blocks on and right of the diagonal
template <class Space>
void assembleByElement(const Context<Space>& context, const AssemblyInput& input, CellType type,
  const std::int32_t* elements, std::int64_t count, bool shared);

/// Sets the blocks left of the diagonal from those right of it; the matrix is symmetric.
template <class Space>
void mirrorUpperBlocks(const Context<Space>& context, const MatrixView& matrix);

/// Element matrices, as blocks of 9 entries: block Nodes * a + b of an element is that of its
/// nodes a and b.
template <class Space>
void storeElementMatrices(
  const Context<Space>& context, const AssemblyInput& input, CellType type, double* matrices);

/// Row by row, from stored element matrices.
template <class Space>
void assembleStored(const Context<Space>& context, const AssemblyInput& input, CellType type,
  int most, bool add, const double* matrices);

/// Bytes of a stored matrix of an element.
std::size_t elementMatrixBytes(CellType type);
}

#endif
