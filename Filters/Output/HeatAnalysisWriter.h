#ifndef TRABECULA_FILTERS_HEATANALYSISWRITER_H
#define TRABECULA_FILTERS_HEATANALYSISWRITER_H

#include "Analysis/Heat/HeatAnalysis.h"

class vtkDataSet;
class vtkTable;

namespace trabecula::filters
{
/// Writes the solid cells with the fields of the analysis; see vtkHeatConduction for the arrays.
/// @param output of the same class as the solid cells
void writeHeatAnalysis(const HeatAnalysis& analysis, vtkDataSet* solid, vtkDataSet* output);

/// Writes a row for each quantity; see vtkHeatConduction.
void writeHeatSummary(const HeatAnalysis& analysis, const HeatProblem& problem, vtkTable* output);
}

#endif
