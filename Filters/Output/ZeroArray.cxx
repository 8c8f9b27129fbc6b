#include "ZeroArray.h"

#include "vtkAbstractArray.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace trabecula::filters
{
vtkSmartPointer<vtkDoubleArray> makeZeroArray(const char* name, int components, vtkIdType tuples)
{
  auto array = vtkSmartPointer<vtkDoubleArray>::New();
  array->SetName(name);
  array->SetNumberOfComponents(components);
  const auto size = static_cast<std::size_t>(components) * static_cast<std::size_t>(tuples);
  if (size > 0)
  {
    auto* values = static_cast<double*>(std::calloc(size, sizeof(double)));
    if (!values)
    {
      throw std::bad_alloc();
    }
    array->SetArray(values, static_cast<vtkIdType>(size), 0, vtkAbstractArray::VTK_DATA_ARRAY_FREE);
  }
  return array;
}
}
