#ifndef TRABECULA_FILTERS_TOPOLOGYCOMPARISONWRITER_H
#define TRABECULA_FILTERS_TOPOLOGYCOMPARISONWRITER_H

#include "TopologyComparison.h"

#include <string>
#include <vector>

class vtkTable;
class vtkUnstructuredGrid;

namespace trabecula::filters
{
/// Writes densities, differences and categories on the common mesh.
/// @param keepVoid whether cells in which no design is solid are kept
void writeDifferences(vtkUnstructuredGrid* output, const std::vector<ComparedDesign>& designs,
  const TopologyComparison& comparison, bool keepVoid);

/// Writes one row per design.
void writeMeasures(
  vtkTable* output, const std::vector<std::string>& names, const TopologyComparison& comparison);

/// Writes the same table as text, with one row and a unit per measure.
void writeSummary(vtkTable* output, vtkTable* measures);
}

#endif
