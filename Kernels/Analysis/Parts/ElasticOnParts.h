#ifndef TRABECULA_ANALYSIS_PARTS_ELASTICONPARTS_H
#define TRABECULA_ANALYSIS_PARTS_ELASTICONPARTS_H

#include "Analysis/ElasticAnalysis.h"
#include "Analysis/Parts/StructureOfPart.h"
#include "Analysis/Preconditioning/MultigridChoice.h"
#include "Core/Communication/Parts.h"

#include <vector>

namespace trabecula
{
/**
 * runElasticAnalysis() on parts at the same time, with results of the whole. Of several processes,
 * the first has the fields.
 *
 * @param divided all parts of the structure; of parts of other processes, plans are used only
 * @param choice of the whole
 * @param shares of all elements, in the numbering of the parts' plans, as the results
 * @return false if stopped
 */
bool runElasticOnParts(const std::vector<StructureOfPart>& divided, const MultigridChoice& choice,
  const std::vector<double>& shares, Parts& parts, Observer& observer, ElasticAnalysis& analysis);
}

#endif
