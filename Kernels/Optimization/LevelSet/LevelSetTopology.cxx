#include "Optimization/LevelSet/LevelSetTopology.h"

#include "Core/Error.h"
#include "Core/Execution/SetupCounts.h"
#include "Core/Text.h"
#include "Design/LevelSet/CoefficientMap.h"
#include "Design/LevelSet/LevelSetParametrization.h"
#include "Design/Optimizer/DesignUpdate.h"
#include "Design/Stage/StageKinds.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Operator/Isogeometric/MakeIsogeometricOperator.h"
#include "Operator/Mass/PatchMass.h"
#include "Optimization/LevelSet/LevelSetFields.h"
#include "Optimization/LevelSet/LevelSetModel.h"
#include "Optimization/LevelSet/LevelSetStages.h"
#include "Optimization/LevelSet/LevelSetTask.h"
#include "Optimization/LevelSet/LevelSetValidation.h"
#include "Optimization/LevelSet/Start/LevelSetWarnings.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Solver/SplineMultigrid/SplineMultigrid.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace trabecula
{
std::size_t estimateDeviceMemory(const LevelSetProblem& problem)
{
  using Space = HostSpace; // all spaces have the same arrays
  const NurbsPatch& patch = problem.patch;
  const bool isSmooth = problem.density() == LevelSetDensity::Smooth;
  const std::size_t variables = patch.numberOfControlPoints();
  const std::size_t unknowns = variables * static_cast<std::size_t>(patch.dimension);
  const std::size_t gaussPoints =
    patch.numberOfElements() * static_cast<std::size_t>(patch.functionsPerElement());
  const std::size_t points = isSmooth ? gaussPoints : patch.numberOfElements();
  const std::size_t bounds = problem.design.settings.constraints.size();
  const std::size_t terms =
    termsOfObjective(problem.design.settings, responseProblem(problem.conditions, problem.design));
  const std::size_t responses = bounds + terms + 1;
  const bool hasMultigrid = problem.conditions.solver.preconditioner != Preconditioner::Jacobi;
  std::size_t bytes = IsogeometricOperator<Space>::memory(
    patch, isSmooth, chooseProduct(patch, isSmooth, IsogeometricProduct::Auto), hasMultigrid);
  if (hasMultigrid)
  {
    bytes += SplineMultigrid<Space>::memory(patch);
  }
  // These are the loads and the solver, and measures, moduli, energies and densities of both
  // designs.
  bytes += (8 + 3 * problem.conditions.loadCases.size()) * unknowns * sizeof(double);
  bytes += 5 * points * sizeof(double);
  bytes += responseMemory(
    problem.design.settings, { unknowns, points, problem.conditions.loadCases.size() });
  // These are the variables, gradients, and the grids with their control points, weights and
  // passes, and the positions, of which the set-up keeps three for each point.
  bytes += (24 + 2 * responses) * variables * sizeof(double);
  bytes += 3 * points * sizeof(double) + 4 * gaussPoints * sizeof(double);
  // Responses of regions have measures of these, and gradients; terms have energies.
  bytes += (2 * bounds + terms) * points * sizeof(double);
  bytes += needMass(problem.design.settings) ? PatchMass<Space>::memory(patch) : 0;
  const bool isLinked = hasStages(chainOf(problem));
  bytes += isLinked ? CoefficientMap<Space>::memory(variables) : 0;
  bytes += DesignUpdate<Space>::memory(variables, problem.design.settings.optimizer, responses);
  return bytes + (std::size_t(4) << 20);
}

std::unique_ptr<TopologyMethod> prepare(const LevelSetProblem& problem)
{
  return std::make_unique<LevelSetTopology>(problem);
}

void validate(const LevelSetProblem& problem)
{
  prepare(problem);
}

LevelSetTopology::LevelSetTopology(const LevelSetProblem& problem)
  : Problem(problem), OnHost(std::make_shared<const Context<HostSpace>>())
{
  ++setupCounts().validations;
  this->Linked = checkProblem(problem);
  this->checkStart();
}

void LevelSetTopology::checkStart()
{
  this->Start = checkedStart(*this->OnHost, this->Problem, this->Linked);
}

std::vector<std::string> LevelSetTopology::warnings()
{
  return startWarnings(*this->OnHost, this->Problem, this->Linked, this->Start);
}

void LevelSetTopology::checkDevice(const Device& device)
{
  const std::size_t needed = estimateDeviceMemory(this->Problem);
  if (needed > device.availableMemory)
  {
    throw Error(countText(static_cast<std::int64_t>(this->Problem.patch.numberOfControlPoints()),
                  "control point") +
      " need " + mebibytesText(needed) + " on " + device.name + ", but " +
      mebibytesText(device.availableMemory) +
      " are available. Use fewer elements, or a device with more memory.");
  }
}

TopologyParts LevelSetTopology::make(const ExecutionContext& execution, Observer& observer)
{
  const auto bounds = std::make_shared<LevelSetBounds>();
  const ElasticConditions conditions = conditionsOfUnknowns(this->Problem);
  const DesignProblem design =
    designOfMaterialPoints(*this->OnHost, this->Problem, this->Linked, this->Start);
  TopologyParts parts;
  parts.model = execution.with(
    [&](const auto& context)
    {
      return makeLevelSetModel(
        context, this->Problem, conditions, design, this->Linked, this->Start, bounds, observer);
    });
  parts.fields = std::make_unique<LevelSetFields>(this->Problem, bounds, this->OnHost);
  return parts;
}
}
