#ifndef TRABECULA_FILTERS_TOPOLOGYCOMPARISONWRITER_H
#define TRABECULA_FILTERS_TOPOLOGYCOMPARISONWRITER_H

#include "TopologyComparison.h"

#include <string>
#include <vector>

class vtkTable;
class vtkUnstructuredGrid;

namespace trabecula::filters
{
/// Densities, differences and categories on the common mesh.
/// @param keepVoid keep cells where no design is solid
void writeDifferences(vtkUnstructuredGrid* output, const std::vector<ComparedDesign>& designs,
  const TopologyComparison& comparison, bool keepVoid);

/// One row per design.
void writeMeasures(
  vtkTable* output, const std::vector<std::string>& names, const TopologyComparison& comparison);

/// The same as text, one row per measure, with its unit.
void writeSummary(vtkTable* output, vtkTable* measures);
}

#endif
