#include "Solver/Aggregation/Parts/AggregationReplica.h"

#include "Core/Communication/PartLists.h"
#include "Core/Parallel.h"

#include <iterator>
#include <numeric>
#include <utility>

namespace trabecula
{
namespace detail
{
/// taken[i] = all[numbers[i]], so many components each.
template <class Space>
void takeNumbered(const Context<Space>& context, const DeviceVector<std::int32_t, Space>& numbers,
  int components, const float* all, float* taken)
{
  const std::int32_t* list = numbers.data();
  forEach(
    context, components * static_cast<std::int64_t>(numbers.size()),
    TRABECULA_LAMBDA(std::int64_t t) {
      taken[t] = all[components * std::int64_t(list[t / components]) + t % components];
    });
}
}

template <class Space>
HostRows rowsOnHost(const BlockPattern<Space>& pattern)
{
  return { pattern.starts.toHost(), pattern.nodes.toHost() };
}

template <class Space>
BlockPattern<Space> patternOf(const Context<Space>& context, const HostRows& rows)
{
  BlockPattern<Space> pattern;
  pattern.starts = DeviceVector<std::int64_t, Space>(context, rows.starts);
  pattern.nodes = DeviceVector<std::int32_t, Space>(context, rows.columns);
  pattern.most = rows.most();
  return pattern;
}

template <class Space>
AggregationReplica<Space>::AggregationReplica(
  const Context<Space>& context, const LevelNodes& nodes, int components)
  : Computing(&context), Part(static_cast<std::size_t>(nodes.part())), Components(components),
    Begins(
      beginsOfParts(gatherCounts(context.communicator(), static_cast<std::size_t>(nodes.owned())))),
    Numbers(static_cast<std::size_t>(nodes.count()))
{
  for (std::size_t i = 0; i < this->Numbers.size(); ++i)
  {
    const OwnedNode node = nodes[static_cast<std::int32_t>(i)];
    this->Numbers[i] =
      static_cast<std::int32_t>(this->Begins[static_cast<std::size_t>(node.part)]) + node.number;
  }
  this->NumbersThere = DeviceVector<std::int32_t, Space>(context, this->Numbers);
  this->Solution = DeviceVector<float, Space>(
    context, this->Numbers.size() * static_cast<std::size_t>(components));
  this->Nodes = makeGatheringHalo(context, this->Begins);
}

template <class Space>
void AggregationReplica<Space>::gatherPattern(const HostRows& rows)
{
  const Context<Space>& context = *this->Computing;
  const Communicator& parts = context.communicator();
  const std::vector<std::size_t> blocks = gatherCounts(parts, rows.columns.size());
  const std::vector<std::int64_t> begins = beginsOfParts(blocks);
  std::vector<std::int64_t> lengths(rows.starts.size());
  std::adjacent_difference(rows.starts.begin(), rows.starts.end(), lengths.begin());
  lengths.erase(lengths.begin());
  lengths = this->gatherOnHost(std::move(lengths), 1);
  HostRows all;
  all.starts.assign(1, 0);
  std::partial_sum(lengths.begin(), lengths.end(), std::back_inserter(all.starts));
  all.columns = gatherLists(parts, rows.columns, blocks);
  this->FirstBlock = begins[this->Part];
  this->Pattern = patternOf(context, all);
  this->Blocks = makeGatheringHalo(context, begins);
}

template <class Space>
template <class T>
std::vector<T> AggregationReplica<Space>::gatherOnHost(std::vector<T> own, std::size_t count) const
{
  std::vector<std::size_t> counts;
  for (std::size_t part = 0; part + 1 < this->Begins.size(); ++part)
  {
    counts.push_back(count * static_cast<std::size_t>(this->Begins[part + 1] - this->Begins[part]));
  }
  return gatherLists(this->Computing->communicator(), std::move(own), counts);
}

template <class Space>
double* AggregationReplica<Space>::ownRows(double* values) const
{
  return values + this->Components * this->Components * this->FirstBlock;
}

template <class Space>
float* AggregationReplica<Space>::ownNodes(float* values) const
{
  return values + this->Components * this->Begins[this->Part];
}

template <class Space>
void AggregationReplica<Space>::gatherRows(double* values) const
{
  this->Blocks->update(values, this->Components * this->Components);
}

template <class Space>
void AggregationReplica<Space>::gatherNodes(float* values) const
{
  this->Nodes->update(values, this->Components);
}

template <class Space>
const float* AggregationReplica<Space>::takeSolution(const float* all)
{
  detail::takeNumbered(
    *this->Computing, this->NumbersThere, this->Components, all, this->Solution.data());
  return this->Solution.data();
}

template HostRows rowsOnHost(const BlockPattern<CompiledSpace>& pattern);
template BlockPattern<CompiledSpace> patternOf(
  const Context<CompiledSpace>& context, const HostRows& rows);
template class AggregationReplica<CompiledSpace>;
template std::vector<double> AggregationReplica<CompiledSpace>::gatherOnHost(
  std::vector<double> own, std::size_t count) const;
template std::vector<std::uint8_t> AggregationReplica<CompiledSpace>::gatherOnHost(
  std::vector<std::uint8_t> own, std::size_t count) const;
}
