#include "ConditionArrays.h"

#include "InputArrays.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkCellData.h"
#include "vtkDataSet.h"
#include "vtkDataSetAttributes.h"

#include <algorithm>
#include <cmath>

namespace trabecula::filters
{
vtkSmartPointer<vtkDoubleArray> arrayToChange(vtkDataSetAttributes* attributes,
  const std::string& name, const std::string& purpose, int components, vtkIdType count)
{
  auto array = vtkSmartPointer<vtkDoubleArray>::New();
  if (attributes->HasArray(name.c_str()))
  {
    array->DeepCopy(requireArray(attributes, name, purpose, components));
  }
  else
  {
    array->SetNumberOfComponents(components);
    array->SetNumberOfTuples(count);
    array->FillValue(0.0);
  }
  array->SetName(name.c_str());
  return array;
}

vtkSmartPointer<vtkUnsignedCharArray> flagsToChange(
  const std::string& name, int components, vtkIdType count, const std::vector<std::uint8_t>& before)
{
  auto flags = vtkSmartPointer<vtkUnsignedCharArray>::New();
  flags->SetName(name.c_str());
  flags->SetNumberOfComponents(components);
  flags->SetNumberOfTuples(count);
  flags->FillValue(0);
  std::copy(before.begin(), before.end(), flags->GetPointer(0));
  return flags;
}

void requireFinite(const char* property, const double* values, int count)
{
  if (!std::all_of(values, values + count, [](double value) { return std::isfinite(value); }))
  {
    throw Error(std::string(property) + " is not a number. Give it one.");
  }
}

void requireFaces(
  const RegionEntities& region, const std::string& condition, const std::string& alternative)
{
  if (region.faces.empty())
  {
    throw Error(condition + " needs faces, and the region catches " +
      numberText(region.points.size(), "point") +
      " but no whole face of the surface. Enlarge the region until it has all nodes of a face" +
      (alternative.empty() ? "" : ", or choose ") + alternative + ".");
  }
}

BodyArray bodyOf(vtkDataSet* input, const std::string& array, double threshold)
{
  BodyArray body;
  body.threshold = threshold;
  if (array != DefaultBodyName || input->GetCellData()->HasArray(DefaultBodyName))
  {
    body.name = array;
  }
  return body;
}

std::string sharersText(const RegionEntities& region)
{
  return region.faces.empty() ? numberText(region.points.size(), "point") +
      ", which share it, as the region has no whole face"
                              : numberText(region.faces.size(), "face");
}

std::string numberText(std::size_t count, const char* what)
{
  return countText(static_cast<std::int64_t>(count), what);
}
}
