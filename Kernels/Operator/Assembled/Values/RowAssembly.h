#ifndef TRABECULA_OPERATOR_ASSEMBLED_VALUES_ROWASSEMBLY_H
#define TRABECULA_OPERATOR_ASSEMBLED_VALUES_ROWASSEMBLY_H

#include "Operator/Assembled/Values/ElementBlocks.h"

namespace trabecula
{
namespace detail
{
/// Blocks of a row that a team keeps in its scratch memory at a time.
constexpr int MostRowWindow = 512;

/// Writes the blocks [from, from + count) of a node's row, from sums of products or, if finished,
/// of blocks.
template <class Team>
TRABECULA_FUNCTION void writeRow(const Team& team, const AssemblyInput& input, std::int64_t node,
  int from, int count, const double* sums, bool finished, bool add)
{
  const RowLayout layout = input.matrix.row(node);
  team.each(BlockThreads,
    [&](int t)
    {
      const int i = t % 9 / 3;
      const int j = t % 3;
      double* entry = input.matrix.values + layout.at(from + t / 9, i, j);
      for (int k = t / 9; k < count; k += BlockThreads / 9)
      {
        const double* sum = sums + 9 * k;
        const double value =
          finished ? sum[3 * i + j] : blockEntry(sum, input.materials.common, i, j);
        *entry = add ? *entry + value : value;
        entry += BlockThreads / 9 * layout.block;
      }
    });
}

/// The values of a node's row, from the gradients of the elements around it.
template <class Element>
struct RowValues
{
  using Gradients = ElementGradients<Element>;
  static constexpr int Nodes = Element::Nodes;
  static constexpr int Points = Element::QuadraturePoints;
  /// Elements of few nodes are added several at a time: a thread then has a block; otherwise it has
  /// so many columns of an element.
  static constexpr int Together = 32 / Nodes;
  static constexpr int Columns = 3 * Nodes > 32 ? 2 : 1;

  AssemblyInput input;
  int window;
  bool add;

  std::size_t bytes() const
  {
    return sizeof(double) *
      static_cast<std::size_t>(
        Gradients::Doubles + 3 * Gradients::Elements * Points + 9 * this->window) +
      sizeof(std::int32_t) * static_cast<std::size_t>(Gradients::Elements * Nodes);
  }

  /// The scratch memory of a team.
  struct Scratch
  {
    Gradients gradients;
    double* left; ///< scaled gradients of the row's node at each point
    double* row;  ///< sums of products
    std::int32_t* places;

    TRABECULA_FUNCTION Scratch(char* memory, int blocks)
      : gradients(reinterpret_cast<double*>(memory)),
        left(reinterpret_cast<double*>(memory) + Gradients::Doubles),
        row(left + 3 * Gradients::Elements * Points),
        places(reinterpret_cast<std::int32_t*>(row + 9 * blocks))
    {
    }
  };

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t node, const Team& team, char* memory) const
  {
    const Scratch scratch(memory, this->window);
    const std::int64_t first = this->input.group.starts[node];
    const int around = static_cast<int>(this->input.group.starts[node + 1] - first);
    const int neighbours = this->input.matrix.neighboursOf(node);
    for (int from = 0; from < neighbours; from += this->window)
    {
      const int count = neighbours - from < this->window ? neighbours - from : this->window;
      team.each(9 * count, [&](int i) { scratch.row[i] = 0.0; });
      for (int begin = 0; begin < around; begin += Gradients::Elements)
      {
        const int left = around - begin;
        this->addElements(team, scratch, this->input.group.incidences + first + begin,
          left < Gradients::Elements ? left : Gradients::Elements, from, count);
      }
      writeRow(
        team, this->input, node, from, count, scratch.row, this->input.materialsVary(), this->add);
    }
  }

