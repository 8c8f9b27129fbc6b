/**
 * What vtkHeatConduction keeps between executions.
 */

#ifndef vtkHeatConductionInternals_h
#define vtkHeatConductionInternals_h

#include "vtkHeatConduction.h"

#include "Analysis/Heat/HeatAnalysis.h"

#include <optional>
#include <string>

class vtkHeatConduction::vtkInternals
{
public:
  // Of the last complete analysis.
  std::optional<trabecula::HeatSummary> Summary;
  std::string DeviceUsed;
};

#endif
