#include "SharedValues.h"

#include "vtkAbstractArray.h"

#include <mutex>
#include <unordered_map>
#include <utility>

namespace trabecula::filters
{
namespace
{
using Owner = std::shared_ptr<const RunIterate>;

/// Maps array addresses to the owners of their memory, because VTK passes only the address when it
/// frees an array.
struct Owners
{
  std::mutex mutex;
  std::unordered_multimap<void*, Owner> of;
};

Owners& owners()
{
  // It is never destroyed, because arrays may outlive objects of static storage duration.
  static auto* const all = new Owners;
  return *all;
}

void letGo(void* values)
{
  Owner owner; // releases the owner after the mutex
  const std::lock_guard<std::mutex> lock(owners().mutex);
  const auto found = owners().of.find(values);
  if (found != owners().of.end())
  {
    owner = std::move(found->second);
    owners().of.erase(found);
  }
}
}

vtkSmartPointer<vtkDoubleArray> shareField(
  const std::shared_ptr<const RunIterate>& iterate, std::size_t field, const std::string& name)
{
  const std::vector<double>& values = iterate->values[field];
  auto array = vtkSmartPointer<vtkDoubleArray>::New();
  array->SetName(name.c_str());
  array->SetNumberOfComponents(iterate->fields[field].components);
  if (!values.empty())
  {
    auto* memory = const_cast<double*>(values.data()); // VTK has no arrays of constants
    {
      const std::lock_guard<std::mutex> lock(owners().mutex);
      owners().of.emplace(memory, iterate);
    }
    array->SetArray(memory, static_cast<vtkIdType>(values.size()), 0,
      vtkAbstractArray::VTK_DATA_ARRAY_USER_DEFINED);
    array->SetArrayFreeFunction(letGo);
  }
  return array;
}
}