  template <class Team>
  TRABECULA_FUNCTION void addElements(const Team& team, const Scratch& scratch,
    const std::int32_t* incidences, int elements, int from, int count) const
  {
    scratch.gradients.compute(team, this->input, elements,
      [&](int slot) { return std::int64_t(incidences[slot]) / Nodes; });
    team.each(3 * elements * Points,
      [&](int i)
      {
        const int point = i / 3;
        const int a = incidences[point / Points] % Nodes;
        scratch.left[i] = scratch.gradients.scales[point] *
          scratch.gradients.gradients[point * Gradients::Stride + 3 * a + i % 3];
      });
    team.each(elements * Nodes,
      [&](int i)
      {
        // An incidence is Nodes * element + a.
        const std::int64_t incidence = incidences[i / Nodes];
        scratch.places[i] = this->input.places[Nodes * incidence + i % Nodes] - from;
      });
    const bool byBlocks = Together > 1 || this->input.materialsVary();
    for (int slot = 0; slot < elements; slot += byBlocks ? Together : 1)
    {
      if (byBlocks)
      {
        this->addBlocks(team, scratch, incidences, slot, elements, count);
      }
      else
      {
        this->addElement(team, scratch, slot, count);
      }
    }
  }

  /// Adds elements from a slot on: a thread computes a block, then the elements add theirs one
  /// after another. The team is a warp, all threads of which have to call wait().
  template <class Team>
  TRABECULA_FUNCTION void addBlocks(const Team& team, const Scratch& scratch,
    const std::int32_t* incidences, int first, int elements, int count) const
  {
    team.each(32,
      [&](int t)
      {
        const int slot = first + t / Nodes;
        const int b = t % Nodes;
        const int place =
          t < Together * Nodes && slot < elements ? scratch.places[slot * Nodes + b] : -1;
        const bool isInWindow = place >= 0 && place < count;
        double sum[9] = {};
        for (int q = 0; q < Points && isInWindow; ++q)
        {
          const double* left = scratch.left + 3 * (slot * Points + q);
          const double* right = scratch.gradients.at(slot, q) + 3 * b;
          TRABECULA_UNROLL
          for (int i = 0; i < 9; ++i)
          {
            sum[i] += left[i / 3] * right[i % 3];
          }
        }
        if (isInWindow && this->input.materialsVary())
        {
          const Elasticity material = this->input.material(incidences[slot] / Nodes);
          double product[9];
          TRABECULA_UNROLL
          for (int i = 0; i < 9; ++i)
          {
            product[i] = sum[i];
          }
          TRABECULA_UNROLL
          for (int i = 0; i < 9; ++i)
          {
            sum[i] = blockEntry(product, material, i / 3, i % 3);
          }
        }
        for (int turn = 0; turn < Together; ++turn)
        {
          if (isInWindow && t / Nodes == turn)
          {
            TRABECULA_UNROLL
            for (int i = 0; i < 9; ++i)
            {
              scratch.row[9 * place + i] += sum[i];
            }
          }
          team.wait();
        }
      });
  }

  /// Adds an element of many nodes: a thread computes some columns of its blocks.
  template <class Team>
  TRABECULA_FUNCTION void addElement(
    const Team& team, const Scratch& scratch, int slot, int count) const
  {
    constexpr int Threads = 3 * Nodes / Columns;
    team.each(Threads,
      [&](int t)
      {
        double sum[Columns][3] = {};
        for (int q = 0; q < Points; ++q)
        {
          const double* left = scratch.left + 3 * (slot * Points + q);
          const double* right = scratch.gradients.at(slot, q) + t;
          TRABECULA_UNROLL
          for (int c = 0; c < Columns; ++c)
          {
            TRABECULA_UNROLL
            for (int i = 0; i < 3; ++i)
            {
              sum[c][i] += left[i] * right[c * Threads];
            }
          }
        }
        TRABECULA_UNROLL
        for (int c = 0; c < Columns; ++c)
        {
          const int column = t + c * Threads;
          const int place = scratch.places[slot * Nodes + column / 3];
          if (place >= 0 && place < count)
          {
            TRABECULA_UNROLL
            for (int i = 0; i < 3; ++i)
            {
              scratch.row[9 * place + 3 * i + column % 3] += sum[c][i];
            }
          }
        }
      });
  }
};
}
}

#endif
