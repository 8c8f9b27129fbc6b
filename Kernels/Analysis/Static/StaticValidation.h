#ifndef TRABECULA_ANALYSIS_STATIC_STATICVALIDATION_H
#define TRABECULA_ANALYSIS_STATIC_STATICVALIDATION_H

#include "Analysis/Static/StaticAnalysis.h"

#include <string>
#include <vector>

namespace trabecula
{
/// Checks what a static analysis has beyond a structure; validate() checks the structure.
/// @throws Error naming the element or quantity
void checkStatic(const StaticProblem& problem);
}

#endif
