#ifndef TRABECULA_OPTIMIZATION_VALIDATION_STAGEVALIDATION_H
#define TRABECULA_OPTIMIZATION_VALIDATION_STAGEVALIDATION_H

#include "Optimization/TopologyProblem.h"

namespace trabecula
{
/// Checks the settings of stages, and that filter and optimizer go with them.
/// @throws Error for the first fault
void checkStages(const DensitySettings& settings, Optimizer optimizer);
}

#endif
