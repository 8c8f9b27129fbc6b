#ifndef TRABECULA_ANALYSIS_STRESS_ELEMENTVALUES_H
#define TRABECULA_ANALYSIS_STRESS_ELEMENTVALUES_H

#include "Mesh/Mesh.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Values of a field with three components per node at the nodes of an element, in the order of
/// element arrays: Nodes * component + node. @param element whose type is that of Element
template <class Element>
void elementValues(
  const Mesh& mesh, std::size_t element, const std::vector<double>& field, double* values)
{
  const std::int32_t* nodes = mesh.element(element);
  for (int c = 0; c < 3; ++c)
  {
    for (int a = 0; a < Element::Nodes; ++a)
    {
      values[Element::Nodes * c + a] =
        field[3 * static_cast<std::size_t>(nodes[a]) + static_cast<std::size_t>(c)];
    }
  }
}
}

#endif
