#ifndef TRABECULA_FILTERS_INPUTARRAYS_H
#define TRABECULA_FILTERS_INPUTARRAYS_H

#include <cstdint>
#include <string>
#include <vector>

class vtkDataArray;
class vtkDataSet;
class vtkDataSetAttributes;

namespace trabecula::filters
{
/// Returns a name in quotes, for messages.
std::string inQuotes(const std::string& name);

/// Returns the names of all arrays, or "none".
std::string listOfArrays(vtkDataSetAttributes* attributes);

/// Returns "Point array " or "Cell array ", for messages.
std::string kindOf(vtkDataSetAttributes* attributes);

/// @param purpose what the array is needed for, in words for a message
/// @throws Error with the name of the array if it is missing, not numeric, or has another number of
/// components
vtkDataArray* requireArray(vtkDataSetAttributes* attributes, const std::string& name,
  const std::string& purpose, int components);

/// Returns all values of an array, tuple by tuple.
std::vector<double> valuesOf(vtkDataArray* array);

/// Returns the values of an optional array of one component. The result is empty if the name is
/// empty, or if it is the default name and there is no such array.
/// @throws Error as requireArray()
std::vector<double> valuesOfOptional(vtkDataSetAttributes* attributes, const std::string& name,
  const std::string& defaultName, const std::string& purpose);

/// Name of the array that Mechanical Support writes.
constexpr const char* DefaultSupports = "Supports";

/// Returns a text that states whether supports, loads or both are missing, and how to add them.
std::string adviceOnConditions(vtkDataSetAttributes* points, bool hasSupports, bool hasLoads);

/// Returns three flags per point, which are 1 where that displacement component is fixed.
/// @throws Error as requireArray(), and for values other than 0 and 1
std::vector<std::uint8_t> readSupports(vtkDataSetAttributes* points, const std::string& name);

/// Returns the numeric arrays of three components whose name starts with "Force". Numbers in names
/// are ordered by value, so that Force_10 comes after Force_2.
std::vector<std::string> forceArraysOf(vtkDataSetAttributes* points);

/// @throws Error for an input with ghost, hidden or duplicated cells
void requireNoGhosts(vtkDataSet* input);
}

#endif
