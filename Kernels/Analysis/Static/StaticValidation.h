#ifndef TRABECULA_ANALYSIS_STATIC_STATICVALIDATION_H
#define TRABECULA_ANALYSIS_STATIC_STATICVALIDATION_H

#include "Analysis/Static/StaticAnalysis.h"

#include <string>
#include <vector>

namespace trabecula
{
/// Checks the members of a static analysis other than its structure, which validate() checks.
/// @throws Error naming the element or quantity
void checkStatic(const StaticProblem& problem);
}

#endif
