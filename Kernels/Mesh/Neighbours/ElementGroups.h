#ifndef TRABECULA_MESH_NEIGHBOURS_ELEMENTGROUPS_H
#define TRABECULA_MESH_NEIGHBOURS_ELEMENTGROUPS_H

#include "Core/Context.h"
#include "Mesh/Mesh.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// What kernels see of an ElementGroup.
struct GroupView
{
  int nodesPerElement;
  std::int64_t elements;
  const std::int32_t* numbers; ///< null if they are 0, 1, 2 ...
  const std::int32_t* connectivity;
  const std::int64_t* starts;
  const std::int32_t* incidences;
};

/// The elements of one type in the memory of a space, and which of them are around each node.
template <class Space>
struct ElementGroup
{
  CellType type = CellType::Hexahedron;
  int nodesPerElement = 0;
  std::int64_t elements = 0;
  DeviceVector<std::int32_t, Space> numbers;      ///< in the mesh; empty if these are all elements
  DeviceVector<std::int32_t, Space> connectivity; ///< element after element
  DeviceVector<std::int64_t, Space> starts; ///< of each node's incidences; one more than nodes
  /// Ascending for each node: where it is in the connectivity, so that i / nodesPerElement is the
  /// element and i % nodesPerElement the place of the node in it.
  DeviceVector<std::int32_t, Space> incidences;

  GroupView view() const
  {
    return { this->nodesPerElement, this->elements,
      this->numbers.size() > 0 ? this->numbers.data() : nullptr, this->connectivity.data(),
      this->starts.data(), this->incidences.data() };
  }
};

/**
 * The elements of a mesh, type by type.
 *
 * @throws Error if elements of a type have 2^31 nodes together, each counted once an element
 */
template <class Space>
std::vector<ElementGroup<Space>> makeElementGroups(const Context<Space>& context, const Mesh& mesh);

/// Finds starts and incidences of a group from its connectivity, as makeElementGroups() does.
template <class Space>
void findIncidences(const Context<Space>& context, std::int64_t nodes, ElementGroup<Space>& group);

/// Bytes of the groups of a mesh, at most.
std::size_t elementGroupsMemory(const Mesh& mesh);
}

#endif
