#ifndef TRABECULA_ANALYSIS_STATIC_STATICANALYSIS_H
#define TRABECULA_ANALYSIS_STATIC_STATICANALYSIS_H

#include "Analysis/Static/ThermalStrain.h"
#include "Analysis/Stress/StressRecovery.h"
#include "Analysis/StructuralProblem.h"
#include "Core/Device.h"
#include "Core/Observer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace trabecula
{
/// A part under loads that do not change with time, small strains and linear elastic material.
struct StaticProblem
{
  /// Load cases have nodal forces. There may be none: then there is one of the body force and the
  /// prescribed displacements alone. Weights do not matter.
  StructuralProblem structure;
  /// Young's modulus of each element, force per area, above 0; empty means the material's.
  std::vector<double> moduli;
  /// Force per volume, as density times acceleration; acts in every load case.
  std::array<double, 3> bodyForce = {};
  /// Acts in every load case, by forces that count as loads; of it alone there is no stress.
  ThermalStrain thermalStrain;
  /// Part of each element that has mass and counts as volume; empty for whole elements. Set by
  /// setSolidFractions().
  std::vector<double> solidFractions;
  StressRecovery recovery = StressRecovery::Extrapolated;
  /// Force per area; 0 means that there is none and no safety factor.
  double yieldStress = 0.0;
};

/// Makes a part of each element solid, as of voxels that a surface passes through: body force and
/// volume are multiplied by it, and the moduli, so that stresses are means over elements. To be
/// called once.
/// @param fractions one per element, above 0 and at most 1; empty for whole elements
/// @throws Error for another fraction, or for another number of them
void setSolidFractions(StaticProblem& problem, const std::vector<double>& fractions);

/// Safety factors are at most this, where there is next to no stress.
constexpr double LargestSafetyFactor = 1000.0;

/// A largest value and where it is.
struct Peak
{
  double value = 0.0;
  std::array<double, 3> place = {};
};

/// What a load case comes to as a whole.
struct StaticSummary
{
  double compliance = 0.0;   ///< work f.u of the loads, force times length
  double strainEnergy = 0.0; ///< of the elements' stresses, force times length
  Peak displacement;         ///< its length, at a node
  Peak vonMisesStress;       ///< recovered, at a node
  std::array<double, 3> load = {};
  std::array<double, 3> reaction = {};
  /// |load + reaction| over the sum of the lengths of all forces; what the solver's tolerance left.
  double imbalance = 0.0;
  double relativeError = 0.0; ///< see relativeError(); of the energy norm, without unit
  double safetyFactor = 0.0;  ///< smallest of the nodes; 0 without a yield stress
};

/// Fields of a load case. Stresses are in VTK's order XX, YY, ZZ, XY, YZ, XZ, force per area.
struct StaticLoadCase
{
  std::string name;
  // 3 per node.
  std::vector<double> displacement; ///< length
  std::vector<double> reaction;     ///< force; see reactionForces()
  // At nodes, recovered; 6 and 1 each.
  std::vector<double> nodalStress;
  std::vector<double> nodalVonMisesStress;
  // Of elements, at their centre; 6, 1 and 3 each.
  std::vector<double> stress;
  std::vector<double> vonMisesStress;
  std::vector<double> principalStress; ///< the largest first
  // Of elements, 1 each.
  std::vector<double> strainEnergyDensity; ///< mean, energy per volume
  /// The uniaxial stress of the same energy as the estimated error, (2 E error)^1/2, force per
  /// area; see estimateStressError().
  std::vector<double> stressError;
  /// Yield stress over the largest von Mises stress at the element's centre and nodes; empty
  /// without a yield stress.
  std::vector<double> safetyFactor;
  StaticSummary summary;
};

struct StaticAnalysis
{
  std::vector<StaticLoadCase> loadCases;
  double volume = 0.0;      ///< of the part, length cubed
  int solverIterations = 0; ///< summed over load cases
  double residual = 0.0;    ///< largest ||r|| / ||b|| of them
  double solveSeconds = 0.0;
  double fieldsSeconds = 0.0; ///< for everything after the solution
};

/**
 * Solves for every load case and makes its fields.
 *
 * @param memoryLimit as for checkDevice()
 * @return nothing if the observer stopped it
 * @throws Error if the problem is not valid, or the solver fails
 */
std::optional<StaticAnalysis> analyseStatic(const StaticProblem& problem, const Device& device,
  Observer& observer, std::size_t memoryLimit = 0);
}

#endif
