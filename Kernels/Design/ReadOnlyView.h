#ifndef TRABECULA_DESIGN_READONLYVIEW_H
#define TRABECULA_DESIGN_READONLYVIEW_H

#include "Core/Vectors/Vector.h"

#include <utility>

namespace trabecula
{
/// A view of memory that must not be written to; to be used as a const Vector only.
/// @param values in memory of the space, as many as the layout has
template <class Space, class T>
Vector<Space, T> readOnlyView(LayoutPointer<Space> layout, const T* values)
{
  return Vector<Space, T>(std::move(layout), const_cast<T*>(values));
}
}

#endif
