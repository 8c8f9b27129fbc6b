#include "InputArrays.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkPointData.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>

namespace trabecula::filters
{
namespace
{
bool isDigit(char c)
{
  return c >= '0' && c <= '9';
}

/// Returns the number at a position in a name, without leading zeros, and advances the position
/// beyond it.
std::string numberAt(const std::string& name, std::size_t& place)
{
  const std::size_t begin = place;
  while (place < name.size() && isDigit(name[place]))
  {
    ++place;
  }
  const std::string digits = name.substr(begin, place - begin);
  return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
}

/// Compares names such that numbers in them are ordered by value.
bool comesBefore(const std::string& a, const std::string& b)
{
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size())
  {
    if (isDigit(a[i]) && isDigit(b[j]))
    {
      const std::string x = numberAt(a, i);
      const std::string y = numberAt(b, j);
      if (x != y)
      {
        return x.size() != y.size() ? x.size() < y.size() : x < y;
      }
    }
    else if (a[i] != b[j])
    {
      return a[i] < b[j];
    }
    else
    {
      ++i;
      ++j;
    }
  }
  // One name is a prefix of the other, or they differ only in leading zeros.
  return i == a.size() && j == b.size() ? a < b : i == a.size();
}
}

std::string inQuotes(const std::string& name)
{
  return '"' + name + '"';
}

std::string listOfArrays(vtkDataSetAttributes* attributes)
{
  std::string list;
  for (int i = 0; i < attributes->GetNumberOfArrays(); ++i)
  {
    const char* name = attributes->GetAbstractArray(i)->GetName();
    list += (list.empty() ? "" : ", ") + inQuotes(name ? name : "");
  }
  return list.empty() ? "none" : list;
}

/// Returns "Point array" or "Cell array", for messages.
std::string kindOf(vtkDataSetAttributes* attributes)
{
  return vtkPointData::SafeDownCast(attributes) ? "Point array " : "Cell array ";
}

vtkDataArray* requireArray(vtkDataSetAttributes* attributes, const std::string& name,
  const std::string& purpose, int components)
{
  const std::string kind = kindOf(attributes);
  vtkAbstractArray* array = attributes->GetAbstractArray(name.c_str());
  if (!array)
  {
    throw Error(kind + inQuotes(name) + " is missing; it is to give the " + purpose +
      ". Arrays of this kind in the input: " + listOfArrays(attributes) +
      ". Choose one of them or add it.");
  }
  vtkDataArray* numbers = vtkDataArray::SafeDownCast(array);
  if (!numbers)
  {
    throw Error(kind + inQuotes(name) + " does not hold numbers but is a " + array->GetClassName() +
      "; the " + purpose + " must be numbers.");
  }
  if (numbers->GetNumberOfComponents() != components)
  {
    throw Error(kind + inQuotes(name) + " has " + std::to_string(numbers->GetNumberOfComponents()) +
      (numbers->GetNumberOfComponents() == 1 ? " component" : " components") + "; the " + purpose +
      " must have " + std::to_string(components) + ".");
  }
  return numbers;
}

std::vector<double> valuesOf(vtkDataArray* array)
{
  std::vector<double> values(static_cast<std::size_t>(array->GetNumberOfValues()));
  if (const auto* doubles = vtkDoubleArray::FastDownCast(array))
  {
    std::copy_n(const_cast<vtkDoubleArray*>(doubles)->GetPointer(0), values.size(), values.begin());
    return values;
  }
  const int components = array->GetNumberOfComponents();
  for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i)
  {
    array->GetTuple(i, &values[static_cast<std::size_t>(i) * components]);
  }
  return values;
}

std::vector<double> valuesOfOptional(vtkDataSetAttributes* attributes, const std::string& name,
  const std::string& defaultName, const std::string& purpose)
{
  return name.empty() || (name == defaultName && !attributes->HasArray(name.c_str()))
    ? std::vector<double>()
    : valuesOf(requireArray(attributes, name, purpose, 1));
}

std::string adviceOnConditions(vtkDataSetAttributes* points, bool hasSupports, bool hasLoads)
{
  const std::string missing = !hasSupports && !hasLoads
    ? "The input has neither supports nor loads: there is no point array \"Supports\", and none of "
      "three components whose name starts with \"Force\". Apply Trabecula > Mechanical Support and "
      "Trabecula > Mechanical Load to it first"
    : hasLoads
    ? "The input has no supports: the point array \"Supports\" is missing. Apply Trabecula > "
      "Mechanical Support to it first"
    : "The input has no load: there is no point array of three components whose name starts with "
      "\"Force\". Apply Trabecula > Mechanical Load to it first";
  return missing +
    ", or choose arrays that have them. Point arrays in the input: " + listOfArrays(points) + ".";
}

std::vector<std::uint8_t> readSupports(vtkDataSetAttributes* points, const std::string& name)
{
  if (name == DefaultSupports && !points->HasArray(DefaultSupports))
  {
    throw Error(adviceOnConditions(points, false, true));
  }
  const std::vector<double> values = valuesOf(requireArray(points, name, "supports", 3));
  std::vector<std::uint8_t> supports(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    if (values[i] != 0.0 && values[i] != 1.0)
    {
      throw Error("Point array " + inQuotes(name) + " has the value " + shortText(values[i]) +
        " at node " + std::to_string(i / 3) + ", component " + std::to_string(i % 3) +
        "; supports are 0 where a displacement component is free and 1 where it is fixed.");
    }
    supports[i] = values[i] != 0.0 ? 1 : 0;
  }
  return supports;
}

std::vector<std::string> forceArraysOf(vtkDataSetAttributes* points)
{
  std::vector<std::string> names;
  for (int i = 0; i < points->GetNumberOfArrays(); ++i)
  {
    vtkDataArray* array = points->GetArray(i);
    const std::string name = array && array->GetName() ? array->GetName() : "";
    if (array && array->GetNumberOfComponents() == 3 && name.rfind("Force", 0) == 0)
    {
      names.push_back(name);
    }
  }
  std::sort(names.begin(), names.end(), comesBefore);
  return names;
}

void requireNoGhosts(vtkDataSet* input)
{
  vtkUnsignedCharArray* ghosts = input->GetCellGhostArray();
  vtkIdType count = 0;
  for (vtkIdType i = 0; ghosts && i < ghosts->GetNumberOfTuples(); ++i)
  {
    count += ghosts->GetValue(i) != 0 ? 1 : 0;
  }
  if (count > 0)
  {
    throw Error("The input has " + countText(count, "ghost, hidden or duplicated cell") +
      " (array vtkGhostType). " +
      (input->IsA("vtkUnstructuredGrid")
          ? "Select the input in the pipeline, apply the filter Remove Ghost Information to it, "
            "and "
            "then this filter to its result."
          : "Select the input in the pipeline, apply the filter Threshold to it, on an array and "
            "with the range that the part has (on vtkValidPointMask from 1 to 1 after Resample To "
            "Image); apply Remove Ghost Information to its result, and this filter to that."));
  }
}
}
