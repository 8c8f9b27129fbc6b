#include "Solver/VoxelMultigrid/Parts/VoxelMatching.h"

#include "Core/Communication/PartLists.h"
#include "Core/Error.h"
#include "Mesh/Distribution/VoxelHalo.h"
#include "Solver/VoxelMultigrid/Parts/VoxelMatchingKernels.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <tuple>
#include <utility>

namespace trabecula
{
namespace detail
{
/// @throws Error on all parts if one of them was asked for a node that it does not know
inline void requireKnown(const Communicator& parts, bool isKnown)
{
  double unknown = isKnown ? 0.0 : 1.0;
  parts.maximum(&unknown, 1);
  if (unknown > 0.0)
  {
    throw Error("Parts have different voxels in bricks that they share. Make their grids from the "
                "same image.");
  }
}
}

template <class Space>
DeviceVector<std::uint32_t, Space> seedsOfNodes(
  const Context<Space>& context, const VoxelMesh<Space>& mesh)
{
  DeviceVector<std::uint32_t, Space> seeds(context, static_cast<std::size_t>(mesh.nodes));
  detail::findSeeds(context, mesh, seeds.data());
  return seeds;
}

template <class Space>
VoxelMatching<Space>::VoxelMatching(const Context<Space>& context, const VoxelGrid& grid)
  : Computing(&context), Division(divisionOf(context.communicator(), grid)),
    Ranks(context, this->Division.owners), NearOthers(context, this->Division.owners.size())
{
  for (std::size_t d = 0; d < 3; ++d)
  {
    this->Cells[d] = (grid.cells()[d] + 1) / 2;
  }
  detail::markNearOthers(context, this->owners(), this->NearOthers.data());
}

template <class Space>
VoxelOwners VoxelMatching<Space>::owners() const
{
  const std::array<int, 3>& n = this->Division.extent;
  return { this->Ranks.data(), { n[0], n[1], n[2] }, this->Computing->communicator().rank() };
}

template <class Space>
VoxelPartNodes<Space> VoxelMatching<Space>::ofVoxels(const VoxelGrid& grid) const
{
  VoxelPartNodes<Space> nodes;
  nodes.owned = grid.numberOfOwnedNodes();
  nodes.ghosts = grid.numberOfNodes() - nodes.owned;
  nodes.neighbours =
    planVoxelHalo(grid, this->Division, this->Computing->communicator().rank()).nodes;
  this->countAll(nodes);
  return nodes;
}

template <class Space>
void VoxelMatching<Space>::setKeys(
  const VoxelMesh<Space>& mesh, const VoxelTransfer<Space>& transfer)
{
  DeviceVector<std::int64_t, Space> keys(*this->Computing, static_cast<std::size_t>(mesh.elements));
  if (transfer.childStarts.size() == 0)
  {
    detail::keysOfCells(*this->Computing, mesh, this->Cells[0], this->Cells[1], keys.data());
  }
  else
  {
    detail::keysOfChildren(
      *this->Computing, mesh.elements, transfer, this->Keys.data(), keys.data());
  }
  this->Keys = std::move(keys);
}

/// Finds out which nodes the part owns. @param counts becomes the number of owned ones up to each
template <class Space>
std::vector<detail::VoxelGhost> VoxelMatching<Space>::findGhosts(const VoxelMesh<Space>& mesh,
  const std::int32_t* roots, DeviceVector<std::int32_t, Space>& counts,
  VoxelPartNodes<Space>& nodes) const
{
  const Context<Space>& context = *this->Computing;
  const VoxelOwners of = this->owners();
  // Nodes are known by their first corner.
  DeviceVector<std::int32_t, Space> slots(context, static_cast<std::size_t>(mesh.nodes));
  detail::findFirstSlots(context, 8 * mesh.elements, roots, mesh.connectivity.data(), slots.data());
  detail::markOwned(context, of, this->Level, mesh, slots.data(), counts.data());
  inclusiveScan(counts);
  nodes.owned = detail::lastOf(counts);
  nodes.seeds = DeviceVector<std::uint32_t, Space>(context, static_cast<std::size_t>(nodes.owned));
  DeviceVector<detail::VoxelGhost, Space> ghosts(
    context, static_cast<std::size_t>(mesh.nodes - nodes.owned));
  detail::divideNodes(context, of, this->Level, mesh, slots.data(), counts.data(),
    this->Keys.data(), nodes.seeds.data(), ghosts.data());
  return ghosts.toHost();
}

/// The numbers of nodes that this part owns.
template <class Space>
std::vector<std::int32_t> VoxelMatching<Space>::numbersOf(const std::vector<std::int64_t>& corners,
  const VoxelMesh<Space>& mesh, const DeviceVector<std::int32_t, Space>& counts) const
{
  if (corners.empty())
  {
    return {};
  }
  const Context<Space>& context = *this->Computing;
  DeviceVector<std::int32_t, Space> places(context, static_cast<std::size_t>(mesh.elements));
  detail::markKnown(context, this->owners(), this->Level, this->NearOthers.data(), mesh, places);
  const auto count = static_cast<std::size_t>(detail::lastOf(places));
  DeviceVector<std::int64_t, Space> keys(context, count);
  DeviceVector<std::int32_t, Space> known(context, count);
  detail::takeKnown(
    context, mesh.elements, places.data(), this->Keys.data(), keys.data(), known.data());
  sortByKey(keys, known);
  DeviceVector<std::int64_t, Space> asked(context, corners.size());
  context.copyFromHost(asked.data(), corners.data(), asked.bytes());
  DeviceVector<std::int32_t, Space> answers(context, corners.size());
  detail::answer(context, asked, static_cast<std::int64_t>(count), keys.data(), known.data(),
    mesh.connectivity.data(), counts.data(), answers.data());
  return answers.toHost();
}

/// The numbers of ghosts in the parts that own them.
template <class Space>
std::vector<std::int32_t> VoxelMatching<Space>::askOwners(
  const std::vector<detail::VoxelGhost>& ghosts, const VoxelMesh<Space>& mesh,
  const DeviceVector<std::int32_t, Space>& counts) const
{
  const Communicator& communicator = this->Computing->communicator();
  const auto parts = static_cast<std::size_t>(communicator.size());
  std::vector<std::vector<std::int64_t>> asked(parts);
  for (const detail::VoxelGhost& ghost : ghosts)
  {
    asked[static_cast<std::size_t>(ghost.owner)].push_back(ghost.corner);
  }
  const std::vector<std::vector<std::int64_t>> questions =
    exchangeLists(communicator, std::move(asked));
  std::vector<std::int64_t> all;
  for (const std::vector<std::int64_t>& ofPart : questions)
  {
    all.insert(all.end(), ofPart.begin(), ofPart.end());
  }
  const std::vector<std::int32_t> found = this->numbersOf(all, mesh, counts);
  detail::requireKnown(communicator,
    std::all_of(found.begin(), found.end(), [](std::int32_t number) { return number >= 0; }));
  std::vector<std::vector<std::int32_t>> answers;
  auto next = found.begin();
  for (const std::vector<std::int64_t>& ofPart : questions)
  {
    const auto end = next + static_cast<std::ptrdiff_t>(ofPart.size());
    answers.emplace_back(next, end);
    next = end;
  }
  answers = exchangeLists(communicator, std::move(answers));
  std::vector<std::int32_t> there;
  there.reserve(ghosts.size());
  std::vector<std::size_t> place(parts, 0);
  for (const detail::VoxelGhost& ghost : ghosts)
  {
    const auto owner = static_cast<std::size_t>(ghost.owner);
    there.push_back(answers[owner][place[owner]++]);
  }
  return there;
}

template <class Space>
VoxelPartNodes<Space> VoxelMatching<Space>::ofNextLevel(
  VoxelMesh<Space>& mesh, const VoxelTransfer<Space>& transfer, const std::int32_t* roots)
{
  const Context<Space>& context = *this->Computing;
  ++this->Level;
  this->setKeys(mesh, transfer);
  VoxelPartNodes<Space> nodes;
  DeviceVector<std::int32_t, Space> counts(context, static_cast<std::size_t>(mesh.nodes));
  const std::vector<detail::VoxelGhost> ghosts = this->findGhosts(mesh, roots, counts, nodes);
  const std::vector<std::int32_t> there = this->askOwners(ghosts, mesh, counts);

  // Ghosts that the owner takes for one become one.
  std::vector<std::int32_t> order(ghosts.size());
  std::vector<std::int32_t> numbers(ghosts.size());
  for (std::size_t g = 0; g < order.size(); ++g)
  {
    order[g] = static_cast<std::int32_t>(g);
  }
  const auto ownerOf = [&](std::int32_t ghost)
  {
    const auto g = static_cast<std::size_t>(ghost);
    return std::make_tuple(ghosts[g].owner, there[g]);
  };
  std::sort(order.begin(), order.end(),
    [&](std::int32_t a, std::int32_t b)
    { return std::make_tuple(ownerOf(a), a) < std::make_tuple(ownerOf(b), b); });
  const auto parts = static_cast<std::size_t>(context.communicator().size());
  std::vector<HaloNeighbour> neighbours(parts);
  std::vector<std::vector<std::int32_t>> wanted(parts);
  for (std::size_t g = 0; g < order.size(); ++g)
  {
    const auto ghost = static_cast<std::size_t>(order[g]);
    if (g == 0 || ownerOf(order[g - 1]) != ownerOf(order[g]))
    {
      const auto here = static_cast<std::int32_t>(nodes.owned + nodes.ghosts++);
      nodes.owners.push_back({ ghosts[ghost].owner, there[ghost] });
      if (ghosts[ghost].isExchanged != 0)
      {
        const auto owner = static_cast<std::size_t>(ghosts[ghost].owner);
        neighbours[owner].received.push_back(here);
        wanted[owner].push_back(there[ghost]);
      }
    }
    numbers[ghost] = static_cast<std::int32_t>(nodes.owned + nodes.ghosts) - 1;
  }
  detail::renumber(context, 8 * mesh.elements, counts.data(),
    DeviceVector<std::int32_t, Space>(context, numbers).data(), mesh.connectivity.data());
  mesh.nodes = nodes.owned + nodes.ghosts;
  std::vector<std::vector<std::int32_t>> sent =
    exchangeLists(context.communicator(), std::move(wanted));
  for (std::size_t rank = 0; rank < parts; ++rank)
  {
    neighbours[rank].rank = static_cast<int>(rank);
    neighbours[rank].sent = std::move(sent[rank]);
    if (!neighbours[rank].sent.empty() || !neighbours[rank].received.empty())
    {
      nodes.neighbours.push_back(std::move(neighbours[rank]));
    }
  }
  this->countAll(nodes);
  return nodes;
}

template <class Space>
void VoxelMatching<Space>::countAll(VoxelPartNodes<Space>& nodes) const
{
  nodes.ofAllParts = beginsOfParts(
    gatherCounts(this->Computing->communicator(), static_cast<std::size_t>(nodes.owned)))
                       .back();
}

template <class Space>
std::vector<std::int32_t> VoxelMatching<Space>::numbersInAll(
  const VoxelPartNodes<Space>& nodes) const
{
  const Communicator& parts = this->Computing->communicator();
  const std::vector<std::int64_t> begins =
    beginsOfParts(gatherCounts(parts, static_cast<std::size_t>(nodes.owned)));
  std::vector<std::int32_t> numbers;
  numbers.reserve(static_cast<std::size_t>(nodes.owned + nodes.ghosts));
  const std::int64_t first = begins[static_cast<std::size_t>(parts.rank())];
  for (std::int64_t n = 0; n < nodes.owned; ++n)
  {
    numbers.push_back(static_cast<std::int32_t>(first + n));
  }
  for (const VoxelNodeOfOwner& ghost : nodes.owners)
  {
    numbers.push_back(
      static_cast<std::int32_t>(begins[static_cast<std::size_t>(ghost.rank)] + ghost.number));
  }
  return numbers;
}

template <class Space>
std::vector<std::int32_t> VoxelMatching<Space>::ownElements(
  int level, const VoxelMesh<Space>& mesh) const
{
  VoxelOwners of = this->owners();
  of.ranks = this->Division.owners.data();
  const std::vector<std::int32_t> cells = mesh.cells.toHost();
  std::vector<std::int32_t> own;
  for (std::int32_t e = 0; e < mesh.elements; ++e)
  {
    if (of.ofNode(level, cells.data() + 3 * std::int64_t(e)) == of.rank)
    {
      own.push_back(e);
    }
  }
  return own;
}

template class VoxelMatching<CompiledSpace>;
template DeviceVector<std::uint32_t, CompiledSpace> seedsOfNodes(
  const Context<CompiledSpace>& context, const VoxelMesh<CompiledSpace>& mesh);
}
