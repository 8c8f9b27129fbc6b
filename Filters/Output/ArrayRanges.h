#ifndef TRABECULA_FILTERS_ARRAYRANGES_H
#define TRABECULA_FILTERS_ARRAYRANGES_H

#include <cstdint>

class vtkDataArray;

namespace trabecula::filters
{
/**
 * Finds the ranges of an array's components and of the lengths of its tuples with several threads,
 * and stores them with the array. VTK would search all values with one thread as soon as anybody
 * asks, which a window does for every array. A change of the array discards them, as it does VTK's.
 *
 * @param values tuples of 1, 3 or 6 components
 * @param hasZeros whether the array has other tuples too, of zeros
 */
template <class T>
void storeRanges(vtkDataArray* array, const T* values, std::int64_t tuples, bool hasZeros);

extern template void storeRanges(vtkDataArray*, const double*, std::int64_t, bool);
extern template void storeRanges(vtkDataArray*, const unsigned char*, std::int64_t, bool);
}

#endif
