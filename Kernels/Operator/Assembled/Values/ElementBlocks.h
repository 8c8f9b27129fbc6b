#ifndef TRABECULA_OPERATOR_ASSEMBLED_VALUES_ELEMENTBLOCKS_H
#define TRABECULA_OPERATOR_ASSEMBLED_VALUES_ELEMENTBLOCKS_H

#include "Element/Hex8.h"
#include "Mesh/Neighbours/ElementGroups.h"
#include "Operator/Assembled/RowLayout.h"
#include "Operator/Elements/UnitMaterials.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
/// Input of the value stage: the elements of one type, and the matrix.
struct AssemblyInput
{
  GroupView group;
  const double* points;
  const double* moduli;
  detail::UnitMaterials materials;
  PlacesView places;
  MatrixView matrix;
  double commonRatio; ///< Poisson's, unless materials vary

  /// The number in the mesh of an element of the group.
  TRABECULA_FUNCTION std::int64_t number(std::int64_t element) const
  {
    return this->group.numbers ? this->group.numbers[element] : element;
  }
  TRABECULA_FUNCTION double modulus(std::int64_t element) const
  {
    return this->moduli[this->number(element)];
  }
  TRABECULA_FUNCTION Elasticity material(std::int64_t element) const
  {
    return this->materials.of(this->number(element));
  }
  /// Whether elements have different Poisson's ratios: then only blocks can be added, not products.
  TRABECULA_FUNCTION bool materialsVary() const { return this->materials.ratios != nullptr; }
};

namespace detail
{
/**
 * The gradients of the shape functions at the quadrature points of a few elements, in the scratch
 * memory of a team of threads, one thread a point.
 *
 * The block of nodes a and b of an element is lambda M + mu M^T + mu tr(M) I with the product
 * M = sum over points of E w det(J) g_a g_b^T; sums of elements can be formed of M if they have
 * one Poisson's ratio.
 */
template <class Element>
struct ElementGradients
{
  static constexpr int Nodes = Element::Nodes;
  static constexpr int Points = Element::QuadraturePoints;
  static constexpr int Elements = Points < 32 ? 32 / Points : 1; ///< at a time
  /// Odd, so that threads that write the points' gradients use different banks of shared memory.
  static constexpr int Stride = 3 * Nodes + 1;
  static constexpr int Doubles = Elements * (3 * Nodes + Points * (Stride + 1));

  double* positions;
  double* gradients;
  double* scales; ///< modulus, weight and determinant

  TRABECULA_FUNCTION explicit ElementGradients(double* scratch)
    : positions(scratch), gradients(scratch + Elements * 3 * Nodes),
      scales(gradients + Elements * Points * Stride)
  {
  }

  TRABECULA_FUNCTION const double* at(int slot, int point) const
  {
    return this->gradients + (slot * Points + point) * Stride;
  }
  TRABECULA_FUNCTION double scale(int slot, int point) const
  {
    return this->scales[slot * Points + point];
  }

  /// @param elementOf(slot) the element of a slot in [0, count)
  template <class Team, class ElementOf>
  TRABECULA_FUNCTION void compute(
    const Team& team, const AssemblyInput& input, int count, const ElementOf& elementOf) const
  {
    team.each(count * 3 * Nodes,
      [&](int i)
      {
        const int slot = i / (3 * Nodes);
        const int c = i % 3;
        const int a = i % (3 * Nodes) / 3;
        const std::int64_t node = input.group.connectivity[Nodes * elementOf(slot) + a];
        this->positions[slot * 3 * Nodes + Nodes * c + a] = input.points[3 * node + c];
      });
    team.each(count * Points,
      [&](int i)
      {
        const int slot = i / Points;
        const double measure = Element::gradients(
          this->positions + slot * 3 * Nodes, i % Points, this->gradients + i * Stride);
        this->scales[i] = input.modulus(elementOf(slot)) * measure;
      });
  }

  /// The product M of two nodes of an element, entry 3 i + j.
  TRABECULA_FUNCTION void product(int slot, int a, int b, double* m) const
  {
    for (int i = 0; i < 9; ++i)
    {
      m[i] = 0.0;
    }
    for (int q = 0; q < Points; ++q)
    {
      const double* g = this->at(slot, q);
      const double s = this->scale(slot, q);
      TRABECULA_UNROLL
      for (int i = 0; i < 3; ++i)
      {
        const double left = s * g[3 * a + i];
        TRABECULA_UNROLL
        for (int j = 0; j < 3; ++j)
        {
          m[3 * i + j] += left * g[3 * b + j];
        }
      }
    }
  }
};

/// Threads of a warp that take three blocks at a time, each always the same entry.
constexpr int BlockThreads = 27;

/// Entry (i, j) of the block with the product m.
TRABECULA_FUNCTION double blockEntry(const double* m, const Elasticity& material, int i, int j)
{
  return material.blockOf(m, i == j ? material.traceOf(m) : 0.0, i, j);
}

/// The p-th of the Nodes * (Nodes + 1) / 2 pairs of nodes (a, b), a <= b. Nodes is even: rows
/// from both ends make up Nodes + 1 pairs together.
template <int Nodes>
TRABECULA_FUNCTION void pairOf(int p, int& a, int& b)
{
  static_assert(Nodes % 2 == 0, "an even number of nodes");
  const int row = p / (Nodes + 1);
  const int place = p % (Nodes + 1);
  const bool upper = place < Nodes - row;
  a = upper ? row : Nodes - 1 - row;
  b = upper ? row + place : a + (place - (Nodes - row));
}
}
}

#endif
