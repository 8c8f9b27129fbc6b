// Loops over elements of ElementOperator, for each space and element.

#include "Core/Parallel.h"
#include "Element/Elements.h"
#include "Operator/Elements/ElementOperator.h"

namespace trabecula
{
namespace detail
{
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

template <class Space, class Element>
void addElementEnergies(const Context<Space>& context, const ElementGroup group,
  const double* points, const UnitMaterials materials, const double* u, double weight,
  double* energies)
{
  forEach(
    context, group.elements, TRABECULA_LAMBDA(std::int64_t e) {
      double position[3 * Element::Nodes];
      double displacement[3 * Element::Nodes];
      double force[3 * Element::Nodes];
      gatherElement<Element>(group.connectivity + Element::Nodes * e, points, position);
      gatherElement<Element>(group.connectivity + Element::Nodes * e, u, displacement);
      const std::int64_t number = group.numbers[e];
      energies[number] +=
        weight * Element::product(position, displacement, 1.0, materials.of(number), force);
    });
}

template <class Space, class Element>
void measureElements(const Context<Space>& context, const ElementGroup group, const double* points,
  double* volumes, double* centroids)
{
  forEach(
    context, group.elements, TRABECULA_LAMBDA(std::int64_t e) {
      const std::int64_t number = group.numbers[e];
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
void gradientsOfElements(const Context<Space>& context, const ElementGroup group,
  const double* points, const double* u, double* gradients)
{
  forEach(
    context, group.elements, TRABECULA_LAMBDA(std::int64_t e) {
      double position[3 * Element::Nodes];
      double displacement[3 * Element::Nodes];
      gatherElement<Element>(group.connectivity + Element::Nodes * e, points, position);
      gatherElement<Element>(group.connectivity + Element::Nodes * e, u, displacement);
      Element::centreGradient(
        position, displacement, gradients + 9 * std::int64_t(group.numbers[e]));
    });
}
}
}
