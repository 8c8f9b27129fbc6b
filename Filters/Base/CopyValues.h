#ifndef TRABECULA_FILTERS_COPYVALUES_H
#define TRABECULA_FILTERS_COPYVALUES_H

#include "Core/Execution/HostRanges.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace trabecula::filters
{
/// Copies all values with several threads, because the first touch of the memory of a large array
/// takes longer than the copy.
template <class From, class To>
void copyValues(const std::vector<From>& from, To* to)
{
  forHostRanges(static_cast<std::int64_t>(from.size()),
    [&](int, std::int64_t begin, std::int64_t end)
    { std::copy(from.begin() + begin, from.begin() + end, to + begin); });
}
}

#endif
