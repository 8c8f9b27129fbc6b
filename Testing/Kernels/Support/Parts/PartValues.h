#ifndef TRABECULA_TESTING_KERNELS_PARTVALUES_H
#define TRABECULA_TESTING_KERNELS_PARTVALUES_H

#include "Core/Vectors/Vector.h"
#include "Mesh/Distribution/HaloPlan.h"
#include "Mesh/Distribution/PartValues.h"
#include "Operator/OperatorLayouts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace trabecula::testing
{
/// Returns a vector with the values of owned entities; ghosts are NaN, so that code that requires
/// them must exchange them.
template <class Space>
Vector<Space> withoutGhosts(
  const LayoutPointer<Space>& layout, const HaloPlan& plan, const std::vector<double>& whole)
{
  std::vector<double> values =
    valuesOfPart(plan, whole, static_cast<std::size_t>(layout->components()));
  std::fill(values.begin() + static_cast<std::ptrdiff_t>(layout->ownedSize()), values.end(),
    std::numeric_limits<double>::quiet_NaN());
  return Vector<Space>(layout, values);
}

/// Returns layouts of a part that is computed alone. A test sets the values of its ghosts, as there
/// are no neighbours with which they could be exchanged.
template <class Space>
OperatorLayouts<Space> layoutsWithoutNeighbours(
  const Context<Space>& context, HaloPlan nodes, HaloPlan elements)
{
  nodes.neighbours.clear();
  elements.neighbours.clear();
  return layoutsOf(makeHalo(context, nodes), makeHalo(context, elements));
}
}

#endif
