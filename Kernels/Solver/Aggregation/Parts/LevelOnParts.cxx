#include "Solver/Aggregation/Parts/LevelOnParts.h"

#include "Core/Error.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace trabecula
{
namespace detail
{
/// The nodes of the corners of quadratic elements, in the order of their mesh.
template <class Space>
LevelNodes cornerNodes(const LevelOnParts<Space>& level, const CornerMesh& corners)
{
  const auto owned = static_cast<std::size_t>(level.nodes.owned());
  std::vector<std::int32_t> numbers; // of corners; negative for other nodes
  std::int64_t ownedCorners = 0;
  for (const auto& [first, second] : corners.ends)
  {
    numbers.push_back(first == second ? first : -1);
    ownedCorners += first == second && first >= 0 && numbers.size() <= owned ? 1 : 0;
  }
  const std::vector<std::int32_t> ofOwners = withGhosts(*level.halo, numbers);
  LevelNodes result(level.nodes.part(), ownedCorners);
  for (std::size_t node = owned; node < numbers.size(); ++node)
  {
    if (numbers[node] < 0)
    {
      continue;
    }
    OwnedNode corner = level.nodes[static_cast<std::int32_t>(node)];
    corner.number = ofOwners[node];
    if (result.numberOf(corner) != numbers[node])
    {
      throw Error("Parts disagree about the corners of quadratic elements.");
    }
  }
  return result;
}
}

template <class Space>
void LevelOnParts<Space>::takeRows(const BlockPattern<Space>& pattern)
{
  const Context<Space>& context = this->halo->context();
  const auto count = static_cast<std::size_t>(this->nodes.owned());
  this->rows.starts = DeviceVector<std::int64_t, Space>(context, count + 1);
  context.copy(this->rows.starts.data(), pattern.starts.data(), this->rows.starts.bytes());
  std::int64_t pairs = 0;
  context.copyToHost(&pairs, this->rows.starts.data() + count, sizeof(pairs));
  this->rows.nodes = DeviceVector<std::int32_t, Space>(context, static_cast<std::size_t>(pairs));
  if (pairs > 0)
  {
    context.copy(this->rows.nodes.data(), pattern.nodes.data(), this->rows.nodes.bytes());
  }
  this->rows.most = pattern.most;
}

template <class Space>
void LevelOnParts<Space>::addRestriction(
  const LevelNodes& coarse, const std::vector<HaloNeighbour>& exchanged, int components)
{
  const Context<Space>& context = this->halo->context();
  this->residualSums = std::make_unique<OwnerSums<Space>>(context, coarse, exchanged);
  this->residual = DeviceVector<float, Space>(
    context, static_cast<std::size_t>(components * this->residualSums->items()));
  this->residual.zero(); // coarse nodes without rows of this part remain zero
}

template <class Space>
LayoutPointer<Space> LevelOnParts<Space>::addCorners(const CornerMesh& corners, int components)
{
  const Context<Space>& context = this->halo->context();
  const LevelNodes ofCorners = detail::cornerNodes(*this, corners);
  const std::vector<HaloNeighbour> exchanged = ofCorners.neighbours(context.communicator());
  this->addRestriction(ofCorners, exchanged, components);
  return layoutOfNodes(context, ofCorners, exchanged, components);
}

template <class Space>
void LevelOnParts<Space>::restrictTo(
  const BlockTransfer<Space>& transfer, const float* fine, float* coarse)
{
  transfer.restrictTo(fine, this->residual.data());
  this->residualSums->add(this->residual.data(), transfer.coarseBlock,
    this->replica ? this->replica->ownNodes(coarse) : coarse);
  if (this->replica)
  {
    this->replica->gatherNodes(coarse);
  }
}

template <class Space>
std::vector<std::int32_t> withGhosts(const Halo<Space>& halo, std::vector<std::int32_t> values)
{
  const auto count = static_cast<std::size_t>(halo.owned() + halo.ghosts());
  std::vector<double> numbers(values.begin(), values.begin() + halo.owned());
  numbers.resize(count);
  DeviceVector<double, Space> there(halo.context(), numbers);
  halo.update(there.data(), 1);
  numbers = there.toHost();
  values.resize(count);
  std::transform(numbers.begin(), numbers.end(), values.begin(),
    [](double number) { return static_cast<std::int32_t>(number); });
  return values;
}

template <class Space>
LevelNodes nodesOfLayout(const Layout<Space>& layout)
{
  const int part = layout.context().communicator().rank();
  const auto owned = static_cast<std::size_t>(layout.owned());
  std::vector<std::int32_t> numbers(owned);
  for (std::size_t i = 0; i < owned; ++i)
  {
    numbers[i] = static_cast<std::int32_t>(i);
  }
  numbers = withGhosts(*layout.halo(), std::move(numbers));
  const std::vector<std::int32_t> owners =
    withGhosts(*layout.halo(), std::vector<std::int32_t>(owned, part));
  LevelNodes nodes(part, layout.owned());
  for (std::size_t i = owned; i < numbers.size(); ++i)
  {
    const OwnedNode ghost = { owners[i], numbers[i] };
    nodes.numberOf(ghost);
  }
  return nodes;
}

template <class Space>
LayoutPointer<Space> layoutOfNodes(const Context<Space>& context, const LevelNodes& nodes,
  const std::vector<HaloNeighbour>& neighbours, int components)
{
  return makeLayout(std::shared_ptr<const Halo<Space>>(std::make_shared<Halo<Space>>(
                      context, nodes.owned(), nodes.count() - nodes.owned(), neighbours)),
    Entity::Node, components);
}

template struct LevelOnParts<CompiledSpace>;
template LevelNodes nodesOfLayout(const Layout<CompiledSpace>& layout);
template std::vector<std::int32_t> withGhosts(
  const Halo<CompiledSpace>& halo, std::vector<std::int32_t> values);
template LayoutPointer<CompiledSpace> layoutOfNodes(const Context<CompiledSpace>& context,
  const LevelNodes& nodes, const std::vector<HaloNeighbour>& neighbours, int components);
}
