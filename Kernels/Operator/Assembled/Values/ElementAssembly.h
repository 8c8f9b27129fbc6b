#ifndef TRABECULA_OPERATOR_ASSEMBLED_VALUES_ELEMENTASSEMBLY_H
#define TRABECULA_OPERATOR_ASSEMBLED_VALUES_ELEMENTASSEMBLY_H

#include "Core/Teams.h"
#include "Operator/Assembled/Values/ElementBlocks.h"

namespace trabecula
{
namespace detail
{
/// The place of a block in a matrix, with the strides between its rows and columns.
struct BlockTarget
{
  double* begin;
  std::int32_t row;
  std::int32_t column;
};

/// Adds element matrices to the assembled one. Where elements are added at the same time, by
/// atomics, which bound the time, only to the blocks on and right of the diagonal: see
/// mirrorUpperBlocks().
template <class Element, bool Shared>
struct AddToMatrix
{
  static constexpr bool UpperOnly = Shared;

  TRABECULA_FUNCTION BlockTarget target(
    const AssemblyInput& input, std::int64_t element, int a, int b) const
  {
    constexpr int Nodes = Element::Nodes;
    const std::int64_t incidence = Nodes * element + a;
    const RowLayout layout = input.matrix.row(input.group.connectivity[incidence]);
    const int place = input.places[Nodes * incidence + b];
    return { input.matrix.values + layout.begin + place * layout.block,
      static_cast<std::int32_t>(layout.row), static_cast<std::int32_t>(layout.column) };
  }
  TRABECULA_FUNCTION void put(double* entry, double value) const
  {
    if (Shared)
    {
      addShared(entry, value);
    }
    else
    {
      *entry += value;
    }
  }
};

/**
 * The matrices of a few elements. Threads compute the products of pairs of nodes in rounds, and
 * write the blocks of a round together, so that neighbouring threads write side by side.
 */
template <class Element, class Output>
struct ElementMatrices
{
  using Gradients = ElementGradients<Element>;
  static constexpr int Nodes = Element::Nodes;
  static constexpr int Pairs = Nodes * (Nodes + 1) / 2;
  static constexpr int Round = 32;
  /// Odd, so that threads use different banks of shared memory.
  static constexpr int Stride = 9;
  /// Blocks of a pair: its own and, unless left out, the transposed one.
  static constexpr int Targets = Output::UpperOnly ? 1 : 2;

  AssemblyInput input;
  const std::int32_t* elements;
  std::int64_t count;
  Output output;

  static std::size_t bytes()
  {
    return sizeof(double) * static_cast<std::size_t>(Gradients::Doubles + Stride * Round) +
      sizeof(BlockTarget) * std::size_t(Targets * Round);
  }
  std::int64_t items() const
  {
    return (this->count + Gradients::Elements - 1) / Gradients::Elements;
  }

  struct Scratch
  {
    Gradients gradients;
    double* blocks;
    BlockTarget* targets; ///< of a pair's blocks; that of the transposed is null on the diagonal

    TRABECULA_FUNCTION explicit Scratch(char* memory)
      : gradients(reinterpret_cast<double*>(memory)),
        blocks(reinterpret_cast<double*>(memory) + Gradients::Doubles),
        targets(reinterpret_cast<BlockTarget*>(blocks + Stride * Round))
    {
    }
  };

  TRABECULA_FUNCTION std::int64_t elementAt(std::int64_t position) const
  {
    return this->elements ? this->elements[position] : position;
  }

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t item, const Team& team, char* memory) const
  {
    const Scratch scratch(memory);
    const std::int64_t first = item * Gradients::Elements;
    const std::int64_t rest = this->count - first;
    const int here = rest < Gradients::Elements ? static_cast<int>(rest) : Gradients::Elements;
    scratch.gradients.compute(
      team, this->input, here, [&](int slot) { return this->elementAt(first + slot); });
    for (int from = 0; from < here * Pairs; from += Round)
    {
      const int pairs = here * Pairs - from < Round ? here * Pairs - from : Round;
      this->computeRound(team, scratch, first, from, pairs);
      this->writeRound(team, scratch, pairs);
    }
  }

  template <class Team>
  TRABECULA_FUNCTION void computeRound(
    const Team& team, const Scratch& scratch, std::int64_t first, int from, int pairs) const
  {
    team.each(pairs,
      [&](int p)
      {
        const int slot = (from + p) / Pairs;
        int a = 0;
        int b = 0;
        double m[9];
        pairOf<Nodes>((from + p) % Pairs, a, b);
        const std::int64_t element = this->elementAt(first + slot);
        if (Output::UpperOnly)
        {
          const std::int32_t* nodes = this->input.group.connectivity + Nodes * element;
          if (nodes[a] > nodes[b])
          {
            const int other = a;
            a = b;
            b = other;
          }
        }
        scratch.gradients.product(slot, a, b, m);
        const Elasticity material = this->input.material(element);
        for (int i = 0; i < 9; ++i)
        {
          scratch.blocks[Stride * p + i] = blockEntry(m, material, i / 3, i % 3);
        }
        scratch.targets[Targets * p] = this->output.target(this->input, element, a, b);
        if (!Output::UpperOnly)
        {
          scratch.targets[Targets * p + 1] =
            a == b ? BlockTarget{ nullptr, 0, 0 } : this->output.target(this->input, element, b, a);
        }
      });
  }

  template <class Team>
  TRABECULA_FUNCTION void writeRound(const Team& team, const Scratch& scratch, int pairs) const
  {
    team.each(BlockThreads,
      [&](int t)
      {
        const int i = t % 9 / 3;
        const int j = t % 3;
        for (int block = t / 9; block < Targets * pairs; block += BlockThreads / 9)
        {
          const BlockTarget target = scratch.targets[block];
          const int entry = block % Targets != 0 ? 3 * j + i : 3 * i + j;
          if (target.begin)
          {
            this->output.put(target.begin + i * target.row + std::int64_t(j) * target.column,
              scratch.blocks[Stride * (block / Targets) + entry]);
          }
        }
      });
  }
};

/// Sets the blocks left of the diagonal to the transposes of those right of it.
struct MirrorUpperBlocks
{
  static constexpr int Window = 256; ///< blocks whose places are found at a time

  MatrixView matrix;

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t node, const Team& team, char* memory) const
  {
    auto* places = reinterpret_cast<std::int32_t*>(memory);
    const std::int32_t* neighbours = this->matrix.neighbours + this->matrix.starts[node];
    const RowLayout row = this->matrix.row(node);
    const int left = this->matrix.neighboursOf(node) == 0
      ? 0
      : this->matrix.placeOf(node, static_cast<std::int32_t>(node));
    for (int from = 0; from < left; from += Window)
    {
      const int count = left - from < Window ? left - from : Window;
      team.each(count,
        [&](int k) {
          places[k] = this->matrix.placeOf(neighbours[from + k], static_cast<std::int32_t>(node));
        });
      team.each(BlockThreads,
        [&](int t)
        {
          const int i = t % 9 / 3;
          const int j = t % 3;
          for (int k = t / 9; k < count; k += BlockThreads / 9)
          {
            const RowLayout other = this->matrix.row(neighbours[from + k]);
            this->matrix.values[row.at(from + k, i, j)] =
              this->matrix.values[other.at(places[k], j, i)];
          }
        });
    }
  }
};
}
}

#endif
