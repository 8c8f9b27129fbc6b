// This file is compiled once for each instruction set; see Core/Execution/HostVectors.h.

#include "Core/Execution/HostVectors.h"
#include "Element/Hex20Element.h"
#include "Element/Hex8Element.h"
#include "Element/MassElement.h"
#include "Element/Tet10Element.h"
#include "Element/Tet4Element.h"
#include "Operator/Elements/ElementHostKernels.h"
#include "Physics/Conduction.h"
#include "Physics/Elasticity.h"
#include "Physics/Mass.h"

namespace trabecula
{
namespace
{
// Distinct widths make the template instantiations of the instruction sets distinct symbols.
#if defined(__AVX512F__)
constexpr int ElementWidth = 8;
constexpr const char* ElementIsa = "AVX-512";
#elif defined(__AVX2__)
constexpr int ElementWidth = 4;
constexpr const char* ElementIsa = "AVX2";
#else
constexpr int ElementWidth = 2;
constexpr const char* ElementIsa = "128-bit vectors";
#endif

/// For fewer packs a parallel region is slower than a serial loop.
constexpr std::int64_t LeastParallelPacks = 64;

/// One value of several elements.
typedef double ElementPack __attribute__((vector_size(8 * ElementWidth)));

template <class Element, int Components>
void gatherPack(const std::int32_t* const* nodes, const double* field, ElementPack* values)
{
  for (int a = 0; a < Element::Nodes; ++a)
  {
    for (int c = 0; c < Components; ++c)
    {
      ElementPack pack{};
      for (int lane = 0; lane < ElementWidth; ++lane)
      {
        pack[lane] = field[Components * std::int64_t(nodes[lane][a]) + c];
      }
      values[Element::Nodes * c + a] = pack;
    }
  }
}

template <class Element, class Law>
void multiplyAll(const ElementHostGroup& group, const Law law, const double* moduli,
  const double* x, double* forces)
{
  constexpr int N = Element::Nodes;
  constexpr int Components = Law::Components;
  const std::int64_t packs = (group.elements + ElementWidth - 1) / ElementWidth;
#pragma omp parallel for schedule(static) if (packs >= LeastParallelPacks)
  for (std::int64_t pack = 0; pack < packs; ++pack)
  {
    const std::int64_t first = pack * ElementWidth;
    const std::int64_t left = group.elements - first;
    const int count = left < ElementWidth ? int(left) : ElementWidth;
    const std::int32_t* nodes[ElementWidth];
    ElementPack position[3 * N];
    ElementPack displacement[Components * N];
    ElementPack force[Components * N];
    ElementPack modulus{};
    for (int lane = 0; lane < ElementWidth; ++lane)
    {
      // An incomplete pack is filled with copies of its last element.
      const std::int64_t e = first + (lane < count ? lane : count - 1);
      nodes[lane] = group.connectivity + N * e;
      modulus[lane] = moduli[group.numbers ? group.numbers[e] : e];
    }
    gatherPack<Element, 3>(nodes, group.points, position);
    gatherPack<Element, Components>(nodes, x, displacement);
    Element::product(position, displacement, modulus, law, force);
    for (int lane = 0; lane < count; ++lane)
    {
      double* out = forces + Components * N * (first + lane);
      for (int a = 0; a < N; ++a)
      {
        for (int c = 0; c < Components; ++c)
        {
          out[Components * a + c] = force[N * c + a][lane];
        }
      }
    }
  }
}

/// Derivatives of the shape functions in space, and Young's modulus times quadrature weight and
/// Jacobian determinant.
template <class Element>
struct PackGradients
{
  ElementPack gradients[Element::Nodes][Element::QuadraturePoints][3];
  ElementPack scales[Element::QuadraturePoints];
};

template <class Element>
void computeGradients(
  const ElementPack* x, const ElementPack& modulus, PackGradients<Element>& result)
{
  for (int q = 0; q < Element::QuadraturePoints; ++q)
  {
    double p[3];
    double dn[3 * Element::Nodes];
    ElementPack j[9];
    ElementPack a[9];
    const double weight = Element::quadraturePoint(q, p);
    Element::derivativesAt(p, dn);
    Element::naturalGradient(x, dn, j);
    const ElementPack determinant = hex8::adjugate(j, j + 3, j + 6, a);
    const ElementPack inverse = 1.0 / determinant;
    result.scales[q] = modulus * weight * determinant;
    for (int node = 0; node < Element::Nodes; ++node)
    {
      for (int c = 0; c < 3; ++c)
      {
        result.gradients[node][q][c] = inverse *
          (dn[3 * node] * a[c] + dn[3 * node + 1] * a[3 + c] + dn[3 * node + 2] * a[6 + c]);
      }
    }
  }
}

template <class Element>
void blocksOf(const ElementHostGroup& group, const double* moduli, const double* ratios,
  const std::int64_t* elements, double* blocks)
{
  constexpr int N = Element::Nodes;
  constexpr int Q = Element::QuadraturePoints;
  constexpr int Entries = 9 * N * (N + 1) / 2;
  const std::int32_t* nodes[ElementWidth];
  ElementPack position[3 * N];
  ElementPack modulus{};
  LinearElasticity<3, ElementPack> law{};
  for (int lane = 0; lane < ElementWidth; ++lane)
  {
    const std::int64_t e = elements[lane];
    const std::int64_t number = group.numbers ? group.numbers[e] : e;
    const Elasticity material = unitElasticity(ratios ? ratios[number] : group.poissonsRatio);
    nodes[lane] = group.connectivity + N * e;
    modulus[lane] = moduli[number];
    law.lambda[lane] = material.lambda;
    law.mu[lane] = material.mu;
  }
  gatherPack<Element, 3>(nodes, group.points, position);
  PackGradients<Element> g;
  computeGradients<Element>(position, modulus, g);
  double* out = blocks;
  for (int a = 0; a < N; ++a)
  {
    ElementPack left[Q][3];
    for (int q = 0; q < Q; ++q)
    {
      for (int i = 0; i < 3; ++i)
      {
        left[q][i] = g.scales[q] * g.gradients[a][q][i];
      }
    }
    for (int b = a; b < N; ++b, out += 9)
    {
      // The block is lambda M + mu M^T + mu tr(M) I, where M is the sum of E w det(J) g_a g_b^T
      // over the quadrature points.
      ElementPack m[9] = {};
      for (int q = 0; q < Q; ++q)
      {
        for (int i = 0; i < 3; ++i)
        {
          for (int j = 0; j < 3; ++j)
          {
            m[3 * i + j] += left[q][i] * g.gradients[b][q][j];
          }
        }
      }
      const ElementPack trace = law.traceOf(m);
      for (int i = 0; i < 3; ++i)
      {
        for (int j = 0; j < 3; ++j)
        {
          const ElementPack entry = law.blockOf(m, trace, i, j);
          for (int lane = 0; lane < ElementWidth; ++lane)
          {
            out[Entries * lane + 3 * i + j] = entry[lane];
          }
        }
      }
    }
  }
}

/// Hex8Element::product() and Tet4Element::product() do not support packs.
struct PackedHex8 : QuadratureElement<Hex8Shape>
{
  using QuadratureElement::product;

