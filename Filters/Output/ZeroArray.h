#ifndef TRABECULA_FILTERS_ZEROARRAY_H
#define TRABECULA_FILTERS_ZEROARRAY_H

#include "vtkDoubleArray.h"
#include "vtkSmartPointer.h"
#include "vtkType.h"

namespace trabecula::filters
{
/// Makes an array of zeros almost without cost: the operating system allocates its memory when
/// values are first written, so that the allocation is shared by the threads that write.
/// @throws std::bad_alloc
vtkSmartPointer<vtkDoubleArray> makeZeroArray(const char* name, int components, vtkIdType tuples);
}

#endif
