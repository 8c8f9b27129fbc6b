#ifndef TRABECULA_FILTERS_SHAREDVALUES_H
#define TRABECULA_FILTERS_SHAREDVALUES_H

#include "Run/RunIterate.h"

#include "vtkDoubleArray.h"
#include "vtkSmartPointer.h"

#include <cstddef>
#include <memory>
#include <string>

namespace trabecula::filters
{
/// Returns a field of an iterate as an array that shares its memory, which is freed when neither is
/// used any more. Writing to the array changes the iterate.
/// @param name name of the array
vtkSmartPointer<vtkDoubleArray> shareField(
  const std::shared_ptr<const RunIterate>& iterate, std::size_t field, const std::string& name);
}

#endif
