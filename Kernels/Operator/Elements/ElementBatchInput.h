#ifndef TRABECULA_OPERATOR_ELEMENTS_ELEMENTBATCHINPUT_H
#define TRABECULA_OPERATOR_ELEMENTS_ELEMENTBATCHINPUT_H

// Input of the loops over batches of elements.

#include "Element/Elements.h"
#include "Mesh/ElementBatches.h"
#include "Operator/Elements/ElementOperator.h"
#include "Operator/Elements/LawsOfElements.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
/// The values that are computed at the nodes of an element, for each component of a field.
enum class NodalForm
{
  Force,             ///< E K u, forces or flows
  Diagonal,          ///< of E K
  GradientTransposed ///< the transposed gradient at the centre, times values given there
};

/// Threads of a team on CUDA.
constexpr int BatchTeam = 128;

/// Number of elements of a batch: few if they have many nodes, so that several batches fit into
/// shared memory.
template <class Element>
constexpr int BatchSize = Element::Nodes > 10 ? 32
  : Element::Nodes > 4                        ? 128
                                              : 256;

/// Two values that are read at once.
struct alignas(16) ValuePair
{
  double first;
  double second;
};

/// A few small numbers that are read at once.
template <int Bytes>
struct alignas(Bytes) PackedNumbers
{
  std::uint16_t values[Bytes / 2];
};

/// The slots of an element's nodes, or the entries of a slot, read in words as wide as their number
/// allows.
template <int Nodes>
struct ElementSlots
{
  static constexpr int Bytes = Nodes % 8 == 0 ? 16 : Nodes % 4 == 0 ? 8 : 4;
  static constexpr int PerWord = Bytes / 2;
  using Word = PackedNumbers<Bytes>;

  Word words[Nodes / PerWord];

  TRABECULA_FUNCTION explicit ElementSlots(const std::uint16_t* slots)
  {
    const auto* source = reinterpret_cast<const Word*>(slots);
    TRABECULA_UNROLL
    for (int i = 0; i < Nodes / PerWord; ++i)
    {
      this->words[i] = source[i];
    }
  }
  TRABECULA_FUNCTION int operator[](int a) const
  {
    return this->words[a / PerWord].values[a % PerWord];
  }
};

/// An element array (Nodes * component + node) of the values of slots, which are read from memory:
/// values that are read once need no registers.
template <int Nodes, int Components>
struct SlotValues
{
  ElementSlots<Nodes> slots;
  const double* values;

  TRABECULA_FUNCTION double operator[](int i) const
  {
    return this->values[Components * this->slots[i % Nodes] + i / Nodes];
  }
};

/// An element array among those of a batch of Size elements.
template <int Size>
struct ElementResults
{
  double* first;

  TRABECULA_FUNCTION double& operator[](int i) const { return this->first[Size * i]; }
};

/// Element array (Nodes * component + node) of a nodal field.
template <class Element, int Components>
TRABECULA_FUNCTION void gatherElement(
  const std::int32_t* nodes, const double* field, double* values)
{
  for (int a = 0; a < Element::Nodes; ++a)
  {
    for (int c = 0; c < Components; ++c)
    {
      values[Element::Nodes * c + a] = field[Components * std::int64_t(nodes[a]) + c];
    }
  }
}

/// Input and output of the loops over batches.
template <class Law>
struct BatchInput
{
  ElementGroup group;
  const double* points;
  LawsOfElements<Law> laws;
  const double* moduli; ///< coefficients of the law
  /// Of NodalForm::Force; gradients of each element of NodalForm::GradientTransposed.
  const double* x;
  double* y;
  double* partials; ///< a value of each slot and component
  bool add;
};
}
}

#endif
