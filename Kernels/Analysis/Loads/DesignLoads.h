#ifndef TRABECULA_ANALYSIS_LOADS_DESIGNLOADS_H
#define TRABECULA_ANALYSIS_LOADS_DESIGNLOADS_H

#include "Analysis/ElasticAnalysis.h"
#include "Analysis/StructuralProblem.h"

#include <vector>

namespace trabecula
{
/// Adds a load case without forces to a structure that has none, as loads that depend on the design
/// act in all.
void addCaseOfDesign(StructuralProblem& structure);

/// Masses of points, as those of their three displacement components.
std::vector<double> onThreeComponents(const std::vector<double>& masses);

/// Adds the weight of the point masses of a structure, which does not depend on its design, to all
/// load cases. To be called once. @throws Error if masses or the acceleration are not valid
void addWeightOfPoints(StructuralProblem& structure);

/**
 * Returns the structure with the loads that depend on its design, see LoadsOfDesign, as forces of
 * all load cases, for the analysis of one design.
 *
 * @param solid fraction of each element that has mass
 * @param shares Young's modulus of each element over the material's, to which the forces of thermal
 * strain are proportional
 */
StructuralProblem withLoadsOfDesign(const StructuralProblem& structure,
  const std::vector<double>& solid, const std::vector<double>& shares);

/// Subtracts the stress of the thermal strain of the structure's solid from the stresses of its
/// analysis. Von Mises stresses do not change, as it is the same in all directions.
void subtractThermalStress(ElasticAnalysis& analysis, const StructuralProblem& structure);
}

#endif
