#ifndef TRABECULA_OPTIMIZATION_LEVELSET_START_LEVELSETWARNINGS_H
#define TRABECULA_OPTIMIZATION_LEVELSET_START_LEVELSETWARNINGS_H

#include "Core/Context.h"
#include "Optimization/LevelSet/LevelSetStages.h"

#include <string>
#include <vector>

namespace trabecula
{
/**
 * Returns what users should know of the first design of a problem, a sentence or more each: given
 * coefficients that manufacturing constraints change, or holes that are lost.
 *
 * @param start see startOf()
 */
std::vector<std::string> startWarnings(const Context<HostSpace>& context,
  const LevelSetProblem& problem, const LinkedDesign& linked, const std::vector<double>& start);
}

#endif
