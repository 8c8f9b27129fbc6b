#include "Analysis/Heat/HeatOfDesign.h"

#include "Analysis/Heat/HeatSystem.h"
#include "Analysis/Heat/HeatValidation.h"
#include "Core/Requirements.h"
#include "Operator/Conduction/FilmMatrix.h"

#include <algorithm>
#include <utility>

namespace trabecula
{
HeatProblem heatOfDesign(
  const StructuralProblem& structure, const std::vector<double>& solidFractions)
{
  const DesignHeat& given = structure.ofDesign.heat;
  HeatProblem heat;
  heat.mesh = structure.mesh;
  heat.conductivity = given.conductivity;
  heat.fixed = given.fixed;
  heat.prescribedTemperature = given.prescribedTemperature;
  heat.heatFlow = given.heatFlow;
  heat.filmCoefficient = given.filmCoefficient;
  heat.ambientTemperature = given.ambientTemperature;
  heat.heatSource = given.heatSource;
  heat.solidFractions = solidFractions;
  heat.solver = structure.solver;
  // What is chosen for the structure need not exist for conduction.
  const bool isDiagonal = heat.solver.preconditioner == Preconditioner::Jacobi ||
    heat.solver.preconditioner == Preconditioner::RigidBodyModes;
  heat.solver.preconditioner = isDiagonal ? Preconditioner::Jacobi : Preconditioner::Auto;
  return heat;
}

void checkHeatOfDesign(
  const StructuralProblem& structure, const std::vector<double>& solidFractions)
{
  const DesignHeat& given = structure.ofDesign.heat;
  requireInside("Minimum Conductivity Ratio", given.leastRatio, 0.0, false, 1.0, false);
  requireScale("Minimum Conductivity Ratio", given.leastRatio);
  validate(heatOfDesign(structure, solidFractions));
}

DesignConduction conductionOfDesign(
  const StructuralProblem& structure, const std::vector<double>& solidFractions)
{
  const HeatProblem heat = heatOfDesign(structure, solidFractions);
  const bool hasFilm = std::any_of(heat.filmCoefficient.begin(), heat.filmCoefficient.end(),
    [](double coefficient) { return coefficient > 0.0; });
  HostMatrix films = hasFilm ? filmMatrix(heat.mesh, heat.filmCoefficient) : HostMatrix();
  DesignConduction conduction;
  conduction.heat = heatOfSystem(heat, films);
  conduction.start = startingTemperature(heat);
  conduction.system = conductionSystem(heat, std::move(films));
  conduction.system.conductivity = heat.conductivity;
  conduction.system.smallestRatio = structure.ofDesign.heat.leastRatio;
  return conduction;
}
}
