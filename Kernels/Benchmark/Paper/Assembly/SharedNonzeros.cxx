#include "Benchmark/Paper/Assembly/SharedNonzeros.h"

#include "Benchmark/Paper/Assembly/SharedNonzeroLists.h"
#include "Core/Teams.h"
#include "Element/Elements.h"

namespace trabecula
{
namespace detail
{
constexpr int SharedNonzeroThreads = 128;
constexpr std::size_t SharedNonzeroScratch = 64 * 1024;

/// A view of SharedNonzeros for kernels.
struct SharedNonzeroView
{
  const std::int32_t* patchNodes;
  const std::int32_t* patchRounds;
  const std::int64_t* roundElements;
  const std::int32_t* elements;
  const std::int64_t* roundLists;
  const std::int64_t* listStarts;
  const std::int32_t* lists;
};

template <class Element>
struct SharedNonzeroValues
{
  using Gradients = ElementGradients<Element>;
  static constexpr int Nodes = Element::Nodes;
  static constexpr int Entries = 9 * Nodes * Nodes;

  AssemblyInput input;
  SharedNonzeroView plan;
  bool add;

  static constexpr int elementsAtOnce()
  {
    constexpr std::size_t left = SharedNonzeroScratch - sizeof(double) * Gradients::Doubles;
    constexpr std::size_t fit = left / (sizeof(double) * Entries);
    return fit < 1 ? 1 : static_cast<int>(fit);
  }
  static constexpr std::size_t bytes()
  {
    return sizeof(double) *
      (static_cast<std::size_t>(Gradients::Doubles) +
        static_cast<std::size_t>(Entries) * static_cast<std::size_t>(elementsAtOnce()));
  }

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t patch, const Team& team, char* memory) const
  {
    const Gradients gradients(reinterpret_cast<double*>(memory));
    double* matrices = reinterpret_cast<double*>(memory) + Gradients::Doubles;
    const int firstRound = this->plan.patchRounds[patch];
    for (int round = firstRound; round < this->plan.patchRounds[patch + 1]; ++round)
    {
      const std::int64_t first = this->plan.roundElements[round];
      const int count = static_cast<int>(this->plan.roundElements[round + 1] - first);
      for (int from = 0; from < count; from += Gradients::Elements)
      {
        const int here = count - from < Gradients::Elements ? count - from : Gradients::Elements;
        this->computeMatrices(
          team, gradients, this->plan.elements + first + from, here, matrices + from * Entries);
      }
      this->addLists(team, patch, round, matrices, this->add || round > firstRound);
    }
  }

  template <class Team>
  TRABECULA_FUNCTION void computeMatrices(const Team& team, const Gradients& gradients,
    const std::int32_t* elements, int count, double* matrices) const
  {
    constexpr int Pairs = Nodes * (Nodes + 1) / 2;
    gradients.compute(
      team, this->input, count, [&](int slot) { return std::int64_t(elements[slot]); });
    team.each(count * Pairs,
      [&](int p)
      {
        int a = 0;
        int b = 0;
        double m[9];
        pairOf<Nodes>(p % Pairs, a, b);
        gradients.product(p / Pairs, a, b, m);
        double* matrix = matrices + p / Pairs * Entries;
        const Elasticity material = this->input.material(elements[p / Pairs]);
        for (int i = 0; i < 9; ++i)
        {
          const double value = blockEntry(m, material, i / 3, i % 3);
          matrix[9 * (Nodes * a + b) + i] = value;
          matrix[9 * (Nodes * b + a) + 3 * (i % 3) + i / 3] = value;
        }
      });
  }

