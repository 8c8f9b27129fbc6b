#ifndef TRABECULA_ANALYSIS_BODY_BODYCONDITIONS_H
#define TRABECULA_ANALYSIS_BODY_BODYCONDITIONS_H

#include "Analysis/StructuralProblem.h"

#include <string>
#include <vector>

namespace trabecula
{
/**
 * Differences of more than one per cent between loads and supports of two designs, which may have
 * different meshes: names, weights and resultants of load cases, the area of the supported surface
 * in each direction or, if no whole face is supported, the bounds of supported points, and springs.
 *
 * @param name of the first design, for the sentences
 * @param areWhole whether both meshes cover the whole design domain; otherwise supports are not
 * compared, as removed cells may have some of them
 * @return sentences without a subject, as in "has no load case 'Tip', which First has"; empty if
 * they agree
 */
std::vector<std::string> differencesOfConditions(const StructuralProblem& first,
  const StructuralProblem& other, const std::string& name, bool areWhole = true);
}

#endif
