#ifndef TRABECULA_ANALYSIS_BODY_BODYCONDITIONS_H
#define TRABECULA_ANALYSIS_BODY_BODYCONDITIONS_H

#include "Analysis/StructuralProblem.h"

#include <string>
#include <vector>

namespace trabecula
{
/**
 * How loads and supports of a design differ from those of another on any other mesh, by more than
 * one per cent: names, weights and resultants of load cases, the area of the surface that is held
 * in each direction or, where no whole face is, the bounds of the points that are, and springs.
 *
 * @param name of the first one, for the sentences
 * @param areWhole whether both meshes are of the whole design domain; else supports are not
 * compared, as cells that are left out have some of them
 * @return sentences without a subject, as in "has no load case 'Tip', which First has"; empty if
 * they agree
 */
std::vector<std::string> differencesOfConditions(const StructuralProblem& first,
  const StructuralProblem& other, const std::string& name, bool areWhole = true);
}

#endif
