#ifndef TRABECULA_FILTERS_SHOWNITERATE_H
#define TRABECULA_FILTERS_SHOWNITERATE_H

#include "TopologyOutputWriter.h"

#include "vtkSmartPointer.h"
#include "vtkUnstructuredGrid.h"

#include <vector>

namespace trabecula::filters
{
/// An iterate that an output is to show, and what it was computed on. Valid until the run goes on.
struct ShownIterate
{
  const TopologyIterate* iterate = nullptr; ///< null if there is none; then nothing else is set
  const std::vector<IterationRecord>* records = nullptr; ///< of the whole run
  vtkSmartPointer<vtkUnstructuredGrid> grid;
  TopologyRunDescription run;
};
}

#endif
