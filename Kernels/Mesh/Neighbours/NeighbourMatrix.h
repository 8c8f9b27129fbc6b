#ifndef TRABECULA_MESH_NEIGHBOURS_NEIGHBOURMATRIX_H
#define TRABECULA_MESH_NEIGHBOURS_NEIGHBOURMATRIX_H

#include "Mesh/Neighbours/ElementGroups.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * The nodes that share an element with each node, itself included: the neighbour matrix of Sanfui
 * and Sharma, "A three-stage GPU-based FEA matrix generation strategy for unstructured meshes",
 * section 3.1. It is the pattern of the 3 x 3 blocks of an assembled stiffness matrix.
 *
 * Instead of the paper's sequential sort by each thread, a team of threads merges the elements of a
 * node in a hash table, once to count and once to fill.
 */
template <class Space>
struct NeighbourMatrix
{
  DeviceVector<std::int64_t, Space> starts; ///< nInd: begin of each row; one more than nodes
  DeviceVector<std::int32_t, Space> nodes;  ///< nNum: ascending in each row
  int most = 0;                             ///< largest number of nodes in a row

  std::int64_t rows() const { return static_cast<std::int64_t>(this->starts.size()) - 1; }
  std::int64_t pairs() const { return static_cast<std::int64_t>(this->nodes.size()); }
};

/// @throws Error on CUDA if a node has too many elements for the shared memory of a team
template <class Space>
NeighbourMatrix<Space> makeNeighbourMatrix(const Context<Space>& context, std::int64_t nodes,
  const std::vector<ElementGroup<Space>>& groups);

/// The two steps of makeNeighbourMatrix(): the begins of the rows, and the neighbours in them.
template <class Space>
DeviceVector<std::int64_t, Space> countNeighbours(const Context<Space>& context, std::int64_t nodes,
  const std::vector<ElementGroup<Space>>& groups);
template <class Space>
NeighbourMatrix<Space> fillNeighbours(const Context<Space>& context,
  const std::vector<ElementGroup<Space>>& groups, DeviceVector<std::int64_t, Space> starts);

/// The sizes of the neighbour matrix of a mesh, from which memory is counted.
struct NeighbourCounts
{
  std::int64_t rows = 0;
  std::int64_t pairs = 0;
  int most = 0;
};
/// Computed on the host.
NeighbourCounts countNeighbours(const Mesh& mesh);

/// Bytes of a neighbour matrix.
inline std::size_t neighbourMatrixMemory(const NeighbourCounts& counts)
{
  return static_cast<std::size_t>(counts.rows + 1) * sizeof(std::int64_t) +
    static_cast<std::size_t>(counts.pairs) * sizeof(std::int32_t);
}
}

#endif
