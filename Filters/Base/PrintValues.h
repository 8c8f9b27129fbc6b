#ifndef TRABECULA_FILTERS_PRINTVALUES_H
#define TRABECULA_FILTERS_PRINTVALUES_H

#include "Optimization/Settings/SettingsTable.h"

#include "vtkIndent.h"

#include <functional>
#include <ostream>
#include <vector>

/// Functions shared by the PrintSelf() methods of several filters.
namespace trabecula::filters
{
/// Writes one line for each setting, or one line with the error if the settings are invalid.
/// @param settings may throw Error
void printSettings(
  std::ostream& os, vtkIndent indent, const std::function<std::vector<Setting>()>& settings);

/// Writes a name and its values on one line.
template <class T>
void printList(std::ostream& os, vtkIndent indent, const char* name, const std::vector<T>& values)
{
  os << indent << name << ":";
  for (const T& value : values)
  {
    os << " " << value;
  }
  os << "\n";
}
}

#endif
