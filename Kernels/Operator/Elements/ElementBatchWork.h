#ifndef TRABECULA_OPERATOR_ELEMENTS_ELEMENTBATCHWORK_H
#define TRABECULA_OPERATOR_ELEMENTS_ELEMENTBATCHWORK_H

// What a team of threads does with a batch of elements, for each space and element.

#include "Core/Parallel.h"
#include "Core/Teams.h"
#include "Element/Elements.h"
#include "Operator/Elements/ElementHostKernels.h"
#include "Operator/Elements/ElementOperator.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace detail
{
/// What elements have at their nodes.
enum class NodalForm
{
  Force,   ///< E K u
  Diagonal ///< of E K
};

/// Threads of a team on CUDA.
constexpr int BatchTeam = 128;

/// How many elements a batch has: few of many nodes, so that several fit into shared memory.
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

/// An element array (Nodes * component + node) of what slots have, read where it is: what is read
/// once need not be in registers.
template <int Nodes>
struct SlotValues
{
  ElementSlots<Nodes> slots;
  const double* values;

  TRABECULA_FUNCTION double operator[](int i) const
  {
    return this->values[3 * this->slots[i % Nodes] + i / Nodes];
  }
};

/// An element array among those of a batch of Size elements.
template <int Size>
struct ElementResults
{
  double* first;

  TRABECULA_FUNCTION double& operator[](int i) const { return this->first[Size * i]; }
};

/// What the loops over batches read and write.
struct BatchInput
{
  ElementGroup group;
  const double* points;
  UnitMaterials materials;
  double commonRatio; ///< Poisson's, unless materials vary
  const double* moduli;
  const double* x; ///< of NodalForm::Force
  double* y;
  double* partials; ///< 3 of each slot
  bool add;
};

/**
 * Computes what a batch's elements have at their nodes, and sums it at the nodes of the batch: in y
 * where no other batch has the node, else in the partial sums.
 *
 * On CUDA a thread has an element, unless that has so many nodes that they do not fit into its
 * registers: then it has a quadrature point, and in a second step a node. The host's vector
 * instructions take several elements at once.
 */
template <class Space, class Element, NodalForm Form>
struct BatchWork
{
  static constexpr int Nodes = Element::Nodes;
  static constexpr int Points = Element::QuadraturePoints;
  static constexpr int Size = BatchSize<Element>;
  static constexpr bool OnHost = Space::Id == ExecutionSpace::Host;
  static constexpr bool ByPoint = !OnHost && Form == NodalForm::Force && Points > 8;
  /// Elements that are multiplied by points at a time.
  static constexpr int Round = 16;
  /// Nine and one more, so that pairs are aligned.
  static constexpr int StressStride = 10;
  /// Results: the three of a node together, or one component of one node of all elements.
  static constexpr bool NodeByNode = OnHost || ByPoint;

  BatchInput input;

  static std::size_t bytes(int mostSlots)
  {
    const int fields = OnHost ? 0 : 6 * mostSlots;
    const int stresses = ByPoint ? Round * Points * StressStride : 0;
    return sizeof(double) * static_cast<std::size_t>(fields + stresses + 3 * Nodes * Size);
  }

  using SlotEntries = ElementSlots<ElementBatches::EntriesPerSlot>;

  /// Of a team; all aligned for pairs.
  struct Scratch
  {
    double* fields;
    double* stresses;
    double* results;

    TRABECULA_FUNCTION Scratch(char* memory, int mostSlots)
      : fields(reinterpret_cast<double*>(memory)), stresses(fields + (OnHost ? 0 : 6 * mostSlots)),
        results(stresses + (ByPoint ? Round * Points * StressStride : 0))
    {
    }
  };

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t batch, const Team& team, char* memory) const
  {
    const ElementGroup& group = this->input.group;
    const Scratch scratch(memory, group.mostSlots);
    const std::int64_t first = batch * Size;
    const std::int64_t left = group.elements - first;
    const int elements = left < Size ? static_cast<int>(left) : Size;
    const std::int32_t begin = group.starts[batch];
    const int slots = group.starts[batch + 1] - begin;
    if constexpr (OnHost)
    {
      this->computeOnHost(first, elements, scratch.results);
    }
    else
    {
      this->load(team, scratch, begin, slots);
      if constexpr (ByPoint)
      {
        for (int from = 0; from < elements; from += Round)
        {
          const int count = elements - from < Round ? elements - from : Round;
          this->computePoints(team, scratch, first + from, count);
          this->computeNodes(team, scratch, from, count);
        }
      }
      else
      {
        this->computeElements(team, scratch, first, elements);
      }
    }
    team.each(slots, [&](int slot) { this->sumSlot(scratch.results, begin + slot); });
  }

private:
  /// Where a value of a slot is: the position, then the displacement.
  TRABECULA_FUNCTION int fieldOf(int slot, int c) const
  {
    return ByPoint ? 6 * slot + c
                   : 3 * slot + (c < 3 ? c : 3 * this->input.group.mostSlots + c - 3);
  }

  template <class Team>
  TRABECULA_FUNCTION void load(
    const Team& team, const Scratch& scratch, std::int32_t begin, int slots) const
  {
    team.each(slots,
      [&](int slot)
      {
        const std::int32_t number = this->input.group.nodes[begin + slot];
        const std::int64_t entry = 3 * std::int64_t(number < 0 ? ~number : number);
        double values[6] = {};
        TRABECULA_UNROLL
        for (int c = 0; c < 3; ++c)
        {
          values[c] = this->input.points[entry + c];
          if (Form == NodalForm::Force)
          {
            values[3 + c] = this->input.x[entry + c];
          }
        }
        TRABECULA_UNROLL
        for (int c = 0; c < 6; ++c)
        {
          scratch.fields[this->fieldOf(slot, c)] = values[c];
        }
      });
  }

  template <class Team>
  TRABECULA_FUNCTION void computeElements(
    const Team& team, const Scratch& scratch, std::int64_t first, int elements) const
  {
    team.each(elements,
      [&](int e)
      {
        const ElementSlots<Nodes> slots(this->input.group.corners + Nodes * (first + e));
        const int third = 3 * this->input.group.mostSlots;
        const SlotValues<Nodes> x{ slots, scratch.fields };
        const SlotValues<Nodes> u{ slots, scratch.fields + third };
        const ElementResults<Size> f{ scratch.results + e };
        if constexpr (Form == NodalForm::Force && Points == 1)
        {
          const std::int64_t number = this->input.group.numbers[first + e];
          Element::product(x, u, this->input.moduli[number], this->input.materials.of(number), f);
        }
        else
        {
          double positions[3 * Nodes];
          double displacements[3 * Nodes];
          double forces[3 * Nodes];
          TRABECULA_UNROLL
          for (int i = 0; i < 3 * Nodes; ++i)
          {
            positions[i] = x[i];
            displacements[i] = Form == NodalForm::Force ? u[i] : 0.0;
          }
          this->formOf(first + e, positions, displacements, forces);
          TRABECULA_UNROLL
          for (int i = 0; i < 3 * Nodes; ++i)
          {
            f[i] = forces[i];
          }
        }
      });
  }

  TRABECULA_FUNCTION void formOf(std::int64_t e, const double* x, const double* u, double* f) const
  {
    const std::int64_t number = this->input.group.numbers[e];
    const hex8::UnitMaterial material = this->input.materials.of(number);
    const double modulus = this->input.moduli[number];
    if (Form == NodalForm::Force)
    {
      Element::product(x, u, modulus, material, f);
      return;
    }
    Element::diagonal(x, material, f);
    for (int i = 0; i < 3 * Nodes; ++i)
    {
      f[i] *= modulus;
    }
  }

  /// Stresses, by which derivatives of shape functions are multiplied to forces. A warp has an
  /// element at a time and a thread always the same point, the derivatives at which it keeps.
  template <class Team>
  TRABECULA_FUNCTION void computePoints(
    const Team& team, const Scratch& scratch, std::int64_t first, int elements) const
  {
    static_assert(Points <= 32, "a point a thread of a warp");
    team.each(BatchTeam,
      [&](int t)
      {
        const int q = t % 32;
        if (q >= Points)
        {
          return;
        }
        double derivatives[3 * Nodes];
        TRABECULA_UNROLL
        for (int i = 0; i < 3 * Nodes; ++i)
        {
          derivatives[i] = this->input.group.derivativesByNode[i * Points + q];
        }
        double p[3];
        const double weight = Element::quadraturePoint(q, p);
        for (int e = t / 32; e < elements; e += BatchTeam / 32)
        {
          const ElementSlots<Nodes> slots(this->input.group.corners + Nodes * (first + e));
          const std::int64_t number = this->input.group.numbers[first + e];
          computePoint(scratch.fields, slots, derivatives, weight * this->input.moduli[number],
            this->input.materials.of(number), scratch.stresses + StressStride * (Points * e + q));
        }
      });
  }

  TRABECULA_FUNCTION static void computePoint(const double* fields,
    const ElementSlots<Nodes>& slots, const double* derivatives, double scale,
    const hex8::UnitMaterial material, double* stress)
  {
    double j[9] = {};
    double h[9] = {};
    double s[9];
    TRABECULA_UNROLL
    for (int a = 0; a < Nodes; ++a)
    {
      const auto* values = reinterpret_cast<const ValuePair*>(fields + 6 * slots[a]);
      const ValuePair p0 = values[0];
      const ValuePair p1 = values[1];
      const ValuePair p2 = values[2];
      TRABECULA_UNROLL
      for (int k = 0; k < 3; ++k)
      {
        const double d = derivatives[3 * a + k];
        j[k] += p0.first * d;
        j[3 + k] += p0.second * d;
        j[6 + k] += p1.first * d;
        h[k] += p1.second * d;
        h[3 + k] += p2.first * d;
        h[6 + k] += p2.second * d;
      }
    }
    Element::stressAtPoint(j, h, scale, material, s);
    auto* out = reinterpret_cast<ValuePair*>(stress);
    TRABECULA_UNROLL
    for (int k = 0; k < 4; ++k)
    {
      out[k] = { s[2 * k], s[2 * k + 1] };
    }
    out[4] = { s[8], 0.0 };
  }

  /// Forces, of two elements at a time, so that derivatives are read for both.
  template <class Team>
  TRABECULA_FUNCTION void computeNodes(
    const Team& team, const Scratch& scratch, int from, int elements) const
  {
    const int pairs = (elements + 1) / 2;
    team.each(pairs * Nodes,
      [&](int i)
      {
        const int a = i % Nodes;
        const int e = i / Nodes;
        const bool both = e + pairs < elements;
        const double* derivatives = this->input.group.derivativesByPoint + a;
        const auto* stresses = reinterpret_cast<const ValuePair*>(scratch.stresses);
        const ValuePair* left = stresses + StressStride / 2 * Points * e;
        const ValuePair* right = both ? left + StressStride / 2 * Points * pairs : left;
        double f[3] = {};
        double g[3] = {};
        for (int q = 0; q < Points; ++q)
        {
          const double d0 = derivatives[(3 * q) * Nodes];
          const double d1 = derivatives[(3 * q + 1) * Nodes];
          const double d2 = derivatives[(3 * q + 2) * Nodes];
          addForce(left + StressStride / 2 * q, d0, d1, d2, f);
          addForce(right + StressStride / 2 * q, d0, d1, d2, g);
        }
        for (int c = 0; c < 3; ++c)
        {
          scratch.results[3 * (Nodes * (from + e) + a) + c] = f[c];
          if (both)
          {
            scratch.results[3 * (Nodes * (from + e + pairs) + a) + c] = g[c];
          }
        }
      });
  }

  TRABECULA_FUNCTION static void addForce(
    const ValuePair* s, double d0, double d1, double d2, double* f)
  {
    f[0] += s[0].first * d0 + s[0].second * d1 + s[1].first * d2;
    f[1] += s[1].second * d0 + s[2].first * d1 + s[2].second * d2;
    f[2] += s[3].first * d0 + s[3].second * d1 + s[4].first * d2;
  }

  /// By vector instructions where there is such a loop, else one element after another.
  void computeOnHost(std::int64_t first, int elements, double* results) const
  {
    const ElementGroup& group = this->input.group;
    if (Form == NodalForm::Force && !this->input.materials.ratios &&
      elementHostKernels().multiply(
        { static_cast<int>(Element::Type), elements, group.numbers + first,
          group.connectivity + Nodes * first, this->input.points, this->input.commonRatio },
        this->input.moduli, this->input.x, results))
    {
      return;
    }
    for (int e = 0; e < elements; ++e)
    {
      const std::int32_t* nodes = group.connectivity + Nodes * (first + e);
      double x[3 * Nodes];
      double u[3 * Nodes] = {};
      double f[3 * Nodes];
      gatherElement<Element>(nodes, this->input.points, x);
      if (Form == NodalForm::Force)
      {
        gatherElement<Element>(nodes, this->input.x, u);
      }
      this->formOf(first + e, x, u, f);
      for (int i = 0; i < 3 * Nodes; ++i)
      {
        results[3 * (Nodes * e + i % Nodes) + i / Nodes] = f[i];
      }
    }
  }

  TRABECULA_FUNCTION void sumSlot(const double* results, std::int64_t slot) const
  {
    const std::int32_t number = this->input.group.nodes[slot];
    const SlotEntries entries(this->input.group.entries + ElementBatches::EntriesPerSlot * slot);
    double sum[3] = {};
    TRABECULA_UNROLL
    for (int k = 0; k < ElementBatches::EntriesPerSlot; ++k)
    {
      const int entry = entries[k];
      if (entry != ElementBatches::NoEntry)
      {
        TRABECULA_UNROLL
        for (int c = 0; c < 3; ++c)
        {
          sum[c] += NodeByNode ? results[3 * (Nodes * (entry % Size) + entry / Size) + c]
                               : results[Size * Nodes * c + entry];
        }
      }
    }
    const bool alone = number < 0;
    double* target =
      alone ? this->input.y + 3 * std::int64_t(~number) : this->input.partials + 3 * slot;
    for (int c = 0; c < 3; ++c)
    {
      target[c] = alone && this->input.add ? target[c] + sum[c] : sum[c];
    }
  }
};

/// y = (or +=) the sums over the elements of a group of what they have at their nodes.
template <class Space, class Element, NodalForm Form>
void sumAtNodes(const Context<Space>& context, const BatchInput& input)
{
  using Work = BatchWork<Space, Element, Form>;
  const ElementGroup& group = input.group;
  // A batch is much work: single ones are given to the host's threads.
  forEachTeam<BatchTeam, 1>(context, group.batches, Work::bytes(group.mostSlots), Work{ input });
  const double* partials = input.partials;
  double* y = input.y;
  const bool add = input.add;
  forEach(
    context, 3 * group.sharedNodes, TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t shared = i / 3;
      const std::int64_t c = i % 3;
      double sum = 0.0;
      for (std::int32_t k = group.sharedStarts[shared]; k < group.sharedStarts[shared + 1]; ++k)
      {
        sum += partials[3 * std::int64_t(group.sharedSlots[k]) + c];
      }
      double& target = y[3 * std::int64_t(group.nodesShared[shared]) + c];
      target = add ? target + sum : sum;
    });
}
}
}

#endif
