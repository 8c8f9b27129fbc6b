#ifndef TRABECULA_ANALYSIS_ELASTICANALYSIS_H
#define TRABECULA_ANALYSIS_ELASTICANALYSIS_H

#include "Analysis/StructuralProblem.h"
#include "Core/Communication/Parts.h"
#include "Core/Device.h"
#include "Core/Observer.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace trabecula
{
/// Results of one load case.
struct ElasticLoadCase
{
  std::string name;
  double weight = 1.0;
  /// 2 f.u - u.K u, which is the work of the loads if prescribed displacements are zero; force
  /// times length.
  double compliance = 0.0;
  std::vector<double> displacement; ///< 3 per node, length
  /// 6 per element, in VTK's order XX, YY, ZZ, XY, YZ, XZ, force per area: the stress of the solid
  /// material at the strain of the element's centre, D(E0, nu) eps. In an element with less than
  /// the solid's modulus this is the local stress of the material, not the mean over the pores
  /// (Duysinx and Bendsoe, Int. J. Numer. Meth. Engng 43, 1998, eq. 10 with q = p).
  std::vector<double> stress;
  std::vector<double> vonMisesStress; ///< 1 per element, of stress
};

/// Static analysis of a structure of given moduli.
struct ElasticAnalysis
{
  double compliance = 0.0; ///< weighted sum over load cases
  std::vector<ElasticLoadCase> loadCases;
  /// 1 per element, energy per volume: weighted sum over load cases of u_e.(E K_e u_e) / (2 V_e).
  std::vector<double> strainEnergyDensity;
  std::vector<double> volumes; ///< 1 per element, length cubed
  int solverIterations = 0;    ///< summed over load cases
  double residual = 0.0;       ///< largest ||r|| / ||b|| of all load cases
};

/**
 * Solves K(E) u = f for every load case.
 *
 * @param shares Young's modulus of each element over the material's, in (0, 1]
 * @param memoryLimit as for checkDevice()
 * @return nothing if the observer stopped it
 * @throws Error if the problem is not valid (see validate()) or the solver fails
 */
std::optional<ElasticAnalysis> analyseElastic(const StructuralProblem& problem,
  const std::vector<double>& shares, const Device& device, Observer& observer,
  std::size_t memoryLimit = 0);
/// The same on several devices, among which the structure is divided.
/// @param devices one for each part, some of which may be equal @param memoryLimit of each device
std::optional<ElasticAnalysis> analyseElastic(const StructuralProblem& problem,
  const std::vector<double>& shares, const std::vector<Device>& devices, Observer& observer,
  std::size_t memoryLimit = 0);
/// The same on parts, called by all processes, of which the first has the fields.
std::optional<ElasticAnalysis> analyseElastic(const StructuralProblem& problem,
  const std::vector<double>& shares, Parts& parts, Observer& observer);

/// Largest von Mises stress and its location.
struct StressPeak
{
  double vonMisesStress = 0.0;
  std::size_t loadCase = 0;
  std::size_t element = 0;
};

/// The largest stress over all load cases and the elements with at least a given solid fraction;
/// nothing if there is no such element. @param solid solid fraction, 1 per element
std::optional<StressPeak> largestStress(
  const ElasticAnalysis& analysis, const std::vector<double>& solid, double atLeast);

/**
 * Checks that a body given by solid fractions is connected to loads and supports: every loaded node
 * belongs to an element of the body, and these elements are connected through nodes to supported
 * ones.
 *
 * @param solid solid volume fraction of each element, in [0, 1]
 * @param leastSolid elements with a lower fraction do not belong to the body
 * @throws Error naming load case and node
 */
void requireBodyBearsLoads(
  const StructuralProblem& problem, const std::vector<double>& solid, double leastSolid);
}

#endif
