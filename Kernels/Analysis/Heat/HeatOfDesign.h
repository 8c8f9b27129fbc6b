#ifndef TRABECULA_ANALYSIS_HEAT_HEATOFDESIGN_H
#define TRABECULA_ANALYSIS_HEAT_HEATOFDESIGN_H

#include "Analysis/Heat/HeatProblem.h"
#include "Analysis/Preconditioning/ConductionSystem.h"

#include <vector>

namespace trabecula
{
/// The conduction in a structure whose temperature is solved with its design, with the conductivity
/// of solid everywhere.
/// @param solidFractions of its elements, empty for whole ones
HeatProblem heatOfDesign(
  const StructuralProblem& structure, const std::vector<double>& solidFractions);

/// Checks it. @throws Error for the first fault; the message names the array, node or element
void checkHeatOfDesign(
  const StructuralProblem& structure, const std::vector<double>& solidFractions);

/// What the solver of such a temperature needs.
struct DesignConduction
{
  ConductionSystem system;
  std::vector<double> heat;  ///< right-hand side, power, one per node
  std::vector<double> start; ///< prescribed temperatures, zero elsewhere, one per node
};
/// @param structure that was checked
DesignConduction conductionOfDesign(
  const StructuralProblem& structure, const std::vector<double>& solidFractions);
}

#endif
