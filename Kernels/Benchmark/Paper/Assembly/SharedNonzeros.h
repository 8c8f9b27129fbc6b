#ifndef TRABECULA_BENCHMARK_PAPER_ASSEMBLY_SHAREDNONZEROS_H
#define TRABECULA_BENCHMARK_PAPER_ASSEMBLY_SHAREDNONZEROS_H

#include "Mesh/Neighbours/NeighbourMatrix.h"
#include "Operator/Assembled/Values/ElementBlocks.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
/**
 * The lists of the method SharedNZ of Cecka, Lew and Darve, "Assembly of finite element methods on
 * graphics processors", Int. J. Numer. Meth. Engng 85 (2011), for comparison.
 *
 * A block of threads owns the rows of a patch of nodes. It computes the matrices of the elements
 * around them in shared memory, then each thread adds up the entries of its nonzeros there from a
 * list. Elements that do not fit at a time take several rounds.
 */
template <class Space>
struct SharedNonzeros
{
  DeviceVector<std::int32_t, Space> patchNodes;    ///< first node of each patch; one more
  DeviceVector<std::int32_t, Space> patchRounds;   ///< first round of each patch; one more
  DeviceVector<std::int64_t, Space> roundElements; ///< first element of each round; one more
  DeviceVector<std::int32_t, Space> elements;
  DeviceVector<std::int64_t, Space> roundLists; ///< where the starts of a round's lists begin
  /// For each block of the patch's rows where its list begins, and the end of the last.
  DeviceVector<std::int64_t, Space> listStarts;
  /// Nodes * Nodes * (number of an element in the round) + Nodes * a + b.
  DeviceVector<std::int32_t, Space> lists;
};

/// Elements whose matrices are in shared memory at a time.
int sharedElements(CellType type);

template <class Space>
SharedNonzeros<Space> makeSharedNonzeros(const Context<Space>& context,
  const ElementGroup<Space>& group, const NeighbourMatrix<Space>& neighbours);

/// @param add to the values, which are overwritten otherwise
template <class Space>
void assembleSharedNonzeros(const Context<Space>& context, const AssemblyInput& input,
  CellType type, const SharedNonzeros<Space>& plan, bool add);

/// Bytes of the lists, at most.
std::size_t sharedNonzerosMemory(
  CellType type, std::size_t elements, const NeighbourCounts& counts);
}

#endif
