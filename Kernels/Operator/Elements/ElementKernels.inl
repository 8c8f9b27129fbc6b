#ifndef TRABECULA_OPERATOR_ELEMENTS_ELEMENTKERNELS_INL
#define TRABECULA_OPERATOR_ELEMENTS_ELEMENTKERNELS_INL

// This file contains the loops over elements of ElementOperator, for each space and element type.

#include "Core/Parallel.h"
#include "Operator/Elements/ElementBatchWork.h"

namespace trabecula
{
namespace detail
{
/// y = (or +=) the sums at nodes of the nodal values of a group's elements.
template <class Space, class Element, NodalForm Form, class Law>
void sumAtNodes(const Context<Space>& context, const BatchInput<Law>& input)
{
  using Work = BatchWork<Space, Element, Form, Law>;
  constexpr int Components = Law::Components;
  const ElementGroup& group = input.group;
  // A batch takes long enough that host threads can be given single batches.
  forEachTeam<BatchTeam, 1>(context, group.batches, Work::bytes(group.mostSlots), Work{ input });
  const double* partials = input.partials;
  double* y = input.y;
  const bool add = input.add;
  forEach(
    context, Components * group.sharedNodes, TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t shared = i / Components;
      const std::int64_t c = i % Components;
      double sum = 0.0;
      for (std::int32_t k = group.sharedStarts[shared]; k < group.sharedStarts[shared + 1]; ++k)
      {
        sum += partials[Components * std::int64_t(group.sharedSlots[k]) + c];
      }
      double& target = y[Components * std::int64_t(group.nodesShared[shared]) + c];
      target = add ? target + sum : sum;
    });
}

/// energies += weight u.(K u) for each element, with a coefficient of one.
template <class Space, class Element, class Law>
void addElementEnergies(const Context<Space>& context, const ElementGroup group,
  const double* points, const LawsOfElements<Law> laws, const double* u, double weight,
  double* energies)
{
  forEach(
    context, group.elements, TRABECULA_LAMBDA(std::int64_t e) {
      double position[3 * Element::Nodes];
      double displacement[Law::Components * Element::Nodes];
      double force[Law::Components * Element::Nodes];
      const std::int32_t* nodes = group.connectivity + Element::Nodes * e;
      gatherElement<Element, 3>(nodes, points, position);
      gatherElement<Element, Law::Components>(nodes, u, displacement);
      const std::int64_t number = group.numbers[e];
      energies[number] +=
        weight * Element::product(position, displacement, 1.0, laws.of(number), force);
    });
}

/// Computes volumes and centroids of elements; a centroid is the mean of the corners.
template <class Space, class Element>
void measureElements(const Context<Space>& context, const ElementGroup group, const double* points,
  double* volumes, double* centroids)
{
  forEach(
    context, group.elements, TRABECULA_LAMBDA(std::int64_t e) {
      const std::int64_t number = group.numbers[e];
      double position[3 * Element::Nodes];
      gatherElement<Element, 3>(group.connectivity + Element::Nodes * e, points, position);
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

/// Computes gradients of a field at the centres of elements.
template <class Space, class Element, int Components>
void gradientsOfElements(const Context<Space>& context, const ElementGroup group,
  const double* points, const double* u, double* gradients)
{
  forEach(
    context, group.elements, TRABECULA_LAMBDA(std::int64_t e) {
      double position[3 * Element::Nodes];
      double displacement[Components * Element::Nodes];
      const std::int32_t* nodes = group.connectivity + Element::Nodes * e;
      gatherElement<Element, 3>(nodes, points, position);
      gatherElement<Element, Components>(nodes, u, displacement);
      double* gradient = gradients + 3 * Components * std::int64_t(group.numbers[e]);
      if constexpr (Components == 3)
      {
        Element::centreGradient(position, displacement, gradient);
      }
      else
      {
        Element::template centreGradient<Components>(position, displacement, gradient);
      }
    });
}
}
}

#endif
