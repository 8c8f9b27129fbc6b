/**
 * State of vtkHeatConduction between executions.
 */

#ifndef vtkHeatConductionInternals_h
#define vtkHeatConductionInternals_h

#include "vtkHeatConduction.h"

#include "Analysis/Heat/HeatAnalysis.h"

#include <optional>

class vtkHeatConduction::vtkInternals
{
public:
  // Results of the last complete analysis.
  std::optional<trabecula::HeatSummary> Summary;
};

#endif
