#ifndef TRABECULA_FILTERS_FREQUENCYANALYSISWRITER_H
#define TRABECULA_FILTERS_FREQUENCYANALYSISWRITER_H

#include "Analysis/Frequency/FrequencyAnalysis.h"

#include <cstddef>

class vtkDataSet;
class vtkTable;

namespace trabecula::filters
{
/// Writes the solid cells with an array of each mode, for showMode().
/// @param output of the same class as the solid cells
void writeModes(const FrequencyAnalysis& analysis, vtkDataSet* solid, vtkDataSet* output);

/// Replaces the arrays of writeModes() by one of a mode, see vtkNaturalFrequencies.
/// @param mode from 0
/// @param factor of the shape, as of the phase of a vibration
void showMode(vtkDataSet* data, std::size_t mode, double frequency, double factor);

/// Writes a row for each mode; see vtkNaturalFrequencies.
void writeFrequencies(const FrequencyAnalysis& analysis, vtkTable* output);
}

#endif
