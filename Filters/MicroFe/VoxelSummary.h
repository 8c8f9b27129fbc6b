#ifndef TRABECULA_FILTERS_VOXELSUMMARY_H
#define TRABECULA_FILTERS_VOXELSUMMARY_H

#include "MicroFe/VoxelMicroFe.h"

#include <string>
#include <vector>

class vtkTable;

namespace trabecula::filters
{
/// One row of a summary.
struct Quantity
{
  std::string name;
  double value = 0.0;
  std::string unit; ///< "force / length", "-" for none
};

/// Returns the quantities of the whole sample that the test defines.
std::vector<Quantity> summarize(const VoxelMicroFe& analysis, const VoxelMicroFeSettings& settings);

/// Returns the device of an analysis, or the number of its parts and the first device.
std::string nameOfDevices(const VoxelMicroFe& analysis);

/// Writes a table with the columns Quantity, Result and Unit.
void writeSummary(vtkTable* output, const std::vector<Quantity>& quantities);
}

#endif
