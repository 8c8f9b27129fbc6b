#ifndef TRABECULA_FILTERS_COPYVALUES_H
#define TRABECULA_FILTERS_COPYVALUES_H

#include "vtkSMPTools.h"
#include "vtkType.h"

#include <algorithm>
#include <vector>

namespace trabecula::filters
{
/// Copies all values with several threads: first touch of the memory of large arrays takes longer
/// than the copy.
template <class From, class To>
void copyValues(const std::vector<From>& from, To* to)
{
  vtkSMPTools::For(0, static_cast<vtkIdType>(from.size()),
    [&](vtkIdType begin, vtkIdType end)
    { std::copy(from.begin() + begin, from.begin() + end, to + begin); });
}
}

#endif
