// Loops over elements and nodes of ElementOperator, for each space and element.

#include "Core/Parallel.h"
#include "Element/Elements.h"
#include "Operator/Elements/ElementHostKernels.h"
#include "Operator/Elements/ElementOperator.h"

namespace trabecula
{
namespace detail
{
/// Elements of more nodes are not recomputed for each of them. Of linear tetrahedra, that takes
/// less memory traffic, which bounds GPUs, than forces of elements; the host is bound by
/// arithmetic.
template <class Space>
constexpr int MostNodesRecomputed = Space::Id == ExecutionSpace::Host ? 0 : 4;

/// Element array (Nodes * component + node) of a nodal field.
template <class Element>
TRABECULA_FUNCTION void gatherElement(
  const std::int32_t* nodes, const double* field, double* values)
{
  for (int a = 0; a < Element::Nodes; ++a)
  {
    for (int c = 0; c < 3; ++c)
    {
      values[Element::Nodes * c + a] = field[3 * std::int64_t(nodes[a]) + c];
    }
  }
}

/// The number in the mesh of an element of a group.
TRABECULA_FUNCTION std::int64_t numberOf(const std::int32_t* numbers, std::int64_t e)
{
  return numbers ? numbers[e] : e;
}

template <class Space, class Element>
void multiplyAtNodes(std::int64_t nodes, const ElementGroup group, const double* points,
  const UnitMaterials materials, const double* moduli, const double* x, double* y, bool add)
{
  forEach<Space>(
    nodes, TRABECULA_LAMBDA(std::int64_t n) {
      double sum[3] = {};
      for (std::int64_t i = group.starts[n]; i < group.starts[n + 1]; ++i)
      {
        const std::int64_t e = group.elementsOfNodes[i];
        const std::int32_t* nodesOfElement = group.connectivity + Element::Nodes * e;
        double position[3 * Element::Nodes];
        double displacement[3 * Element::Nodes];
        double force[3];
        gatherElement<Element>(nodesOfElement, points, position);
        gatherElement<Element>(nodesOfElement, x, displacement);
        const std::int64_t number = numberOf(group.numbers, e);
        Element::forceAtNode(
          position, displacement, moduli[number], materials.of(number), group.corners[i], force);
        for (int c = 0; c < 3; ++c)
        {
          sum[c] += force[c];
        }
      }
      for (int c = 0; c < 3; ++c)
      {
        y[3 * n + c] = add ? y[3 * n + c] + sum[c] : sum[c];
      }
    });
}

/// forces[3 (Nodes e + a) + c] of E K u.
template <class Space, class Element>
void multiplyElements(const ElementGroup group, const double* points, const UnitMaterials materials,
  const double* moduli, const double* x, double* forces)
{
  forEach<Space>(
    group.elements, TRABECULA_LAMBDA(std::int64_t e) {
      const std::int32_t* nodes = group.connectivity + Element::Nodes * e;
      double position[3 * Element::Nodes];
      double displacement[3 * Element::Nodes];
      double force[3 * Element::Nodes];
      gatherElement<Element>(nodes, points, position);
      gatherElement<Element>(nodes, x, displacement);
      const std::int64_t number = numberOf(group.numbers, e);
      Element::product(position, displacement, moduli[number], materials.of(number), force);
      double* out = forces + 3 * Element::Nodes * e;
      for (int a = 0; a < Element::Nodes; ++a)
      {
        for (int c = 0; c < 3; ++c)
        {
          out[3 * a + c] = force[Element::Nodes * c + a];
        }
      }
    });
}

/// The same by the host's vector instructions, several elements at once; false where there is no
/// such loop, as for elements of different Poisson's ratios.
template <class Space>
bool multiplyByVectors(CellType type, const ElementGroup& group, const double* points,
  const UnitMaterials& materials, double poissonsRatio, const double* moduli, const double* x,
  double* forces)
{
  if constexpr (Space::Id == ExecutionSpace::Host)
  {
    return !materials.ratios &&
      elementHostKernels().multiply({ static_cast<int>(type), group.elements, group.numbers,
                                      group.connectivity, points, poissonsRatio },
        moduli, x, forces);
  }
  else
  {
    return false;
  }
}

/// y = (or +=) sums of what elements have at each node; values[3 (nodesPerElement e + a) + c].
template <class Space>
void sumAtNodes(std::int64_t nodes, const ElementGroup group, int nodesPerElement,
  const double* values, double* y, bool add)
{
  forEach<Space>(
    nodes, TRABECULA_LAMBDA(std::int64_t n) {
      double sum[3] = {};
      for (std::int64_t i = group.starts[n]; i < group.starts[n + 1]; ++i)
      {
        const double* value = values +
          3 * (std::int64_t(nodesPerElement) * group.elementsOfNodes[i] + group.corners[i]);
        for (int c = 0; c < 3; ++c)
        {
          sum[c] += value[c];
        }
      }
      for (int c = 0; c < 3; ++c)
      {
        y[3 * n + c] = add ? y[3 * n + c] + sum[c] : sum[c];
      }
    });
}

template <class Space, class Element>
void diagonalOfElements(const ElementGroup group, const double* points,
  const UnitMaterials materials, const double* moduli, double* values)
{
  forEach<Space>(
    group.elements, TRABECULA_LAMBDA(std::int64_t e) {
      double position[3 * Element::Nodes];
      double entries[3 * Element::Nodes];
      gatherElement<Element>(group.connectivity + Element::Nodes * e, points, position);
      const std::int64_t number = numberOf(group.numbers, e);
      Element::diagonal(position, materials.of(number), entries);
      const double modulus = moduli[number];
      double* out = values + 3 * Element::Nodes * e;
      for (int a = 0; a < Element::Nodes; ++a)
      {
        for (int c = 0; c < 3; ++c)
        {
          out[3 * a + c] = modulus * entries[Element::Nodes * c + a];
        }
      }
    });
}

template <class Space, class Element>
void diagonalAtNodes(std::int64_t nodes, const ElementGroup group, const double* points,
  const UnitMaterials materials, const double* moduli, double* d, bool add)
{
  forEach<Space>(
    nodes, TRABECULA_LAMBDA(std::int64_t n) {
      double sum[3] = {};
      for (std::int64_t i = group.starts[n]; i < group.starts[n + 1]; ++i)
      {
        const std::int64_t e = group.elementsOfNodes[i];
        double position[3 * Element::Nodes];
        double entries[3 * Element::Nodes];
        gatherElement<Element>(group.connectivity + Element::Nodes * e, points, position);
        const std::int64_t number = numberOf(group.numbers, e);
        Element::diagonal(position, materials.of(number), entries);
        for (int c = 0; c < 3; ++c)
        {
          sum[c] += moduli[number] * entries[Element::Nodes * c + group.corners[i]];
        }
      }
      for (int c = 0; c < 3; ++c)
      {
        d[3 * n + c] = add ? d[3 * n + c] + sum[c] : sum[c];
      }
    });
}

template <class Space, class Element>
void addElementEnergies(const ElementGroup group, const double* points,
  const UnitMaterials materials, const double* u, double weight, double* energies)
{
  forEach<Space>(
    group.elements, TRABECULA_LAMBDA(std::int64_t e) {
      double position[3 * Element::Nodes];
      double displacement[3 * Element::Nodes];
      double force[3 * Element::Nodes];
      gatherElement<Element>(group.connectivity + Element::Nodes * e, points, position);
      gatherElement<Element>(group.connectivity + Element::Nodes * e, u, displacement);
      const std::int64_t number = numberOf(group.numbers, e);
      energies[number] +=
        weight * Element::product(position, displacement, 1.0, materials.of(number), force);
    });
}

template <class Space, class Element>
void measureElements(
  const ElementGroup group, const double* points, double* volumes, double* centroids)
{
  forEach<Space>(
    group.elements, TRABECULA_LAMBDA(std::int64_t e) {
      const std::int64_t number = numberOf(group.numbers, e);
      double position[3 * Element::Nodes];
      gatherElement<Element>(group.connectivity + Element::Nodes * e, points, position);
      Element::smallestDeterminant(position, volumes[number]);
      for (int c = 0; c < 3; ++c)
      {
        double sum = 0.0;
        for (int a = 0; a < Element::Corners; ++a)
        {
          sum += position[Element::Nodes * c + a];
        }
        centroids[3 * number + c] = sum / Element::Corners;
      }
    });
}

template <class Space, class Element>
void gradientsOfElements(
  const ElementGroup group, const double* points, const double* u, double* gradients)
{
  forEach<Space>(
    group.elements, TRABECULA_LAMBDA(std::int64_t e) {
      double position[3 * Element::Nodes];
      double displacement[3 * Element::Nodes];
      gatherElement<Element>(group.connectivity + Element::Nodes * e, points, position);
      gatherElement<Element>(group.connectivity + Element::Nodes * e, u, displacement);
      Element::centreGradient(position, displacement, gradients + 9 * numberOf(group.numbers, e));
    });
}
}
}
