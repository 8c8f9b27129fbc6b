#include "Solver/VoxelMultigrid/Parts/VoxelReplica.h"

#include "Core/Parallel.h"
#include "Solver/VoxelMultigrid/Parts/PartLists.h"

#include <utility>

namespace trabecula
{
namespace detail
{
/// Gathers numbers of all parts in memory of the space.
/// @param counts so many of each part, times factor
template <class Space>
void gatherNumbers(const Context<Space>& context, const std::vector<std::size_t>& counts,
  std::size_t factor, const float* mine, float* all)
{
  const Communicator& parts = context.communicator();
  std::vector<std::size_t> sizes;
  sizes.reserve(counts.size());
  for (const std::size_t count : counts)
  {
    sizes.push_back(factor * count);
  }
  std::vector<float> own(sizes[static_cast<std::size_t>(parts.rank())]);
  if (!own.empty())
  {
    context.copyToHost(own.data(), mine, own.size() * sizeof(float));
  }
  const std::vector<float> gathered = gatherLists(parts, std::move(own), sizes);
  if (!gathered.empty())
  {
    context.copyFromHost(all, gathered.data(), gathered.size() * sizeof(float));
  }
}

/// packed[i] = values of item list[i], so many numbers each.
template <class Space>
void takeItems(const Context<Space>& context, const DeviceVector<std::int32_t, Space>& list,
  int numbers, const float* values, float* packed)
{
  const std::int32_t* items = list.data();
  forEach(
    context, numbers * static_cast<std::int64_t>(list.size()), TRABECULA_LAMBDA(std::int64_t i) {
      packed[i] = values[numbers * std::int64_t(items[i / numbers]) + i % numbers];
    });
}
}

template <class Space>
VoxelReplica<Space>::VoxelReplica(const Context<Space>& context, VoxelMesh<Space> mesh,
  VoxelPartNodes nodes, std::vector<std::int32_t> ownElements, int components)
  : Computing(&context), Mesh(std::move(mesh)), Owned(nodes.owned), NodesOfAll(nodes.ofAllParts),
    Components(components), Global(context, nodes.global), OwnElements(context, ownElements),
    NodesOfParts(gatherCounts(context.communicator(), static_cast<std::size_t>(nodes.owned))),
    ElementsOfParts(gatherCounts(context.communicator(), ownElements.size())),
    R(context, static_cast<std::size_t>(components * this->Mesh.nodes)), X(context, this->R.size())
{
  this->R.zero();
  this->X.zero();
  std::vector<typename PackedExchange<Space>::Neighbour> others;
  const auto rank = static_cast<std::size_t>(context.communicator().rank());
  for (std::size_t other = 0; other < this->NodesOfParts.size(); ++other)
  {
    if (other != rank)
    {
      others.push_back(
        { static_cast<int>(other), this->NodesOfParts[rank], this->NodesOfParts[other] });
    }
  }
  this->Exchange = std::make_unique<PackedExchange<Space>>(context, std::move(others));
  const auto numbers = static_cast<std::size_t>(components);
  this->Sent = DeviceVector<float, Space>(context, numbers * this->Exchange->sent());
  this->Received = DeviceVector<float, Space>(context, numbers * this->Exchange->received());
}

template <class Space>
VoxelMesh<Space> VoxelReplica<Space>::gatherMesh() const
{
  const Context<Space>& context = *this->Computing;
  const std::vector<std::int32_t> cells = this->Mesh.cells.toHost();
  const std::vector<std::int32_t> connectivity = this->Mesh.connectivity.toHost();
  const std::vector<std::int32_t> global = this->Global.toHost();
  constexpr std::size_t numbers = 11; // three of the cell, eight nodes
  std::vector<std::int32_t> own;
  for (const std::int32_t element : this->OwnElements.toHost())
  {
    const auto e = static_cast<std::size_t>(element);
    own.insert(own.end(), cells.begin() + 3 * element, cells.begin() + 3 * element + 3);
    for (std::size_t a = 0; a < 8; ++a)
    {
      own.push_back(global[static_cast<std::size_t>(connectivity[8 * e + a])]);
    }
  }
  std::vector<std::size_t> sizes;
  sizes.reserve(this->ElementsOfParts.size());
  for (const std::size_t count : this->ElementsOfParts)
  {
    sizes.push_back(numbers * count);
  }
  const std::vector<std::int32_t> all = gatherLists(context.communicator(), std::move(own), sizes);
  std::vector<std::int32_t> allCells;
  std::vector<std::int32_t> allNodes;
  for (std::size_t i = 0; i < all.size(); ++i)
  {
    (i % numbers < 3 ? allCells : allNodes).push_back(all[i]);
  }
  VoxelMesh<Space> mesh;
  mesh.nodes = this->NodesOfAll;
  mesh.elements = static_cast<std::int64_t>(all.size() / numbers);
  mesh.cells = DeviceVector<std::int32_t, Space>(context, allCells);
  mesh.connectivity = DeviceVector<std::int32_t, Space>(context, allNodes);
  findCorners(context, mesh);
  return mesh;
}

template <class Space>
DeviceVector<float, Space> VoxelReplica<Space>::gatherMatrices(
  int entries, const float* ofPart) const
{
  const Context<Space>& context = *this->Computing;
  const auto numbers = static_cast<std::size_t>(entries);
  DeviceVector<float, Space> own(context, numbers * this->OwnElements.size());
  detail::takeItems(context, this->OwnElements, entries, ofPart, own.data());
  std::size_t elements = 0;
  for (const std::size_t count : this->ElementsOfParts)
  {
    elements += count;
  }
  DeviceVector<float, Space> all(context, numbers * elements);
  detail::gatherNumbers(context, this->ElementsOfParts, numbers, own.data(), all.data());
  return all;
}

template <class Space>
void VoxelReplica<Space>::gatherResidual(float* all) const
{
  const Context<Space>& context = *this->Computing;
  const auto rank = static_cast<std::size_t>(context.communicator().rank());
  const std::size_t bytes = static_cast<std::size_t>(this->Components) * sizeof(float);
  const auto copy = [&](float* to, const float* from, std::size_t nodes)
  {
    if (nodes > 0)
    {
      context.copy(to, from, nodes * bytes);
    }
    return to + nodes * static_cast<std::size_t>(this->Components);
  };
  float* sent = this->Sent.data();
  for (std::size_t other = 0; other < this->NodesOfParts.size(); ++other)
  {
    sent = other == rank ? sent : copy(sent, this->R.data(), this->NodesOfParts[rank]);
  }
  this->Exchange->run(this->Sent.data(), this->Received.data(), bytes);
  const float* received = this->Received.data();
  for (std::size_t other = 0; other < this->NodesOfParts.size(); ++other)
  {
    const std::size_t nodes = this->NodesOfParts[other];
    all = copy(all, other == rank ? this->R.data() : received, nodes);
    received += other == rank ? 0 : nodes * static_cast<std::size_t>(this->Components);
  }
}

template <class Space>
void VoxelReplica<Space>::takeSolution(const float* all)
{
  detail::takeItems(*this->Computing, this->Global, this->Components, all, this->X.data());
}

template class VoxelReplica<CompiledSpace>;
}
