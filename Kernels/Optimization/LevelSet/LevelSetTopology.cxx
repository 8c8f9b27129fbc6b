#include "Optimization/LevelSet/LevelSetTopology.h"

#include "Core/Error.h"
#include "Core/Execution/SetupCounts.h"
#include "Core/Text.h"
#include "Design/LevelSet/LevelSetParametrization.h"
#include "Design/Optimizer/DesignUpdate.h"
#include "Geometry/Level/Patch/PatchPieces.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Operator/Isogeometric/MakeIsogeometricOperator.h"
#include "Optimization/LevelSet/LevelSetFields.h"
#include "Optimization/LevelSet/LevelSetModel.h"
#include "Optimization/LevelSet/LevelSetTask.h"
#include "Optimization/LevelSet/LevelSetValidation.h"
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
  const std::size_t responses = problem.design.settings.constraints.size() + 1;
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
  checkProblem(problem);
  this->checkStart();
}

void LevelSetTopology::checkStart()
{
  this->Start = checkedStart(*this->OnHost, this->Problem);
}

std::vector<std::string> LevelSetTopology::warnings()
{
  if (!this->Problem.design.initialDensity.empty())
  {
    return {};
  }
  std::vector<std::string> warnings;
  LevelSetProblem problem = this->Problem;
  const InitialHoles holes = resolved(problem.method.holes, problem.patch);
  const HoleCensus withSolid = countHoles(holes, problem.patch, this->Start);
  std::vector<double> start = this->Start;
  if (!problem.design.designRegion.empty())
  {
    // Without the design region, the vanished holes are those that are too small.
    problem.design.designRegion.clear();
    start = startOf(*this->OnHost, problem);
  }
  const HoleCensus census = countHoles(holes, problem.patch, start);
  const std::string ofHoles = "Of the " +
    countText(static_cast<std::int64_t>(census.holes), "hole") + " of the initial design, ";
  if (withSolid.vanished > census.vanished)
  {
    const std::size_t covered = withSolid.vanished - census.vanished;
    warnings.push_back(ofHoles + std::to_string(covered) + (covered == 1 ? " lies" : " lie") +
      " where the body stays solid, at loads and supports or by the design region, and " +
      (covered == 1 ? "is" : "are") +
      " left out. Choose other numbers of holes, or keep less solid, if they are to be in the "
      "body.");
  }
  if (census.vanished > 0)
  {
    const PatchLattice lattice =
      sampleLevelSet(problem.patch, start, samplesWithin(problem.patch, 4));
    const auto solid = std::count_if(
      lattice.values.begin(), lattice.values.end(), [](double level) { return level > 0.0; });
    const double part = static_cast<double>(solid) / static_cast<double>(lattice.values.size());
    warnings.push_back(ofHoles + std::to_string(census.vanished) +
      " have no void at all: their radius is " + shortText(holes.radius) +
      " and the mean size of an element " + shortText(meanElementSize(problem.patch)) +
      ", so that " + shortText(100.0 * part) +
      " % of the start is solid. Use larger or fewer holes, or more elements.");
  }
  return warnings;
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
  const DesignProblem design = designOfMaterialPoints(this->Problem);
  TopologyParts parts;
  parts.model = execution.with(
    [&](const auto& context)
    {
      return makeLevelSetModel(
        context, this->Problem, conditions, design, this->Start, bounds, observer);
    });
  parts.fields = std::make_unique<LevelSetFields>(this->Problem, bounds, this->OnHost);
  return parts;
}
}
