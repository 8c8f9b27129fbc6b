#ifndef TRABECULA_ELEMENT_ELEMENTS_H
#define TRABECULA_ELEMENT_ELEMENTS_H

// List of the library's elements. Templates on elements are instantiated by this header only.

#include "Core/Error.h"
#include "Element/Hex20Element.h"
#include "Element/Hex8Element.h"
#include "Element/Tet10Element.h"
#include "Element/Tet4Element.h"

namespace trabecula
{
/// Calls visitor(Element()) with the traits of the element of a cell type. @return its result
/// @throws Error for a cell type without element
template <class Visitor>
decltype(auto) withElement(CellType type, Visitor&& visitor)
{
  switch (type)
  {
    case CellType::Tetrahedron:
      return visitor(Tet4Element());
    case CellType::Hexahedron:
      return visitor(Hex8Element());
    case CellType::QuadraticTetrahedron:
      return visitor(Tet10Element());
    case CellType::QuadraticHexahedron:
      return visitor(Hex20Element());
  }
  throw Error(
    "There is no element on cells of the type " + std::to_string(static_cast<int>(type)) + ".");
}
}

#endif
