#ifndef TRABECULA_FILTERS_HEATANALYSISWRITER_H
#define TRABECULA_FILTERS_HEATANALYSISWRITER_H

#include "Analysis/Heat/HeatAnalysis.h"

class vtkDataSet;
class vtkTable;

namespace trabecula::filters
{
/// The solid cells with the fields of the analysis; see vtkHeatConduction for the arrays.
/// @param output of the same class
void writeHeatAnalysis(const HeatAnalysis& analysis, vtkDataSet* solid, vtkDataSet* output);

/// A row for each quantity; see vtkHeatConduction.
void writeHeatSummary(const HeatAnalysis& analysis, const HeatProblem& problem, vtkTable* output);
}

#endif
