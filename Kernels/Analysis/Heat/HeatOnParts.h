#ifndef TRABECULA_ANALYSIS_HEAT_HEATONPARTS_H
#define TRABECULA_ANALYSIS_HEAT_HEATONPARTS_H

#include "Analysis/Heat/HeatAnalysis.h"
#include "Analysis/Heat/HeatRun.h"
#include "Analysis/Parts/ConductionOfPart.h"
#include "Core/Communication/Parts.h"

#include <vector>

namespace trabecula
{
/// solveHeat() on parts at the same time.
/// @param divided plans of all parts, and the systems of those of this process, which are taken
/// @param input of the whole, in the numbering of the parts' plans; its system is not used
/// @param analysis gets the temperature of the whole in the same numbering; that of processes after
/// the first is undefined
bool solveHeatOnParts(Parts& parts, std::vector<ConductionOfPart>& divided, const HeatInput& input,
  const ConductionMultigrid& choice, Observer& observer, HeatAnalysis& analysis);
}

#endif
