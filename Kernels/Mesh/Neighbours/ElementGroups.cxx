#include "Mesh/Neighbours/ElementGroups.h"

#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Core/SortAndScan.h"
#ifndef __CUDACC__
#include "Core/Execution/HostLoops.h"
#endif

#include <limits>

namespace trabecula
{
namespace detail
{
/// Sets starts[n] to the number of keys below n; keys are ascending.
template <class Space>
void startsOfKeys(const Context<Space>& context, const std::int32_t* keys, std::int64_t count,
  std::int64_t nodes, std::int64_t* starts)
{
  forEach(
    context, count + 1, TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t after = i == 0 ? -1 : keys[i - 1];
      const std::int64_t until = i == count ? nodes : keys[i];
      for (std::int64_t n = after + 1; n <= until; ++n)
      {
        starts[n] = i;
      }
    });
}

template <class Space>
void enumerate(const Context<Space>& context, std::int64_t count, std::int32_t* values)
{
  forEach(
    context, count, TRABECULA_LAMBDA(std::int64_t i) { values[i] = static_cast<std::int32_t>(i); });
}

/// Fills the group with the elements of its type.
template <class Space>
void copyElements(const Context<Space>& context, const Mesh& mesh, ElementGroup<Space>& group)
{
  std::vector<std::int32_t> numbers;
  std::vector<std::int32_t> connectivity;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    if (mesh.type(e) == group.type)
    {
      numbers.push_back(static_cast<std::int32_t>(e));
      connectivity.insert(connectivity.end(), mesh.element(e), mesh.element(e) + mesh.nodesOf(e));
    }
  }
  group.numbers = DeviceVector<std::int32_t, Space>(context, numbers);
  group.connectivity = DeviceVector<std::int32_t, Space>(context, connectivity);
}
}

template <class Space>
void findIncidences(const Context<Space>& context, std::int64_t nodes, ElementGroup<Space>& group)
{
  const std::size_t count = group.connectivity.size();
  group.starts = DeviceVector<std::int64_t, Space>(context, static_cast<std::size_t>(nodes) + 1);
  group.incidences = DeviceVector<std::int32_t, Space>(context, count);
#ifdef __CUDACC__
  // Incidences are found by a stable sort of the connectivity.
  DeviceVector<std::int32_t, Space> keys(context, count);
  keys.copy(group.connectivity);
  detail::enumerate(context, static_cast<std::int64_t>(count), group.incidences.data());
  sortByKey(keys, group.incidences);
  detail::startsOfKeys(
    context, keys.data(), static_cast<std::int64_t>(count), nodes, group.starts.data());
#else
  listPlaces(group.connectivity.data(), static_cast<std::int64_t>(count), nodes,
    group.starts.data(), group.incidences.data());
#endif
}

template <class Space>
std::vector<ElementGroup<Space>> makeElementGroups(const Context<Space>& context, const Mesh& mesh)
{
  if (mesh.connectivity.size() > std::size_t(std::numeric_limits<std::int32_t>::max()))
  {
    throw Error("The mesh has too many elements for an assembled matrix: their nodes, each counted "
                "once an element, are 2^31 or more. Choose products without an assembled matrix.");
  }
  std::vector<ElementGroup<Space>> groups;
  for (const CellType type : mesh.allTypes())
  {
    ElementGroup<Space>& group = groups.emplace_back();
    group.type = type;
    group.nodesPerElement = cellShape(type).nodes;
    if (mesh.isMixed())
    {
      detail::copyElements(context, mesh, group);
    }
    else
    {
      group.connectivity = DeviceVector<std::int32_t, Space>(context, mesh.connectivity);
    }
    group.elements = static_cast<std::int64_t>(group.connectivity.size()) / group.nodesPerElement;
    findIncidences(context, static_cast<std::int64_t>(mesh.numberOfNodes()), group);
  }
  return groups;
}

template void findIncidences(
  const Context<CompiledSpace>& context, std::int64_t nodes, ElementGroup<CompiledSpace>& group);
template std::vector<ElementGroup<CompiledSpace>> makeElementGroups(
  const Context<CompiledSpace>& context, const Mesh& mesh);

#ifndef __CUDACC__
std::size_t elementGroupsMemory(const Mesh& mesh)
{
  // The sort requires temporary memory of twice that size.
  return mesh.connectivity.size() * 6 * sizeof(std::int32_t) +
    mesh.numberOfElements() * sizeof(std::int32_t) +
    (mesh.numberOfNodes() + 1) * CellShapes.size() * sizeof(std::int64_t);
}
#endif
}
