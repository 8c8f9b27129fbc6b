#include "Solver/Aggregation/Parts/CoarseningOnParts.h"

#include "Core/Error.h"
#include "Solver/Aggregation/ConnectedAggregates.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Does work that may break down on one part without the others.
template <class Space, class Work>
void breakDownTogether(const Context<Space>& context, const Work& work)
{
  std::string message;
  try
  {
    work();
  }
  catch (const SolverBreakdown& breakdown)
  {
    message = breakdown.what();
  }
  if (context.any(!message.empty()))
  {
    throw SolverBreakdown(message.empty() ? "Multigrid broke down on another part." : message);
  }
}

/// Aggregates the nodes that a part owns, by the edges between them. @param used becomes the number
/// of nodes that are aggregated
template <class Space>
AggregateNumbers aggregateOwnNodes(
  const AggregationLevel<Space>& fine, const NodesToAggregate<Space>& nodes, double& used)
{
  const HostRows rows = rowsOnHost(fine.onParts->rows);
  const std::vector<std::uint8_t> constrained = fine.constrained.toHost();
  const auto owned = static_cast<std::size_t>(rows.count());
  const auto block = static_cast<std::size_t>(fine.block);
  std::vector<std::uint8_t> isUsed(owned, 0);
  HostRows edges;
  edges.starts.push_back(0);
  for (std::size_t node = 0; node < owned; ++node)
  {
    for (std::int64_t k = rows.starts[node]; k < rows.starts[node + 1]; ++k)
    {
      const std::int32_t other = rows.columns[static_cast<std::size_t>(k)];
      if (other < rows.count())
      {
        edges.columns.push_back(other);
      }
    }
    edges.starts.push_back(static_cast<std::int64_t>(edges.columns.size()));
    for (std::size_t c = 0; c < block && rows.starts[node + 1] > rows.starts[node]; ++c)
    {
      isUsed[node] |= constrained[block * node + c] == 0 ? 1 : 0;
    }
  }
  used = static_cast<double>(std::count(isUsed.begin(), isUsed.end(), 1));
  return connectedAggregates(nodes.places, edges.starts, edges.columns, isUsed, nodes.wanted);
}

/// Adds the ghosts of a level to its tentative prolongation, and their aggregates to the coarse
/// nodes.
template <class Space>
void addGhosts(AggregationLevel<Space>& fine, LevelNodes& coarse)
{
  const Context<Space>& context = fine.x.context();
  const LevelOnParts<Space>& parts = *fine.onParts;
  TentativeTransfer<Space>& tentative = fine.tentative;
  std::vector<std::int32_t> aggregateOf = withGhosts(*parts.halo, tentative.aggregateOf.toHost());
  for (auto node = static_cast<std::size_t>(parts.nodes.owned()); node < aggregateOf.size(); ++node)
  {
    std::int32_t& aggregate = aggregateOf[node];
    if (aggregate >= 0)
    {
      OwnedNode owned = parts.nodes[static_cast<std::int32_t>(node)];
      owned.number = aggregate;
      aggregate = coarse.numberOf(owned);
    }
  }
  const int size = fine.block * tentative.modes();
  DeviceVector<float, Space> blocks(context, static_cast<std::size_t>(size) * aggregateOf.size());
  if (tentative.blocks.size() > 0)
  {
    context.copy(blocks.data(), tentative.blocks.data(), tentative.blocks.bytes());
  }
  parts.halo->update(blocks.data(), size);
  tentative.aggregates = coarse.count();
  tentative.aggregateOf = DeviceVector<std::int32_t, Space>(context, aggregateOf);
  tentative.blocks = std::move(blocks);
  if (fine.isScaled())
  {
    tentative.scaledBlocks = DeviceVector<float, Space>(context, tentative.blocks.size());
  }
}

/// Makes the pattern of the prolongation, with rows of ghosts.
template <class Space>
void makeTransferOnParts(AggregationLevel<Space>& fine, LevelNodes& coarse)
{
  const Context<Space>& context = fine.x.context();
  LevelOnParts<Space>& parts = *fine.onParts;
  BlockTransfer<Space>& transfer = fine.transfer;
  breakDownTogether(
    context, [&] { transfer = makeSmoothedPattern(context, parts.rows, fine.tentative); });
  HostRows rows = rowsOnHost(transfer.pattern);
  const auto own = static_cast<std::int64_t>(rows.columns.size());
  const std::vector<RowsOfNeighbour> received =
    exchangeRows(context.communicator(), parts.neighbours, rows, coarse);
  std::vector<HaloNeighbour> blocks;
  rows = appendRows(std::move(rows), parts.nodes.count(), received, blocks);
  transfer.pattern = patternOf(context, rows);
  transfer.coarseNodes = coarse.count();
  transfer.values = DeviceVector<float, Space>(
    context, rows.columns.size() * static_cast<std::size_t>(transfer.blockSize()));
  parts.transferBlocks = std::make_unique<Halo<Space>>(
    context, own, static_cast<std::int64_t>(rows.columns.size()) - own, blocks);
}

