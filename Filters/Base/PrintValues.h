#ifndef TRABECULA_FILTERS_PRINTVALUES_H
#define TRABECULA_FILTERS_PRINTVALUES_H

#include "Optimization/Settings/SettingsTable.h"

#include "vtkIndent.h"

#include <functional>
#include <ostream>
#include <vector>

/// Parts that PrintSelf() of several filters has in common.
namespace trabecula::filters
{
/// Writes a line for each setting, or one that says why these are no settings.
/// @param settings may throw Error
void printSettings(
  std::ostream& os, vtkIndent indent, const std::function<std::vector<Setting>()>& settings);

/// Writes the name and the values in one line.
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
