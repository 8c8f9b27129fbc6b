#ifndef TRABECULA_OPTIMIZATION_VALIDATION_STAGEVALIDATION_H
#define TRABECULA_OPTIMIZATION_VALIDATION_STAGEVALIDATION_H

#include "Optimization/TopologyProblem.h"

namespace trabecula
{
/// Checks the settings of stages, and that filter, optimizer and responses go with them.
/// @throws Error for the first fault
void checkStages(const DensitySettings& settings, const OptimizationSettings& optimization);
/// Refuses directions that the planes and rotations of a symmetry change, as the design could not
/// be symmetric. @throws Error naming the direction
void checkSymmetryOfDirections(const ChainSettings& chain);
/// Checks that optimizer, filter, stages and responses go with loads that depend on the design.
/// @throws Error for the first fault
void checkLoadsOfDesign(const LoadsOfDesign& loads, const DensityDesign& design);
}

#endif
