#ifndef TRABECULA_MESH_NEIGHBOURS_ELEMENTGROUPS_H
#define TRABECULA_MESH_NEIGHBOURS_ELEMENTGROUPS_H

#include "Core/Context.h"
#include "Mesh/Mesh.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// View of an ElementGroup for kernels.
struct GroupView
{
  int nodesPerElement;
  std::int64_t elements;
  const std::int32_t* numbers; ///< null if they are 0, 1, 2 ...
  const std::int32_t* connectivity;
  const std::int64_t* starts;
  const std::int32_t* incidences;
};

/// The elements of one type in the memory of a space, and the elements around each node.
template <class Space>
struct ElementGroup
{
  CellType type = CellType::Hexahedron;
  int nodesPerElement = 0;
  std::int64_t elements = 0;
  DeviceVector<std::int32_t, Space> numbers;      ///< in the mesh; empty if the mesh has no others
  DeviceVector<std::int32_t, Space> connectivity; ///< element after element
  DeviceVector<std::int64_t, Space> starts; ///< of each node's incidences; one more than nodes
  /// Indices i of each node in the connectivity, ascending: the element is i / nodesPerElement, in
  /// which the node has the number i % nodesPerElement.
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
 * @throws Error if the connectivity of a type has 2^31 entries or more
 */
template <class Space>
std::vector<ElementGroup<Space>> makeElementGroups(const Context<Space>& context, const Mesh& mesh);

/// Finds starts and incidences of a group from its connectivity, as makeElementGroups() does.
template <class Space>
void findIncidences(const Context<Space>& context, std::int64_t nodes, ElementGroup<Space>& group);

/// Upper bound of the bytes of the groups of a mesh, including temporary memory.
std::size_t elementGroupsMemory(const Mesh& mesh);
}

#endif
