#include "Optimization/Heat/HeatTopology.h"

#include "Analysis/ElementGeometry.h"
#include "Analysis/Heat/HeatLoads.h"
#include "Analysis/Heat/HeatSystem.h"
#include "Analysis/Heat/HeatValidation.h"
#include "Core/Execution/SetupCounts.h"
#include "Core/Requirements.h"
#include "Design/Filter/NeighbourFilter.h"
#include "Design/Optimizer/DesignUpdate.h"
#include "Design/Stage/StageChain.h"
#include "Design/Stage/StageKinds.h"
#include "Optimization/Heat/HeatDesignFields.h"
#include "Optimization/Heat/HeatDesignModel.h"
#include "Optimization/InitialDesign.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/Validation/BoundValidation.h"
#include "Optimization/Validation/TopologyValidation.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>

namespace trabecula
{
namespace
{
/// The problem in terms of the model; see makeTopologyModel().
TopologyProblem problemOfTemperatures(const HeatDesignProblem& problem)
{
  TopologyProblem nodal;
  nodal.mesh = problem.heat.mesh;
  nodal.material.youngsModulus = problem.heat.conductivity;
  nodal.solver = problem.heat.solver;
  nodal.settings = problem.settings;
  nodal.designRegion = problem.designRegion;
  nodal.initialDensity = problem.initialDensity;
  nodal.solidFractions = problem.heat.solidFractions;
  nodal.supports = problem.heat.fixed;
  nodal.loadCases = { { "Heat", 1.0, heatLoads(problem.heat) } };
  return nodal;
}

/// Bytes of the model on the device besides those of its analyses, at most.
std::size_t designMemory(const TopologyProblem& nodal)
{
  using Space = HostSpace; // all spaces hold the same arrays
  const std::size_t elements = nodal.mesh.numberOfElements();
  const std::size_t nodes = nodal.mesh.numberOfNodes();
  // Temperature and trial, heat and its places.
  std::size_t bytes = 4 * nodes * sizeof(double);
  // Volumes, moduli, energies, designs and their filtered densities; solid fractions, mask.
  const ChainSettings chain = chainSettings(nodal.settings);
  const std::size_t staged = hasStages(chain)
    ? StageChain<Space>::fields(chain) + StageChain<Space>::workspaceFields(chain) + 1
    : 0;
  bytes += elements * ((12 + staged) * sizeof(double) + 1);
  bytes += DesignUpdate<Space>::memory(
    elements, nodal.settings.optimizer, nodal.settings.constraints.size() + 1);
  bytes += 2 * nodal.settings.constraints.size() * elements * sizeof(double);
  bytes += responseMemory(nodal.settings, { nodes, elements, 1 });
  if (nodal.settings.filter != FilterKind::None)
  {
    std::array<double, 3> box = {};
    for (std::size_t c = 0; c < 3; ++c)
    {
      double low = nodal.mesh.points[c];
      double high = low;
      for (std::size_t i = c; i < nodal.mesh.points.size(); i += 3)
      {
        low = std::min(low, nodal.mesh.points[i]);
        high = std::max(high, nodal.mesh.points[i]);
      }
      box[c] = high - low;
    }
    bytes += NeighbourFilter<Space>::memory(elements, box, nodal.settings.filterRadius, 0);
  }
  return bytes + (std::size_t(1) << 20);
}

void checkHeat(const HeatProblem& heat, const std::vector<double>& loads)
{
  if (!heat.conductivities.empty())
  {
    fail(
      "Elements have conductivities of their own, but the design decides them. Give the solid one "
      "conductivity, and leave the array out.");
  }
  if (std::none_of(loads.begin(), loads.end(), [](double flow) { return flow != 0.0; }))
  {
    fail("Nothing heats the body: there is neither a heat flow nor a source. Add one with Thermal "
         "Condition.");
  }
}
}

HeatTopology::HeatTopology(const HeatDesignProblem& problem) : Problem(problem)
{
  ++setupCounts().validations;
  HostMatrix films = trabecula::validate(problem.heat);
  this->Reference = referenceTemperature(problem.heat);
  this->Nodal = problemOfTemperatures(problem);
  checkHeat(problem.heat, this->Nodal.loadCases[0].forces);
  checkSettings(this->Nodal);
  if (problem.settings.objective.response != "Compliance")
  {
    fail("The objective of a body that conducts heat is the thermal compliance; ",
      problem.settings.objective.response, " is one of structures.");
  }
  const std::size_t elements = problem.heat.mesh.numberOfElements();
  this->checkStart();
  checkDesignRegion(problem.designRegion, elements, "element");
  checkSolidFractions(problem.heat.solidFractions, elements);
  checkVolumeFraction(this->Nodal,
    problem.designRegion.empty() ? std::vector<double>()
                                 : solidVolumes(problem.heat.mesh, problem.heat.solidFractions),
    "element");
  checkResponses(this->Nodal);
  checkBounds(this->Nodal);
  this->System = conductionSystem(problem.heat, std::move(films));
  this->System.conductivity = problem.heat.conductivity;
  this->System.smallestRatio = requirementsOf(this->Nodal).smallestModulusRatio;
}

void HeatTopology::checkStart()
{
  checkInitialDensity(
    this->Problem.initialDensity, this->Problem.heat.mesh.numberOfElements(), "element");
  this->Nodal.initialDensity = this->Problem.initialDensity;
}

std::vector<std::string> HeatTopology::warnings()
{
  std::vector<std::string> warnings = warningsOf(this->Problem.heat, this->System.film);
  const std::string radius =
    warningOfFilterRadius(this->Problem.heat.mesh.points, this->Problem.settings);
  if (!radius.empty())
  {
    warnings.push_back(radius);
  }
  return warnings;
}

void HeatTopology::checkDevice(const Device& device)
{
  this->Choice =
    chooseConductionMultigrid(this->System, { &this->Nodal.loadCases[0].forces }, device.space);
  fitOnDevice(this->System, this->Choice, device, 0, designMemory(this->Nodal));
}

TopologyParts HeatTopology::make(const ExecutionContext& execution, Observer& observer)
{
  if (!this->Choice.reason.empty())
  {
    observer.note(this->Choice.reason);
  }
  TopologyParts parts;
  parts.model = execution.with([&](const auto& context)
    { return makeHeatDesignModel(context, this->Nodal, this->System, this->Choice, observer); });
  parts.fields = std::make_unique<HeatDesignFields>(this->Nodal.loadCases, this->Reference);
  return parts;
}
}
