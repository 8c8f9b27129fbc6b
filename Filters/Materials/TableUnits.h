#ifndef TRABECULA_FILTERS_TABLEUNITS_H
#define TRABECULA_FILTERS_TABLEUNITS_H

#include "UnitSystem.h"

#include <functional>
#include <string>

class vtkTable;

namespace trabecula::filters
{
/**
 * States the units of the numbers of a table. Those of a table with a column Unit are in that
 * column, in which they take the place of dimensions in words. In another table each column whose
 * dimension is known has its unit as VTK's information key vtkDataArray::UNITS_LABEL().
 *
 * Columns are replaced, as they may be shared with other tables, and their names are kept.
 */
void stateUnits(vtkTable* table, UnitSystem system);

/// Labels each column with a dimension by its unit. @param unit of a dimension in words; empty if
/// it has none
void labelColumns(
  vtkTable* table, const std::function<std::string(const std::string& quantity)>& unit);
}

#endif
