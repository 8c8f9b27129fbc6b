#ifndef TRABECULA_OPTIMIZATION_VALIDATION_CONFLICTS_H
#define TRABECULA_OPTIMIZATION_VALIDATION_CONFLICTS_H

#include "Optimization/TopologyProblem.h"

#include <string>
#include <vector>

namespace trabecula
{
struct LevelSetProblem;

// What conflicts in the settings of a design, whatever its mesh and loads are: the message of each
// check that fails. The checks are those of validation, so that a panel can state before a run what
// the run would refuse.

///@{
/// Returns the conflicts of objective and constraints with each other, with the optimizer and with
/// the filter, or the density model and the scheme; of a design by densities and by a level set.
std::vector<std::string> responseConflicts(const DensityDesign& design, bool conductsHeat);
std::vector<std::string> responseConflicts(const LevelSetProblem& problem);
///@}

///@{
/// Returns the conflicts of stages with the filter and the optimizer; of a level set with each
/// other and with the optimizer.
std::vector<std::string> stageConflicts(const DensityDesign& design);
std::vector<std::string> stageConflicts(const LevelSetProblem& problem);
///@}
}

#endif
