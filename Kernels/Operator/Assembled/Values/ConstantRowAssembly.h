#ifndef TRABECULA_OPERATOR_ASSEMBLED_VALUES_CONSTANTROWASSEMBLY_H
#define TRABECULA_OPERATOR_ASSEMBLED_VALUES_CONSTANTROWASSEMBLY_H

#include "Core/Execution/Bits.h"
#include "Operator/Assembled/Values/RowAssembly.h"

namespace trabecula
{
namespace detail
{
/// Sets bits while other threads may do so, too; the order has no influence.
TRABECULA_FUNCTION void setBits(std::uint32_t* bits, std::uint32_t added)
{
#ifdef __CUDA_ARCH__
  atomicOr(bits, added);
#else
  *bits |= added;
#endif
}

/**
 * RowValues for elements of constant gradients: they have few nodes, so that a thread a column
 * would leave most threads without work.
 *
 * A thread computes the gradients of an element, then a thread sums the block of a neighbour over
 * the elements that have it. The block of the node itself is minus the sum of the others, as equal
 * displacements of all nodes cause no force.
 */
template <class Element>
struct ConstantRowValues
{
  static constexpr int Nodes = Element::Nodes;
  static constexpr int Elements = 32; ///< at a time: a bit each
  /// Gradients, and the scaled one of the row's node.
  static constexpr int Stride = 3 * Nodes + 3;
  static_assert(Nodes == 4 && Element::QuadraturePoints == 1, "two bits for the number of a node");

  AssemblyInput input;
  int most;
  bool add;

  static std::size_t bytes(int most)
  {
    return sizeof(double) * static_cast<std::size_t>(Elements * Stride + 9 * most) +
      sizeof(std::uint32_t) * static_cast<std::size_t>(3 * most);
  }

  struct Scratch
  {
    double* gradients;
    double* row;
    std::uint32_t* has;    ///< of each neighbour, a bit for each element that has it
    std::uint32_t* first;  ///< in these bits, the lower bit of its number in the element
    std::uint32_t* second; ///< in these bits, the higher bit

    TRABECULA_FUNCTION Scratch(char* memory, int most)
      : gradients(reinterpret_cast<double*>(memory)), row(gradients + Elements * Stride),
        has(reinterpret_cast<std::uint32_t*>(row + 9 * most)), first(has + most),
        second(first + most)
    {
    }
  };

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t node, const Team& team, char* memory) const
  {
    const Scratch scratch(memory, this->most);
    const std::int64_t begin = this->input.group.starts[node];
    const int around = static_cast<int>(this->input.group.starts[node + 1] - begin);
    const int neighbours = this->input.matrix.neighboursOf(node);
    team.each(9 * neighbours,
      [&](int i)
      {
        scratch.row[i] = 0.0;
        if (i < neighbours)
        {
          scratch.has[i] = scratch.first[i] = scratch.second[i] = 0;
        }
      });
    if (around > 0)
    {
      const std::int64_t incidence = this->input.group.incidences[begin];
      const int itself = this->input.places[Nodes * incidence + incidence % Nodes];
      for (int from = 0; from < around; from += Elements)
      {
        const int count = around - from < Elements ? around - from : Elements;
        const std::int32_t* incidences = this->input.group.incidences + begin + from;
        team.each(count, [&](int slot) { this->computeElement(scratch, incidences[slot], slot); });
        team.each(neighbours,
          [&](int k)
          {
            if (k != itself)
            {
              this->addNeighbour(scratch, k);
            }
            scratch.has[k] = scratch.first[k] = scratch.second[k] = 0;
          });
      }
      team.each(9,
        [&](int i)
        {
          double sum = 0.0;
          for (int k = 0; k < neighbours; ++k)
          {
            sum += k == itself ? 0.0 : scratch.row[9 * k + i];
          }
          scratch.row[9 * itself + i] = -sum;
        });
    }
    writeRow(team, this->input, node, 0, neighbours, scratch.row, false, this->add);
  }

  TRABECULA_FUNCTION void computeElement(
    const Scratch& scratch, std::int64_t incidence, int slot) const
  {
    const std::int64_t element = incidence / Nodes;
    const std::int32_t* nodes = this->input.group.connectivity + Nodes * element;
    double x[3 * Nodes];
    double g[3 * Nodes];
    TRABECULA_UNROLL
    for (int a = 0; a < Nodes; ++a)
    {
      const double* point = this->input.points + 3 * std::int64_t(nodes[a]);
      for (int c = 0; c < 3; ++c)
      {
        x[Nodes * c + a] = point[c];
      }
    }
    const double scale = this->input.modulus(element) * Element::gradients(x, 0, g);
    double* stored = scratch.gradients + Stride * slot;
    TRABECULA_UNROLL
    for (int i = 0; i < 3 * Nodes; ++i)
    {
      stored[i] = g[i];
    }
    const double* own = stored + 3 * (incidence % Nodes);
    for (int c = 0; c < 3; ++c)
    {
      stored[3 * Nodes + c] = scale * own[c];
    }
    const std::uint32_t bit = std::uint32_t(1) << slot;
    TRABECULA_UNROLL
    for (int b = 0; b < Nodes; ++b)
    {
      const int place = this->input.places[Nodes * incidence + b];
      setBits(scratch.has + place, bit);
      if (b & 1)
      {
        setBits(scratch.first + place, bit);
      }
      if (b & 2)
      {
        setBits(scratch.second + place, bit);
      }
    }
  }

  TRABECULA_FUNCTION void addNeighbour(const Scratch& scratch, int k) const
  {
    std::uint32_t has = scratch.has[k];
    const std::uint32_t first = scratch.first[k];
    const std::uint32_t second = scratch.second[k];
    double sum[9] = {};
    while (has != 0)
    {
      const int slot = lowestBit(has);
      has &= has - 1;
      const int b = static_cast<int>((first >> slot & 1U) | (second >> slot & 1U) << 1);
      const double* left = scratch.gradients + Stride * slot + 3 * Nodes;
      const double* right = scratch.gradients + Stride * slot + 3 * b;
      TRABECULA_UNROLL
      for (int i = 0; i < 9; ++i)
      {
        sum[i] += left[i / 3] * right[i % 3];
      }
    }
    TRABECULA_UNROLL
    for (int i = 0; i < 9; ++i)
    {
      scratch.row[9 * k + i] += sum[i];
    }
  }
};
}
}

#endif
