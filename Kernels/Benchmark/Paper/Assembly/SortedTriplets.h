#ifndef TRABECULA_BENCHMARK_PAPER_ASSEMBLY_SORTEDTRIPLETS_H
#define TRABECULA_BENCHMARK_PAPER_ASSEMBLY_SORTEDTRIPLETS_H

#include "Core/Context.h"
#include "Mesh/CellType.h"
#include "Operator/Assembled/Values/ElementBlocks.h"

#include <cstddef>

namespace trabecula
{
/**
 * The values of a matrix from the entries of all element matrices: sorted by row and column, those
 * of one place added (Dziekonski, Sypek, Lamecki and Mrozowski 2012; Dinh and Marechal 2016). For
 * comparison.
 *
 * @param add to the values, which are overwritten otherwise
 */
template <class Space>
void assembleSorted(
  const Context<Space>& context, const AssemblyInput& input, CellType type, bool add);

/// Bytes of temporary memory.
/// @param entries of all element matrices
std::size_t sortedTripletsMemory(std::size_t entries);
}

#endif