/// Makes the pattern of the coarse matrix of which parts have contributions, and adds these.
/// @param isReplicated whether columns are numbers of all parts
template <class Space>
HostRows makeMatrixOnParts(AggregationLevel<Space>& fine, LevelNodes& coarse, bool isReplicated)
{
  const Context<Space>& context = fine.x.context();
  LevelOnParts<Space>& parts = *fine.onParts;
  breakDownTogether(context,
    [&]
    {
      fine.galerkin = std::make_unique<GalerkinProduct<Space>>(
        context, parts.rows, fine.transfer, coarse.owned());
    });
  const HostRows mine = rowsOnHost(fine.galerkin->pattern());
  std::vector<HaloNeighbour> toOwners = coarse.neighbours(context.communicator());
  for (HaloNeighbour& neighbour : toOwners)
  {
    std::swap(neighbour.sent, neighbour.received);
  }
  const std::vector<RowsOfNeighbour> received =
    exchangeRows(context.communicator(), toOwners, mine, coarse);
  std::vector<std::int32_t> numbers(static_cast<std::size_t>(coarse.count()));
  std::iota(numbers.begin(), numbers.end(), 0);
  if (isReplicated)
  {
    parts.replica =
      std::make_unique<AggregationReplica<Space>>(context, coarse, fine.tentative.modes());
    numbers = parts.replica->numbers();
  }
  SummedRows summed = sumRows(coarse.part(), mine, coarse.owned(), received, numbers);
  parts.matrixSums = std::make_unique<OwnerSums<Space>>(
    context, static_cast<std::int64_t>(mine.columns.size()), summed);
  return std::move(summed.rows);
}

/// Makes the next coarser level as a divided one.
template <class Space>
std::unique_ptr<AggregationLevel<Space>> makeDividedLevel(const Context<Space>& context,
  const LevelNodes& coarse, const std::vector<HaloNeighbour>& neighbours, const HostRows& rows,
  int modes, const std::vector<std::uint8_t>& constrained)
{
  const LayoutPointer<Space> layout = layoutOfNodes(context, coarse, neighbours, modes);
  auto level = std::make_unique<AggregationLevel<Space>>(layout);
  level->onParts = std::make_unique<LevelOnParts<Space>>(coarse, neighbours, *layout);
  level->onParts->rows = patternOf(context, rows);
  level->pattern = &level->onParts->rows;
  std::vector<std::uint8_t> ofAll = constrained;
  ofAll.resize(static_cast<std::size_t>(layout->size()), 1);
  level->constrained = DeviceVector<std::uint8_t, Space>(context, ofAll);
  level->onParts->halo->update(level->constrained.data(), modes);
  level->x.zero();
  return level;
}

/// Makes the next coarser level as a replicated one, and gathers its nodes.
template <class Space>
std::unique_ptr<AggregationLevel<Space>> makeReplicatedLevel(const Context<Space>& context,
  AggregationReplica<Space>& replica, const HostRows& rows, int modes,
  const std::vector<std::uint8_t>& constrained, NodesToAggregate<Space>& nodes)
{
  replica.gatherPattern(rows);
  auto level = std::make_unique<AggregationLevel<Space>>(
    makeLayout(context, Entity::Node, replica.nodesOfAll(), modes), &replica.pattern());
  level->isReplicated = true;
  const auto count = static_cast<std::size_t>(modes);
  level->constrained =
    DeviceVector<std::uint8_t, Space>(context, replica.gatherOnHost(constrained, count));
  nodes.modes =
    DeviceVector<double, Space>(context, replica.gatherOnHost(nodes.modes.toHost(), count * count));
  nodes.places = replica.gatherOnHost(std::move(nodes.places), 3);
  return level;
}
}

template <class Space>
bool coarsenOnParts(const FinestProducts<Space>& products, const AggregationSettings& settings,
  NodesToAggregate<Space>& nodes, AggregationLevels<Space>& levels)
{
  AggregationLevel<Space>& fine = *levels.back();
  LevelOnParts<Space>& parts = *fine.onParts;
  const Context<Space>& context = fine.x.context();
  double used = 0.0;
  const AggregateNumbers aggregates = detail::aggregateOwnNodes(fine, nodes, used);
  double counts[] = { static_cast<double>(aggregates.count), used };
  context.sumOverParts(counts, 2);
  if (counts[0] == 0.0)
  {
    return false;
  }
  if (products.stiffness && levels.size() == 1)
  {
    fine.addProductSmoother(*products.stiffness, *products.system, fine.block);
  }
  else
  {
    fine.addBlockSmoother();
  }
  LevelNodes coarse(parts.nodes.part(), aggregates.count);
  CoarseModes<Space> ofCoarse;
  fine.tentative = makeTentative(
    context, fine.block, aggregates.ofNode, aggregates.count, std::move(nodes.modes), ofCoarse);
  nodes.modes = std::move(ofCoarse.modes);
  nodes.places = aggregateCentres(nodes.places, aggregates);
  nodes.wanted = settings.coarseAggregate;
  detail::addGhosts(fine, coarse);
  detail::makeTransferOnParts(fine, coarse);
  const bool isReplicated = counts[0] <= static_cast<double>(settings.replicatedNodes) ||
    counts[0] > LeastCoarsening * counts[1];
  const HostRows rows = detail::makeMatrixOnParts(fine, coarse, isReplicated);
  const std::vector<HaloNeighbour> neighbours = coarse.neighbours(context.communicator());
  const int modes = fine.tentative.modes();
  parts.addRestriction(coarse, neighbours, modes);
  const std::vector<std::uint8_t> constrained = ofCoarse.constrained.toHost();
  auto level = isReplicated
    ? detail::makeReplicatedLevel(context, *parts.replica, rows, modes, constrained, nodes)
    : detail::makeDividedLevel(context, coarse, neighbours, rows, modes, constrained);
  level->isOfAggregates = true;
  level->sizeOfAll = modes * static_cast<std::int64_t>(counts[0]);
  levels.push_back(std::move(level));
  return true;
}

template bool coarsenOnParts(const FinestProducts<CompiledSpace>& products,
  const AggregationSettings& settings, NodesToAggregate<CompiledSpace>& nodes,
  AggregationLevels<CompiledSpace>& levels);
}
