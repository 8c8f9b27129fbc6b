#ifndef TRABECULA_ANALYSIS_STATIC_STATICANALYSIS_H
#define TRABECULA_ANALYSIS_STATIC_STATICANALYSIS_H

#include "Analysis/Static/ThermalStrain.h"
#include "Analysis/Stress/StressRecovery.h"
#include "Analysis/StructuralProblem.h"
#include "Core/Communication/Parts.h"
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
/// A part under static loads, with small strains and a linear elastic material.
struct StaticProblem
{
  /// Load cases have nodal forces. Without load cases there is one of the body force, the thermal
  /// strain and the prescribed displacements. Weights have no effect.
  StructuralProblem structure;
  /// Young's modulus of each element, force per area, above 0; empty means the material's.
  std::vector<double> moduli;
  /// Force per volume, such as density times acceleration; acts in every load case.
  std::array<double, 3> bodyForce = {};
  /// Acts in every load case, by forces that count as loads; an unrestrained thermal strain causes
  /// no stress.
  ThermalStrain thermalStrain;
  /// Fraction of each element that has mass and counts as volume; empty for whole elements. Set by
  /// setSolidFractions().
  std::vector<double> solidFractions;
  StressRecovery recovery = StressRecovery::Extrapolated;
  /// Force per area; 0 means that it is unknown, and that there is no safety factor.
  double yieldStress = 0.0;
};

/// Sets solid fractions of elements, such as those of voxels that a surface intersects: body force,
/// volume and moduli are multiplied by them, so that stresses are means over elements. Must be
/// called at most once.
/// @param fractions one per element, above 0 and at most 1; empty for whole elements
/// @throws Error for another fraction, or for another number of them
void setSolidFractions(StaticProblem& problem, const std::vector<double>& fractions);

/// Upper bound of safety factors, which applies where the stress nearly vanishes.
constexpr double LargestSafetyFactor = 1000.0;

/// Returns yield stress over stress, at most LargestSafetyFactor, which a stress of zero has.
double safetyFactorOf(double yieldStress, double stress);

/// A largest value and its position.
struct Peak
{
  double value = 0.0;
  std::array<double, 3> place = {};
};

/// Summary of a load case.
struct StaticSummary
{
  double compliance = 0.0;   ///< work f.u of the loads, force times length
  double strainEnergy = 0.0; ///< of the elements' stresses, force times length
  Peak displacement;         ///< largest magnitude, at a node
  Peak vonMisesStress;       ///< of recovered stresses, at a node
  std::array<double, 3> load = {};
  std::array<double, 3> reaction = {};
  /// |load + reaction| over the sum of the magnitudes of all forces; it is due to the solver's
  /// tolerance.
  double imbalance = 0.0;
  double relativeError = 0.0; ///< in the energy norm, without unit; see relativeError()
  double safetyFactor = 0.0;  ///< smallest value over the nodes; 0 without a yield stress
};

/// Fields of a load case. Stresses are in VTK's order XX, YY, ZZ, XY, YZ, XZ, force per area.
struct StaticLoadCase
{
  std::string name;
  // Displacements and reactions have 3 components per node.
  std::vector<double> displacement; ///< length
  std::vector<double> reaction;     ///< force; see reactionForces()
  // Recovered stresses at nodes; 6 and 1 components each.
  std::vector<double> nodalStress;
  std::vector<double> nodalVonMisesStress;
  // Stresses at the centres of elements; 6, 1 and 3 components each.
  std::vector<double> stress;
  std::vector<double> vonMisesStress;
  std::vector<double> principalStress; ///< the largest first
  // Values of elements, 1 each.
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
  double residual = 0.0;    ///< largest ||r|| / ||b|| of all load cases
  double solveSeconds = 0.0;
  double fieldsSeconds = 0.0; ///< for everything after the solution
};

/**
 * Solves for every load case and computes its fields.
 *
 * @param memoryLimit as for checkDevice()
 * @return nothing if the observer stopped it
 * @throws Error if the problem is not valid, or the solver fails
 */
std::optional<StaticAnalysis> analyseStatic(const StaticProblem& problem, const Device& device,
  Observer& observer, std::size_t memoryLimit = 0);
/// The same on several devices, among which the structure is divided to be solved; stresses and
/// reactions are computed by the host as always.
/// @param devices one for each part, some of which may be equal @param memoryLimit of each device
std::optional<StaticAnalysis> analyseStatic(const StaticProblem& problem,
  const std::vector<Device>& devices, Observer& observer, std::size_t memoryLimit = 0);
/// The same on parts, called by all processes; those after the first have no load cases.
std::optional<StaticAnalysis> analyseStatic(
  const StaticProblem& problem, Parts& parts, Observer& observer);
}

#endif
