#ifndef TRABECULA_ANALYSIS_HEAT_HEATANALYSIS_H
#define TRABECULA_ANALYSIS_HEAT_HEATANALYSIS_H

#include "Analysis/Heat/HeatProblem.h"
#include "Analysis/Static/StaticAnalysis.h"
#include "Core/Communication/Parts.h"
#include "Core/Device.h"
#include "Core/Observer.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace trabecula
{
/// Summary of a steady state. Heat is power, positive into the body.
struct HeatSummary
{
  Peak highestTemperature; ///< at a node
  Peak lowestTemperature;
  Peak heatFlux;         ///< largest magnitude, at a node, power per area
  double sources = 0.0;  ///< heat of volume sources
  double heatFlow = 0.0; ///< heat prescribed at nodes
  double films = 0.0;    ///< heat through films
  double fixed = 0.0;    ///< heat at nodes of fixed temperature, without their films
  /// |sources + heatFlow + films + fixed| over the sum of the magnitudes of all nodal heat flows;
  /// it is due to the solver's tolerance.
  double imbalance = 0.0;
  /// Sources and heat flows times temperature, q.T; power times temperature.
  double thermalCompliance = 0.0;
};

struct HeatAnalysis
{
  std::vector<double> temperature; ///< 1 per node
  /// 1 per node, power, positive into the body: heat flow that maintains fixed temperatures, and
  /// heat flow through films; zero at other nodes.
  std::vector<double> reaction;
  std::vector<double> nodalHeatFlux; ///< -k grad T, 3 per node, power per area; mean over elements
  std::vector<double> heatFlux;      ///< -k grad T at the centre of each element, 3 each
  HeatSummary summary;
  double volume = 0.0; ///< of the body, length cubed
  int solverIterations = 0;
  double residual = 0.0; ///< ||r|| / ||b||
  double solveSeconds = 0.0;
  double fieldsSeconds = 0.0; ///< for everything after the solution
};

/**
 * Solves for the temperature and computes its fields.
 *
 * @param memoryLimit as for checkDevice()
 * @return nothing if the observer stopped it
 * @throws Error if the problem is not valid, or the solver fails
 */
std::optional<HeatAnalysis> analyseHeat(const HeatProblem& problem, const Device& device,
  Observer& observer, std::size_t memoryLimit = 0);
/// The same on several devices, among which the body is divided to be solved; fields are computed
/// by the host as always.
/// @param devices one for each part, some of which may be equal @param memoryLimit of each device
std::optional<HeatAnalysis> analyseHeat(const HeatProblem& problem,
  const std::vector<Device>& devices, Observer& observer, std::size_t memoryLimit = 0);
/// The same on parts, called by all processes; those after the first have no fields.
std::optional<HeatAnalysis> analyseHeat(
  const HeatProblem& problem, Parts& parts, Observer& observer);
}

#endif
