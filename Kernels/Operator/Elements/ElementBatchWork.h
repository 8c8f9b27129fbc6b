#ifndef TRABECULA_OPERATOR_ELEMENTS_ELEMENTBATCHWORK_H
#define TRABECULA_OPERATOR_ELEMENTS_ELEMENTBATCHWORK_H

// The work of a team of threads on a batch of elements, for each space, element and law.

#include "Operator/Elements/ElementBatchInput.h"

#include "Core/Parallel.h"
#include "Core/Teams.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace detail
{
/**
 * Computes the nodal values of a batch's elements, and sums them at the nodes of the batch: in y if
 * no other batch has the node, else in the partial sums.
 *
 * On CUDA a thread computes an element, unless that has so many nodes that they do not fit into its
 * registers: then it computes a quadrature point, and in a second step a node. The host's vector
 * instructions take several elements at once.
 */
template <class Space, class Element, NodalForm Form, class Law>
struct BatchWork
{
  static constexpr int Nodes = Element::Nodes;
  static constexpr int Components = Law::Components;
  /// Coordinates and the field of a node.
  static constexpr int Fields = 3 + Components;
  static constexpr int Points = Element::QuadraturePoints;
  static constexpr int Size = BatchSize<Element>;
  static constexpr bool OnHost = Space::Id == ExecutionSpace::Host;
  static constexpr bool ByPoint =
    !OnHost && Form == NodalForm::Force && Points > 8 && Law::OfGradients;
  /// Values that are read once, or few of them at a time, are not copied to registers.
  static constexpr bool FromSlots = Form == NodalForm::Force && (Points == 1 || !Law::OfGradients);
  /// Elements that are multiplied by points at a time.
  static constexpr int Round = 16;
  /// Rows of three and one more, so that pairs are aligned: an even number.
  static constexpr int StressStride = 3 * Components + 1;
  static_assert(Fields % 2 == 0 && StressStride % 2 == 0, "pairs");
  /// Results: the components of a node together, or one component of one node of all elements.
  static constexpr bool NodeByNode = OnHost || ByPoint;

  BatchInput<Law> input;

  /// An even number, so that the arrays after the fields are aligned for pairs.
  TRABECULA_FUNCTION static int numberOfFields(int mostSlots)
  {
    return OnHost ? 0 : Fields * mostSlots;
  }
  static std::size_t bytes(int mostSlots)
  {
    const int stresses = ByPoint ? Round * Points * StressStride : 0;
    return sizeof(double) *
      static_cast<std::size_t>(numberOfFields(mostSlots) + stresses + Components * Nodes * Size);
  }

  using SlotEntries = ElementSlots<ElementBatches::EntriesPerSlot>;

  /// The scratch memory of a team; all arrays are aligned for pairs.
  struct Scratch
  {
    double* fields;
    double* stresses;
    double* results;

    TRABECULA_FUNCTION Scratch(char* memory, int mostSlots)
      : fields(reinterpret_cast<double*>(memory)), stresses(fields + numberOfFields(mostSlots)),
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
  /// The place of a value of a slot: of its position, then of its field.
  TRABECULA_FUNCTION int fieldOf(int slot, int c) const
  {
    return ByPoint ? Fields * slot + c
      : c < 3      ? 3 * slot + c
                   : Components * slot + 3 * this->input.group.mostSlots + c - 3;
  }

  template <class Team>
  TRABECULA_FUNCTION void load(
    const Team& team, const Scratch& scratch, std::int32_t begin, int slots) const
  {
    team.each(slots,
      [&](int slot)
      {
        const std::int32_t number = this->input.group.nodes[begin + slot];
        const std::int64_t node = number < 0 ? ~number : number;
        double values[Fields] = {};
        TRABECULA_UNROLL
        for (int c = 0; c < 3; ++c)
        {
          values[c] = this->input.points[3 * node + c];
        }
        TRABECULA_UNROLL
        for (int c = 0; c < Components && Form == NodalForm::Force; ++c)
        {
          values[3 + c] = this->input.x[Components * node + c];
        }
        TRABECULA_UNROLL
        for (int c = 0; c < Fields; ++c)
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
        const SlotValues<Nodes, 3> x{ slots, scratch.fields };
        const SlotValues<Nodes, Components> u{ slots, scratch.fields + third };
        const ElementResults<Size> f{ scratch.results + e };
        if constexpr (FromSlots)
        {
          const std::int64_t number = this->input.group.numbers[first + e];
          Element::product(x, u, this->input.moduli[number], this->input.laws.of(number), f);
        }
        else
        {
          double positions[3 * Nodes];
          double values[Components * Nodes];
          double forces[Components * Nodes];
          TRABECULA_UNROLL
          for (int i = 0; i < 3 * Nodes; ++i)
          {
            positions[i] = x[i];
          }
          TRABECULA_UNROLL
          for (int i = 0; i < Components * Nodes; ++i)
          {
            values[i] = Form == NodalForm::Force ? u[i] : 0.0;
          }
          this->formOf(first + e, positions, values, forces);
          TRABECULA_UNROLL
          for (int i = 0; i < Components * Nodes; ++i)
          {
            f[i] = forces[i];
          }
        }
      });
  }

  TRABECULA_FUNCTION void formOf(std::int64_t e, const double* x, const double* u, double* f) const
  {
    const std::int64_t number = this->input.group.numbers[e];
    if (Form == NodalForm::GradientTransposed)
    {
      Element::template centreGradientTransposed<Components>(
        x, this->input.x + 3 * Components * number, f);
      return;
    }
    const Law law = this->input.laws.of(number);
    const double modulus = this->input.moduli[number];
    if (Form == NodalForm::Force)
    {
      Element::product(x, u, modulus, law, f);
      return;
    }
    Element::diagonal(x, law, f);
    for (int i = 0; i < Components * Nodes; ++i)
    {
      f[i] *= modulus;
    }
  }

  /// Computes the stresses at points. A warp takes an element at a time, and a thread always the
  /// same point, of which it keeps the derivatives of shape functions.
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
            this->input.laws.of(number), scratch.stresses + StressStride * (Points * e + q));
        }
      });
  }

  TRABECULA_FUNCTION static void computePoint(const double* fields,
    const ElementSlots<Nodes>& slots, const double* derivatives, double scale, const Law law,
    double* stress)
  {
    double g[3 * Fields] = {}; // derivatives of the positions, then of the field
    double s[3 * Components + 1];
    TRABECULA_UNROLL
    for (int a = 0; a < Nodes; ++a)
    {
      const auto* values = reinterpret_cast<const ValuePair*>(fields + Fields * slots[a]);
      ValuePair pairs[Fields / 2];
      TRABECULA_UNROLL
      for (int i = 0; i < Fields / 2; ++i)
      {
        pairs[i] = values[i];
      }
      TRABECULA_UNROLL
      for (int k = 0; k < 3; ++k)
      {
        const double d = derivatives[3 * a + k];
        TRABECULA_UNROLL
        for (int i = 0; i < Fields / 2; ++i)
        {
          g[6 * i + k] += pairs[i].first * d;
          g[6 * i + 3 + k] += pairs[i].second * d;
        }
      }
    }
    Element::stressAtPoint(g, g + 9, scale, law, s);
    s[3 * Components] = 0.0;
    auto* out = reinterpret_cast<ValuePair*>(stress);
    TRABECULA_UNROLL
    for (int k = 0; k < StressStride / 2; ++k)
    {
      out[k] = { s[2 * k], s[2 * k + 1] };
    }
  }

  /// Computes forces from stresses, of two elements at a time, so that derivatives are read for
  /// both.
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
        double f[Components] = {};
        double g[Components] = {};
        for (int q = 0; q < Points; ++q)
        {
          const double d0 = derivatives[(3 * q) * Nodes];
          const double d1 = derivatives[(3 * q + 1) * Nodes];
          const double d2 = derivatives[(3 * q + 2) * Nodes];
          addForce(left + StressStride / 2 * q, d0, d1, d2, f);
          addForce(right + StressStride / 2 * q, d0, d1, d2, g);
        }
        for (int c = 0; c < Components; ++c)
        {
          scratch.results[Components * (Nodes * (from + e) + a) + c] = f[c];
          if (both)
          {
            scratch.results[Components * (Nodes * (from + e + pairs) + a) + c] = g[c];
          }
        }
      });
  }

  TRABECULA_FUNCTION static void addForce(
    const ValuePair* s, double d0, double d1, double d2, double* f)
  {
    f[0] += s[0].first * d0 + s[0].second * d1 + s[1].first * d2;
    if constexpr (Components == 3)
    {
      f[1] += s[1].second * d0 + s[2].first * d1 + s[2].second * d2;
      f[2] += s[3].first * d0 + s[3].second * d1 + s[4].first * d2;
    }
  }

  /// Computes a batch by vector instructions if there is such a loop, else element by element.
  void computeOnHost(std::int64_t first, int elements, double* results) const
  {
    const ElementGroup& group = this->input.group;
    if (Form == NodalForm::Force &&
      this->input.laws.multiply({ static_cast<int>(Element::Type), elements, group.numbers + first,
                                  group.connectivity + Nodes * first, this->input.points, 0.0 },
        this->input.moduli, this->input.x, results))
    {
      return;
    }
    for (int e = 0; e < elements; ++e)
    {
      const std::int32_t* nodes = group.connectivity + Nodes * (first + e);
      double x[3 * Nodes];
      double u[Components * Nodes] = {};
      double f[Components * Nodes];
      gatherElement<Element, 3>(nodes, this->input.points, x);
      if (Form == NodalForm::Force)
      {
        gatherElement<Element, Components>(nodes, this->input.x, u);
      }
      this->formOf(first + e, x, u, f);
      for (int i = 0; i < Components * Nodes; ++i)
      {
        results[Components * (Nodes * e + i % Nodes) + i / Nodes] = f[i];
      }
    }
  }

  TRABECULA_FUNCTION void sumSlot(const double* results, std::int64_t slot) const
  {
    const std::int32_t number = this->input.group.nodes[slot];
    const SlotEntries entries(this->input.group.entries + ElementBatches::EntriesPerSlot * slot);
    double sum[Components] = {};
    TRABECULA_UNROLL
    for (int k = 0; k < ElementBatches::EntriesPerSlot; ++k)
    {
      const int entry = entries[k];
      if (entry != ElementBatches::NoEntry)
      {
        TRABECULA_UNROLL
        for (int c = 0; c < Components; ++c)
        {
          sum[c] += NodeByNode ? results[Components * (Nodes * (entry % Size) + entry / Size) + c]
                               : results[Size * Nodes * c + entry];
        }
      }
    }
    const bool alone = number < 0;
    double* target = alone ? this->input.y + Components * std::int64_t(~number)
                           : this->input.partials + Components * slot;
    for (int c = 0; c < Components; ++c)
    {
      target[c] = alone && this->input.add ? target[c] + sum[c] : sum[c];
    }
  }
};
}
}

#endif
