#include "Optimization/Heat/HeatTopology.h"

#include "Analysis/ElementGeometry.h"
#include "Analysis/Heat/HeatLoads.h"
#include "Analysis/Heat/HeatSystem.h"
#include "Analysis/Heat/HeatValidation.h"
#include "Analysis/Parts/FitOnDevices.h"
#include "Core/Execution/SetupCounts.h"
#include "Core/Requirements.h"
#include "Core/Text.h"
#include "Design/Optimizer/DesignUpdate.h"
#include "Design/Stage/StageKinds.h"
#include "Optimization/Elements/DesignMemory.h"
#include "Optimization/Heat/HeatDesignFields.h"
#include "Optimization/Heat/HeatDesignModel.h"
#include "Optimization/Heat/HeatTask.h"
#include "Optimization/InitialDesign.h"
#include "Optimization/Method/ModelOnParts.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/Settings/SettingsTable.h"
#include "Optimization/Validation/BoundValidation.h"
#include "Optimization/Validation/TopologyValidation.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

namespace trabecula
{
namespace
{
/// Returns conditions with one unknown per node; see HeatDesignInput.
ElasticConditions conditionsOfTemperatures(const HeatProblem& heat)
{
  ElasticConditions unknowns;
  unknowns.material.youngsModulus = heat.conductivity;
  unknowns.solver = heat.solver;
  unknowns.supports = heat.fixed;
  unknowns.loadCases = { { "Heat", 1.0, heatLoads(heat) } };
  return unknowns;
}

/// Returns an upper bound of the bytes of the model on the device, without those of its analyses.
/// @param ofStages bytes of stages and of the filter
std::size_t designMemory(const Mesh& mesh, const DensityDesign& design, std::size_t ofStages)
{
  using Space = HostSpace; // all spaces have the same arrays
  const std::size_t elements = mesh.numberOfElements();
  const std::size_t nodes = mesh.numberOfNodes();
  const auto analyses = static_cast<std::size_t>(design.densities.stages.robust.analyses());
  // These are the temperature, the trial temperature, and the heat flows with their nodes, of each
  // design that is analysed with moduli, energies and a term of the objective.
  std::size_t bytes = analyses * 4 * nodes * sizeof(double) +
    (analyses > 1 ? 3 * analyses * elements * sizeof(double) : 0);
  // These are volumes, moduli, energies, designs and their filtered densities, the solid fractions
  // and the mask.
  const ChainSettings chain = chainSettings(design.densities);
  bytes += elements * ((hasStages(chain) ? 13 : 12) * sizeof(double) + 1);
  bytes += ofStages;
  bytes += DesignUpdate<Space>::memory(
    elements, design.settings.optimizer, analyses * (design.settings.constraints.size() + 1) + 1);
  bytes += 2 * analyses * design.settings.constraints.size() * elements * sizeof(double);
  bytes += analyses * responseMemory(design.settings, { nodes, elements, 1 });
  return bytes + (std::size_t(1) << 20);
}

/// The same of a design that is not divided.
std::size_t designMemory(const HeatDesignProblem& problem)
{
  return designMemory(problem.heat.mesh, problem.design,
    filterAndStageMemory(problem.design.densities, { problem.heat.mesh }));
}

/// Returns a warning about sources that also heat void; it is empty if there are no sources, or if
/// void conducts well enough.
std::string warningOfVoid(const HeatDesignProblem& problem)
{
  constexpr double least = 1e-6;
  const double ratio = requirementsOf(problem.design).smallestModulusRatio;
  const std::vector<double>& sources = problem.heat.heatSource;
  if (ratio >= least ||
    std::none_of(sources.begin(), sources.end(), [](double source) { return source != 0.0; }))
  {
    return "";
  }
  return "Sources heat void as well as solid, and void conducts " + shortText(ratio) +
    " times as much: its temperature decides the design. With Modified SIMP and a Minimum Modulus "
    "Ratio of 0.001 void is a poor conductor.";
}

void checkHeat(const HeatProblem& heat, const std::vector<double>& loads)
{
  if (!heat.conductivities.empty())
  {
    fail("Elements have conductivities of their own, but the design decides them. Give the solid "
         "one conductivity, and take the array out, for example with the filter Pass Arrays.");
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
  this->Unknowns = conditionsOfTemperatures(problem.heat);
  checkHeat(problem.heat, this->Unknowns.loadCases[0].forces);
  const DensityDesign& design = problem.design;
  checkDensitySettings(
    design, [&problem] { return settingsOf(problem); }, "conductivity");
  if (!isOfHeat(design.settings))
  {
    fail("The objective of a body that conducts heat is the thermal compliance, not the ",
      wordsOf(describe(design.settings.objective)), ".");
  }
  checkPhysics(design.settings, true);
  const std::size_t elements = problem.heat.mesh.numberOfElements();
  this->checkStart();
  checkDesignRegion(design.designRegion, elements, "element");
  checkSolidFractions(problem.heat.solidFractions, elements);
  checkVolumeFraction(design,
    design.designRegion.empty() ? std::vector<double>()
                                : solidVolumes(problem.heat.mesh, problem.heat.solidFractions),
    "element");
  const ResponseProblem responses = responseProblem(this->Unknowns, design, problem.heat.mesh);
  checkResponses(design.settings, responses);
  checkBounds(design.settings, design.densities.filter, responses);
  this->System = conductionSystem(problem.heat, std::move(films));
  this->System.conductivity = problem.heat.conductivity;
  this->System.smallestRatio = requirementsOf(design).smallestModulusRatio;
}

void HeatTopology::checkStart()
{
  checkInitialDensity(
    this->Problem.design.initialDensity, this->Problem.heat.mesh.numberOfElements(), "element");
}

std::size_t HeatTopology::memory(ExecutionSpace space) const
{
  const ConductionMultigrid choice =
    chooseConductionMultigrid(this->System, { &this->Unknowns.loadCases[0].forces }, space);
  return conductionModelMemory(this->System, choice) + designMemory(this->Problem);
}

std::vector<std::string> HeatTopology::warnings()
{
  std::vector<std::string> warnings = warningsOf(this->Problem.heat, this->System.film);
  for (const std::string& warning :
    { warningOfFilterRadius(this->Problem.heat.mesh.points, this->Problem.design.densities),
      warningOfVoid(this->Problem) })
  {
    if (!warning.empty())
    {
      warnings.push_back(warning);
    }
  }
  return warnings;
}

void HeatTopology::choose(ExecutionSpace space)
{
  this->Choice =
    chooseConductionMultigrid(this->System, { &this->Unknowns.loadCases[0].forces }, space);
}

void HeatTopology::checkDevice(const Device& device)
{
  this->choose(device.space);
  fitOnDevice(this->System, this->Choice, device, 0, designMemory(this->Problem));
}

std::string HeatTopology::reasonAgainstParts() const
{
  return "";
}

void HeatTopology::checkParts(Parts& parts)
{
  const DensitySettings& densities = this->Problem.design.densities;
  const Mesh& mesh = this->Problem.heat.mesh;
  const bool isReplicated = needsWhole(chainSettings(densities));
  const std::size_t ofWholeStages =
    isReplicated ? replicatedMemory(densities, { mesh }, mesh.numberOfElements()) : 0;
  this->choose(parts.devices().front().space);
  fitOnDevices(this->System, this->Choice, parts,
    { [&]
      {
        this->Divided = divideHeatDesign(this->Problem, this->Unknowns, this->System, parts.size());
        keepPlansOfOthers(
          parts, this->Divided, [](PartOfHeatDesign& of) -> PartOfBody& { return of.part; });
      },
      [&](std::size_t number)
      {
        const PartOfHeatDesign& part = this->Divided[number];
        const ConductionSystem& system = part.part.system;
        const std::size_t ofStages = isReplicated
          ? ofWholeStages
          : filterAndStageMemory(densities,
              { system.mesh, StageElements::OfPart, 0, part.filter.elements.ghosts.size() });
        return conductionModelMemory(system, this->Choice) +
          designMemory(system.mesh, part.design, ofStages);
      } });
}

HeatDesignInput HeatTopology::wholeInput() const
{
  return { this->Unknowns, this->Problem.design, this->Problem.heat.solidFractions, this->System,
    nullptr, nullptr };
}

std::unique_ptr<TopologyOptimizer::Model> HeatTopology::makeOnParts(
  const std::shared_ptr<Parts>& parts, Observer& observer)
{
  const HeatDesignInput whole = this->wholeInput();
  auto model = makeModelOnParts(
    parts, this->Divided,
    [&](const auto& context, const PartOfHeatDesign& of, Observer& observerOfPart)
    {
      return makeHeatDesignModel(context,
        { of.unknowns, of.design, of.solidFractions, of.part.system, &of, &whole }, this->Choice,
        observerOfPart);
    },
    observer);
  this->Divided.clear();
  return model;
}

TopologyParts HeatTopology::make(const ExecutionContext& execution, Observer& observer)
{
  if (!this->Choice.reason.empty())
  {
    observer.note(this->Choice.reason);
  }
  TopologyParts parts;
  parts.fields = std::make_unique<HeatDesignFields>(this->Unknowns.loadCases, this->Reference);
  if (execution.parts())
  {
    parts.model = this->makeOnParts(execution.parts(), observer);
    return parts;
  }
  parts.model = execution.with([&](const auto& context)
    { return makeHeatDesignModel(context, this->wholeInput(), this->Choice, observer); });
  return parts;
}
}
