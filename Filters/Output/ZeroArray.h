#ifndef TRABECULA_FILTERS_ZEROARRAY_H
#define TRABECULA_FILTERS_ZEROARRAY_H

#include "vtkDoubleArray.h"
#include "vtkSmartPointer.h"
#include "vtkType.h"

namespace trabecula::filters
{
/// An array of zeros that takes hardly any time to make: the system gives its memory where values
/// are written, so that those who write with several threads share the work.
/// @throws std::bad_alloc
vtkSmartPointer<vtkDoubleArray> makeZeroArray(const char* name, int components, vtkIdType tuples);
}

#endif