  template <class Team>
  TRABECULA_FUNCTION void addLists(
    const Team& team, std::int64_t patch, int round, const double* matrices, bool addToValues) const
  {
    const MatrixView& matrix = this->input.matrix;
    const std::int32_t firstNode = this->plan.patchNodes[patch];
    const std::int32_t endNode = this->plan.patchNodes[patch + 1];
    const std::int64_t firstPair = matrix.starts[firstNode];
    const std::int64_t* starts = this->plan.listStarts + this->plan.roundLists[round];
    team.each(static_cast<int>(9 * (matrix.starts[endNode] - firstPair)),
      [&](int t)
      {
        const int pair = t / 9;
        double sum = 0.0;
        for (std::int64_t i = starts[pair]; i < starts[pair + 1]; ++i)
        {
          sum += matrices[9 * this->plan.lists[i] + t % 9];
        }
        const std::int32_t node = this->nodeOf(firstPair + pair, firstNode, endNode);
        double& entry =
          matrix
            .values[matrix.row(node).at(firstPair + pair - matrix.starts[node], t % 9 / 3, t % 3)];
        entry = addToValues ? entry + sum : sum;
      });
  }

  /// Returns the node whose row contains a block.
  TRABECULA_FUNCTION std::int32_t nodeOf(
    std::int64_t pair, std::int32_t low, std::int32_t high) const
  {
    while (high - low > 1)
    {
      const std::int32_t middle = low + (high - low) / 2;
      if (this->input.matrix.starts[middle] <= pair)
      {
        low = middle;
      }
      else
      {
        high = middle;
      }
    }
    return low;
  }
};
}

template <class Space>
SharedNonzeros<Space> makeSharedNonzeros(const Context<Space>& context,
  const ElementGroup<Space>& group, const NeighbourMatrix<Space>& neighbours)
{
  const SharedNonzeroMesh mesh = { group.nodesPerElement, group.connectivity.toHost(),
    group.starts.toHost(), group.incidences.toHost(), neighbours.starts.toHost(),
    neighbours.nodes.toHost() };
  const SharedNonzeroLists lists = makeSharedNonzeroLists(mesh, sharedElements(group.type));
  SharedNonzeros<Space> plan;
  const auto move = [&context](auto& target, const auto& source)
  { target = std::decay_t<decltype(target)>(context, source); };
  move(plan.patchNodes, lists.patchNodes);
  move(plan.patchRounds, lists.patchRounds);
  move(plan.roundElements, lists.roundElements);
  move(plan.elements, lists.elements);
  move(plan.roundLists, lists.roundLists);
  move(plan.listStarts, lists.listStarts);
  move(plan.lists, lists.lists);
  return plan;
}

template <class Space>
void assembleSharedNonzeros(const Context<Space>& context, const AssemblyInput& input,
  CellType type, const SharedNonzeros<Space>& plan, bool add)
{
  const detail::SharedNonzeroView view = { plan.patchNodes.data(), plan.patchRounds.data(),
    plan.roundElements.data(), plan.elements.data(), plan.roundLists.data(), plan.listStarts.data(),
    plan.lists.data() };
  withElement(type,
    [&](auto element)
    {
      using Values = detail::SharedNonzeroValues<decltype(element)>;
      forEachTeam<detail::SharedNonzeroThreads>(context,
        static_cast<std::int64_t>(plan.patchNodes.size()) - 1, Values::bytes(),
        Values{ input, view, add });
    });
}

template SharedNonzeros<CompiledSpace> makeSharedNonzeros(const Context<CompiledSpace>& context,
  const ElementGroup<CompiledSpace>& group, const NeighbourMatrix<CompiledSpace>& neighbours);
template void assembleSharedNonzeros(const Context<CompiledSpace>& context,
  const AssemblyInput& input, CellType type, const SharedNonzeros<CompiledSpace>& plan, bool add);

#ifndef __CUDACC__
int sharedElements(CellType type)
{
  return withElement(type,
    [](auto element) { return detail::SharedNonzeroValues<decltype(element)>::elementsAtOnce(); });
}

std::size_t sharedNonzerosMemory(CellType type, std::size_t elements, const NeighbourCounts& counts)
{
  const auto nodes = static_cast<std::size_t>(cellShape(type).nodes);
  const std::size_t rounds = elements * nodes / static_cast<std::size_t>(sharedElements(type)) +
    static_cast<std::size_t>(counts.rows);
  return elements * nodes * nodes * sizeof(std::int32_t) + elements * nodes * sizeof(std::int32_t) +
    rounds * static_cast<std::size_t>(counts.most + 6) * sizeof(std::int64_t);
}
#endif
}
