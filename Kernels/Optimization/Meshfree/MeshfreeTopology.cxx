#include "Optimization/Meshfree/MeshfreeTopology.h"

#include "Core/Error.h"
#include "Core/Execution/SetupCounts.h"
#include "Core/Text.h"
#include "Optimization/Meshfree/MeshfreeFields.h"
#include "Optimization/Meshfree/MeshfreeModel.h"
#include "Optimization/Meshfree/MeshfreeTask.h"
#include "Optimization/Meshfree/MeshfreeValidation.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/Validation/TopologyValidation.h"

#include <cstddef>
#include <memory>
#include <utility>

namespace trabecula
{
namespace
{
/// Returns the conditions with one entry for each unknown.
ElasticConditions conditionsOnNodes(
  const MeshfreeProblem& problem, const MeshfreeStructure& structure)
{
  ElasticConditions conditions; // supports and springs are constrained points of the structure
  conditions.material = problem.structure.material;
  conditions.solver = problem.structure.solver;
  conditions.ofDesign = problem.structure.ofDesign;
  for (const LoadCase& load : problem.structure.loadCases)
  {
    conditions.loadCases.push_back({ load.name, load.weight,
      forcesOnNodes(structure, problem.structure.mesh, load.forces,
        "force of load case '" + load.name + "' at the point") });
  }
  return conditions;
}

/// Returns the design with output weights of unknowns, regions of integration points, and those of
/// points of cells.
DensityDesign designOnNodes(const MeshfreeProblem& problem, const MeshfreeStructure& structure)
{
  DensityDesign design;
  design.settings = problem.design.settings;
  design.densities = problem.design.densities;
  design.designRegion = problem.design.designRegion;
  design.initialDensity = problem.design.initialDensity;
  if (hasOutput(problem.design))
  {
    design.outputWeights = forcesOnNodes(structure, problem.structure.mesh,
      problem.design.outputWeights, "output weight at the point");
  }
  design.pointRegion = problem.design.pointRegion;
  const auto perCell = static_cast<std::size_t>(structure.points.perCell);
  for (std::size_t q = 0; !problem.design.volumeRegion.empty() && q < structure.points.size(); ++q)
  {
    design.volumeRegion.push_back(problem.design.volumeRegion[q / perCell]);
  }
  return design;
}
}

std::unique_ptr<TopologyMethod> prepare(const MeshfreeProblem& problem)
{
  return std::make_unique<MeshfreeTopology>(problem);
}

void validate(const MeshfreeProblem& problem)
{
  prepare(problem);
}

MeshfreeTopology::MeshfreeTopology(const MeshfreeProblem& problem) : Problem(problem)
{
  ++setupCounts().validations;
  checkProblem(problem);
}

void MeshfreeTopology::checkStart()
{
  checkInitialDensity(this->Problem.design.initialDensity, this->Problem.numberOfNodes(), "node");
}

MeshfreeStructure& MeshfreeTopology::structure()
{
  if (!this->Structure)
  {
    this->Structure = makeMeshfreeStructure(this->Problem.structure, this->Problem.method);
    this->Structure->points.solidFractions = this->Problem.solidFractions;
  }
  return *this->Structure;
}

const MeshfreeMemory& MeshfreeTopology::memory()
{
  if (!this->Memory)
  {
    this->Memory = meshfreeMemory(this->Problem, this->structure());
  }
  return *this->Memory;
}

std::vector<std::string> MeshfreeTopology::warnings()
{
  std::vector<std::string> warnings = this->structure().warnings;
  const std::string radius =
    warningOfFilterRadius(this->Problem.structure.mesh.points, this->Problem.design.densities);
  if (!radius.empty())
  {
    warnings.push_back(radius);
  }
  const std::vector<std::string> ofResponses =
    responseWarnings(this->Problem.structure, this->Problem.design);
  warnings.insert(warnings.end(), ofResponses.begin(), ofResponses.end());
  return warnings;
}

void MeshfreeTopology::checkDevice(const Device& device)
{
  const MeshfreeProduct product = this->Problem.method.product;
  const std::size_t needed = this->memory().of(product);
  if (needed > device.availableMemory)
  {
    throw Error(countText(static_cast<std::int64_t>(this->Problem.numberOfNodes()), "node") +
      " with " +
      countText(static_cast<std::int64_t>(this->structure().points.size()), "integration point") +
      " need " + mebibytesText(needed) + " on " + device.name + ", but " +
      mebibytesText(device.availableMemory) + " are available. " +
      (product == MeshfreeProduct::Assembled
          ? "The assembled matrix takes part of it; choose the operator Auto, which then stores "
            "none, or use fewer nodes."
          : "Use fewer nodes and cells, or a device with more memory."));
  }
}

TopologyParts MeshfreeTopology::make(const ExecutionContext& execution, Observer& observer)
{
  const ElasticConditions conditions = conditionsOnNodes(this->Problem, this->structure());
  const DensityDesign design = designOnNodes(this->Problem, this->structure());
  MeshfreeMethod method = this->Problem.method;
  // Products with the assembled matrix are fastest, if there is enough memory.
  if (method.product == MeshfreeProduct::Auto &&
    this->memory().of(MeshfreeProduct::Assembled) <= execution.device().availableMemory)
  {
    method.product = MeshfreeProduct::Assembled;
  }
  MeshfreeStructure& structure = this->structure();
  TopologyParts parts;
  parts.model = execution.with(
    [&](const auto& context)
    {
      return makeMeshfreeModel(
        context, conditions, design, method, structure, this->Problem.structure, observer);
    });
  parts.fields = std::make_unique<MeshfreeFields>(
    this->Problem, std::move(structure.cloud), std::move(structure.points));
  return parts;
}
}
