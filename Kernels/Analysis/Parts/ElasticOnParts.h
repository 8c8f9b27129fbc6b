#ifndef TRABECULA_ANALYSIS_PARTS_ELASTICONPARTS_H
#define TRABECULA_ANALYSIS_PARTS_ELASTICONPARTS_H

#include "Analysis/ElasticAnalysis.h"
#include "Analysis/Parts/StructureOfPart.h"
#include "Analysis/Preconditioning/MultigridChoice.h"

#include <vector>

namespace trabecula
{
/**
 * runElasticAnalysis() on parts at the same time, with results of the whole.
 *
 * @param parts of the structure, one for each device
 * @param choice see restrictToParts()
 * @param shares of all elements, in the numbering of the parts' plans, as the results
 * @return false if stopped
 */
bool runElasticOnParts(const std::vector<StructureOfPart>& parts, const MultigridChoice& choice,
  const std::vector<double>& shares, const std::vector<Device>& devices, Observer& observer,
  ElasticAnalysis& analysis);
}

#endif
