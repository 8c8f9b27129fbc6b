#ifndef TRABECULA_BENCHMARK_PAPER_ASSEMBLY_STOREDMATRICES_H
#define TRABECULA_BENCHMARK_PAPER_ASSEMBLY_STOREDMATRICES_H

#include "Core/Context.h"
#include "Mesh/CellType.h"
#include "Operator/Assembled/Values/ElementBlocks.h"

#include <cstddef>

namespace trabecula
{
/**
 * The "separate kernels" of Sanfui and Sharma, "A three-stage GPU-based FEA matrix generation
 * strategy for unstructured meshes", section 3.3: one kernel integrates and stores all element
 * matrices, another adds them row by row. Each is given the elements of one type.
 */

/// Element matrices, as blocks of 9 entries: block Nodes * a + b of an element is that of its
/// nodes a and b.
template <class Space>
void storeElementMatrices(
  const Context<Space>& context, const AssemblyInput& input, CellType type, double* matrices);

/// Row by row, from stored element matrices.
/// @param most neighbours of a node @param add to the values, which are overwritten otherwise
template <class Space>
void assembleStored(const Context<Space>& context, const AssemblyInput& input, CellType type,
  int most, bool add, const double* matrices);

/// Bytes of a stored matrix of an element.
std::size_t elementMatrixBytes(CellType type);
}

#endif
