#ifndef TRABECULA_FILTERS_ARRAYRANGES_H
#define TRABECULA_FILTERS_ARRAYRANGES_H

#include <cstdint>

class vtkDataArray;

namespace trabecula::filters
{
/**
 * Finds the ranges of an array's components and of the lengths of its tuples with several threads,
 * and stores them with the array. Otherwise VTK would compute them with one thread at the first
 * request, which a window makes for every array. The stored ranges are discarded when the array is
 * modified, as are those of VTK.
 *
 * @param values tuples of 1, 3 or 6 components
 * @param hasZeros whether the array also has tuples of zeros that are not in values
 */
template <class T>
void storeRanges(vtkDataArray* array, const T* values, std::int64_t tuples, bool hasZeros);

extern template void storeRanges(vtkDataArray*, const double*, std::int64_t, bool);
extern template void storeRanges(vtkDataArray*, const unsigned char*, std::int64_t, bool);
}

#endif
