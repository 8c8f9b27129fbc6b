// This file contains the definitions common to all spaces.

#include "Operator/Hex8/Hex8CongruentOperator.h"
#include "Operator/Hex8/Hex8Gather.h"

namespace trabecula
{
template <class Space>
Hex8CongruentOperator<Space>::Hex8CongruentOperator(const OperatorLayouts<Space>& layouts,
  const Mesh& mesh, double poissonsRatio, bool reproducible, const ElementShapes& shapes,
  const ModalStiffness& stiffness, const std::vector<std::int32_t>& order)
  : Hex8Operator<Space>(layouts, mesh, poissonsRatio, reproducible, order,
      detail::permuted(shapes.shapeOfElement, order, 1)),
    Shapes(static_cast<int>(shapes.shapes.size())), Stiffness(stiffness),
    Entries(layouts.context(), stiffness.entries)
{
  if (Space::Id == ExecutionSpace::Host)
  {
    this->ShapeOfPosition = DeviceVector<std::uint8_t, Space>(
      layouts.context(), detail::permuted(shapes.shapeOfElement, order, 1));
  }
}

template <class Space>
Hex8CongruentOperator<Space>::Hex8CongruentOperator(const OperatorLayouts<Space>& layouts,
  const Mesh& mesh, double poissonsRatio, bool reproducible, const ElementShapes& shapes,
  const ModalStiffness& stiffness)
  : Hex8CongruentOperator(
      layouts, mesh, poissonsRatio, reproducible, shapes, stiffness, mortonOrder(mesh))
{
}

template <class Space>
std::size_t Hex8CongruentOperator<Space>::memory(
  std::size_t nodes, std::size_t elements, bool reproducible)
{
  return Hex8Operator<Space>::memory(nodes, elements, reproducible) + elements +
    ElementShapes::Most * hex8::modalEntries(ModalForm::General) * sizeof(double);
}
}
