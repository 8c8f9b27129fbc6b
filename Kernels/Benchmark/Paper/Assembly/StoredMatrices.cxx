#include "Benchmark/Paper/Assembly/StoredMatrices.h"

#include "Core/Teams.h"
#include "Element/Elements.h"
#include "Operator/Assembled/Values/ElementAssembly.h"
#include "Operator/Assembled/Values/RowAssembly.h"

#include <algorithm>

namespace trabecula
{
namespace detail
{
/// Writes element matrices one after another.
template <class Element>
struct StoreMatrices
{
  static constexpr bool UpperOnly = false;

  double* matrices;

  TRABECULA_FUNCTION BlockTarget target(
    const AssemblyInput& /*input*/, std::int64_t element, int a, int b) const
  {
    constexpr int Nodes = Element::Nodes;
    return { this->matrices + 9 * ((Nodes * element + a) * Nodes + b), 3, 1 };
  }
  TRABECULA_FUNCTION void put(double* entry, double value) const { *entry = value; }
};

/// Computes the values of a node's row from stored element matrices.
template <class Element>
struct StoredRowValues
{
  static constexpr int Nodes = Element::Nodes;

  AssemblyInput input;
  int window;
  bool add;
  const double* matrices;

  static std::size_t bytes(int window)
  {
    return 9 * sizeof(double) * static_cast<std::size_t>(window);
  }

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t node, const Team& team, char* memory) const
  {
    auto* row = reinterpret_cast<double*>(memory);
    const std::int64_t first = this->input.group.starts[node];
    const std::int64_t last = this->input.group.starts[node + 1];
    const int neighbours = this->input.matrix.neighboursOf(node);
    for (int from = 0; from < neighbours; from += this->window)
    {
      const int count = neighbours - from < this->window ? neighbours - from : this->window;
      team.each(9 * count, [&](int i) { row[i] = 0.0; });
      for (std::int64_t i = first; i < last; ++i)
      {
        const std::int64_t begin = Nodes * std::int64_t(this->input.group.incidences[i]);
        team.each(BlockThreads,
          [&](int t)
          {
            for (int b = t / 9; b < Nodes; b += BlockThreads / 9)
            {
              const int place = this->input.places[begin + b] - from;
              if (place >= 0 && place < count)
              {
                row[9 * place + t % 9] += this->matrices[9 * (begin + b) + t % 9];
              }
            }
          });
      }
      writeRow(team, this->input, node, from, count, row, true, this->add);
    }
  }
};
}

template <class Space>
void storeElementMatrices(
  const Context<Space>& context, const AssemblyInput& input, CellType type, double* matrices)
{
  withElement(type,
    [&](auto element)
    {
      using Element = decltype(element);
      using Output = detail::StoreMatrices<Element>;
      using Matrices = detail::ElementMatrices<Element, Output>;
      const Matrices all{ input, nullptr, input.group.elements, Output{ matrices } };
      forEachTeam<32>(context, all.items(), Matrices::bytes(), all);
    });
}

template <class Space>
void assembleStored(const Context<Space>& context, const AssemblyInput& input, CellType type,
  int most, bool add, const double* matrices)
{
  const int window = std::min(most, detail::MostRowWindow);
  withElement(type,
    [&](auto element)
    {
      using Values = detail::StoredRowValues<decltype(element)>;
      forEachTeam<32>(
        context, input.matrix.nodes, Values::bytes(window), Values{ input, window, add, matrices });
    });
}

template void storeElementMatrices(const Context<CompiledSpace>& context,
  const AssemblyInput& input, CellType type, double* matrices);
template void assembleStored(const Context<CompiledSpace>& context, const AssemblyInput& input,
  CellType type, int most, bool add, const double* matrices);

#ifndef __CUDACC__
std::size_t elementMatrixBytes(CellType type)
{
  const auto nodes = static_cast<std::size_t>(cellShape(type).nodes);
  return 9 * nodes * nodes * sizeof(double);
}
#endif
}