  static void product(const ElementPack* x, const ElementPack* u, const ElementPack& modulus,
    const Elasticity material, ElementPack* f)
  {
    hex8::product(x, u, modulus, material, f);
  }
};

template <class Element>
using OfStiffness = Element;

/// @tparam Of the element with the products of the law
template <template <class> class Of = OfStiffness, class Law>
bool multiplyBy(const Law law, const ElementHostGroup& group, const double* moduli, const double* x,
  double* forces)
{
  switch (static_cast<CellType>(group.type))
  {
    case CellType::Tetrahedron:
      multiplyAll<Of<QuadratureElement<Tet4Shape>>>(group, law, moduli, x, forces);
      return true;
    case CellType::QuadraticTetrahedron:
      multiplyAll<Of<Tet10Element>>(group, law, moduli, x, forces);
      return true;
    case CellType::QuadraticHexahedron:
      multiplyAll<Of<Hex20Element>>(group, law, moduli, x, forces);
      return true;
    case CellType::Hexahedron:
      multiplyAll<Of<PackedHex8>>(group, law, moduli, x, forces);
      return true;
    default:
      return false;
  }
}

bool multiply(const ElementHostGroup& group, const double* moduli, const double* x, double* forces)
{
  return multiplyBy(unitElasticity(group.poissonsRatio), group, moduli, x, forces);
}

bool conduct(const ElementHostGroup& group, const double* conductivities,
  const double* temperatures, double* flows)
{
  return multiplyBy(Conduction(), group, conductivities, temperatures, flows);
}

bool accelerate(const ElementHostGroup& group, bool isLumped, const double* densities,
  const double* x, double* forces)
{
  return multiplyBy<MassElement>(Mass{ isLumped }, group, densities, x, forces);
}

bool computeBlocks(const ElementHostGroup& group, const double* moduli, const double* ratios,
  const std::int64_t* elements, double* blocks)
{
  switch (static_cast<CellType>(group.type))
  {
    case CellType::Tetrahedron:
      blocksOf<QuadratureElement<Tet4Shape>>(group, moduli, ratios, elements, blocks);
      return true;
    case CellType::QuadraticTetrahedron:
      blocksOf<Tet10Element>(group, moduli, ratios, elements, blocks);
      return true;
    case CellType::QuadraticHexahedron:
      blocksOf<Hex20Element>(group, moduli, ratios, elements, blocks);
      return true;
    case CellType::Hexahedron:
      blocksOf<PackedHex8>(group, moduli, ratios, elements, blocks);
      return true;
    default:
      return false;
  }
}
}

const ElementHostKernels TRABECULA_JOIN(elementHostKernels_, TRABECULA_ISA) = { ElementIsa,
  multiply, conduct, accelerate, ElementWidth, computeBlocks };
}
