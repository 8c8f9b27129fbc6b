#ifndef TRABECULA_OPTIMIZATION_VALIDATION_STAGEVALIDATION_H
#define TRABECULA_OPTIMIZATION_VALIDATION_STAGEVALIDATION_H

#include "Optimization/TopologyProblem.h"

namespace trabecula
{
/// Checks the settings of stages, and that filter and optimizer go with them.
/// @throws Error for the first fault
void checkStages(const OptimizationSettings& settings);

/// @throws Error if there is a stage other than a filter. @param reason as the begin of a sentence
void requireNoStages(const OptimizationSettings& settings, const char* reason);
}

#endif
