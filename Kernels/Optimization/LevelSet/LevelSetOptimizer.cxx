#include "Optimization/LevelSet/LevelSetOptimizer.h"

#include "Core/Error.h"
#include "Core/Execution/YieldingThreads.h"
#include "Core/Text.h"
#include "Design/LevelSet/CutDensity.h"
#include "Design/Optimizer/DesignUpdate.h"
#include "Design/Response/OutputDisplacement.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Operator/Isogeometric/MakeIsogeometricOperator.h"
#include "Optimization/LevelSet/LevelSetModel.h"
#include "Optimization/LevelSet/LevelSetTask.h"
#include "Solver/SplineMultigrid/SplineMultigrid.h"

#include <algorithm>
#include <string>
#include <utility>

namespace trabecula
{
struct LevelSetOptimizer::Implementation
{
  Implementation(const LevelSetProblem& problem, std::shared_ptr<const ExecutionContext> context)
    : computing(std::move(context)), columns(levelSetColumns(problem)),
      dimension(problem.patch.dimension), bounds(std::make_shared<LevelSetBounds>())
  {
    for (const LoadCase& load : problem.loadCases)
    {
      this->loadCaseNames.push_back(load.name);
    }
    if (problem.density() == LevelSetDensity::Cut)
    {
      this->smoothing = std::make_unique<CutDensity<HostSpace>>(this->onHost, problem.patch,
        smoothingRadiusOf(problem) / meanElementSize(problem.patch),
        problem.settings.minimumModulusRatio);
    }
    else
    {
      this->patch = problem.patch;
      this->perElement = static_cast<std::size_t>(problem.patch.functionsPerElement());
    }
  }

  /// Densities of elements as they are analysed.
  std::vector<double> density();
  /// Means of elements from values of material points.
  std::vector<double> ofElements(std::vector<double> values);
  std::vector<double> displacement(std::size_t loadCase) const;

  std::shared_ptr<const ExecutionContext> computing;
  HistoryColumns columns;
  int dimension;
  std::shared_ptr<LevelSetBounds> bounds;
  std::vector<std::string> loadCaseNames;
  NurbsPatch patch;             ///< if Gauss points are the material points
  std::vector<double> measures; ///< of these; computed when they are first needed
  std::size_t perElement = 1;   ///< material points
  Context<HostSpace> onHost;
  std::unique_ptr<CutDensity<HostSpace>> smoothing; ///< if elements are the material points
  TopologyStateSizes sizes{};
  std::shared_ptr<const void> yielding; ///< see makeThreadsYield()
  std::unique_ptr<TopologyOptimizer::Model> model;
};

std::vector<double> LevelSetOptimizer::Implementation::ofElements(std::vector<double> values)
{
  if (this->perElement == 1)
  {
    return values;
  }
  if (this->measures.empty())
  {
    this->measures = gaussMeasures(this->patch);
  }
  std::vector<double> means(values.size() / this->perElement);
  for (std::size_t e = 0; e < means.size(); ++e)
  {
    double sum = 0.0;
    double total = 0.0;
    for (std::size_t q = e * this->perElement; q < (e + 1) * this->perElement; ++q)
    {
      sum += this->measures[q] * values[q];
      total += this->measures[q];
    }
    means[e] = sum / total;
  }
  return means;
}

std::vector<double> LevelSetOptimizer::Implementation::density()
{
  std::vector<double> values = this->model->density();
  if (this->smoothing)
  {
    const Vector<HostSpace> densities(this->smoothing->points(), values);
    Vector<HostSpace> ratios(this->smoothing->points());
    this->smoothing->ratios(densities, ratios);
    return ratios.toHost();
  }
  return this->ofElements(std::move(values));
}

std::vector<double> LevelSetOptimizer::Implementation::displacement(std::size_t loadCase) const
{
  std::vector<double> values = this->model->displacement(loadCase);
  if (this->dimension == 3)
  {
    return values;
  }
  std::vector<double> inSpace;
  inSpace.reserve(values.size() / 2 * 3);
  for (std::size_t i = 0; i < values.size(); i += 2)
  {
    inSpace.insert(inSpace.end(), { values[i], values[i + 1], 0.0 });
  }
  return inSpace;
}

std::size_t estimateDeviceMemory(const LevelSetProblem& problem)
{
  using Space = HostSpace; // all spaces hold the same arrays
  const NurbsPatch& patch = problem.patch;
  const bool isSmooth = problem.density() == LevelSetDensity::Smooth;
  const std::size_t variables = patch.numberOfControlPoints();
  const std::size_t unknowns = variables * static_cast<std::size_t>(patch.dimension);
  const std::size_t gaussPoints =
    patch.numberOfElements() * static_cast<std::size_t>(patch.functionsPerElement());
  const std::size_t points = isSmooth ? gaussPoints : patch.numberOfElements();
  const std::size_t responses = problem.settings.bounds.size() + 1;
  const bool hasMultigrid = problem.solver.preconditioner != Preconditioner::Jacobi;
  std::size_t bytes = IsogeometricOperator<Space>::memory(
    patch, isSmooth, chooseProduct(patch, isSmooth, IsogeometricProduct::Auto), hasMultigrid);
  if (hasMultigrid)
  {
    bytes += SplineMultigrid<Space>::memory(patch);
  }
  // Loads and solver; measures, moduli, energies and densities of both designs.
  bytes += (8 + 3 * problem.loadCases.size()) * unknowns * sizeof(double);
  bytes += 5 * points * sizeof(double);
  if (hasOutput(problem))
  {
    bytes += OutputDisplacement<Space>::memory(unknowns, points);
  }
  // Variables, gradients and the grids with their control points, weights and passes; positions,
  // of which the set-up has three for each point.
  bytes += (24 + 2 * responses) * variables * sizeof(double);
  bytes += 3 * points * sizeof(double) + 4 * gaussPoints * sizeof(double);
  bytes += DesignUpdate<Space>::memory(variables, problem.settings.optimizer, responses);
  return bytes + (std::size_t(4) << 20);
}

void checkDevice(const LevelSetProblem& problem, const Device& device, std::size_t memoryLimit)
{
  const std::size_t available = device.limitedTo(memoryLimit).availableMemory;
  const std::size_t needed = estimateDeviceMemory(problem);
  if (needed > available)
  {
    throw Error(
      countText(static_cast<std::int64_t>(problem.patch.numberOfControlPoints()), "control point") +
      " need " + mebibytesText(needed) + " on " + device.name + ", but " +
      mebibytesText(available) +
      " are available. Use fewer elements, or a device with more memory.");
  }
}

LevelSetOptimizer::LevelSetOptimizer(const LevelSetProblem& problem,
  std::shared_ptr<const ExecutionContext> context, Observer& observer, std::size_t memoryLimit)
{
  const std::shared_ptr<const void> yielding = makeThreadsYield(); // before threads of the set-up
  observer.progress(0.0, "Checking the problem");
  validate(problem);
  checkDevice(problem, context->device(), memoryLimit);
  checkForStop(observer);
  this->Parts = std::make_unique<Implementation>(problem, std::move(context));
  this->Parts->yielding = yielding;
  const TopologyProblem unknowns = problemOfUnknowns(problem);
  this->Parts->sizes = { problem.patch.numberOfControlPoints(),
    this->Parts->perElement * problem.patch.numberOfElements(), unknowns.supports.size(),
    problem.loadCases.size(), false, hasOutput(problem),
    problem.settings.optimizer == Optimizer::MovingAsymptotes };
  this->Parts->model = this->Parts->computing->with([&](const auto& in)
    { return makeLevelSetModel(in, problem, unknowns, this->Parts->bounds, observer); });
}

LevelSetOptimizer::~LevelSetOptimizer() = default;

StepStatus LevelSetOptimizer::step(Observer& observer)
{
  return this->Parts->model->step(observer);
}

void LevelSetOptimizer::setChangeTolerance(double tolerance)
{
  this->Parts->model->densityChangeTolerance = tolerance;
}

int LevelSetOptimizer::iteration() const
{
  return this->record().iteration;
}

const IterationRecord& LevelSetOptimizer::record() const
{
  return this->Parts->model->record;
}

const PhaseTimes& LevelSetOptimizer::phaseTimes() const
{
  return this->Parts->model->phases;
}

HistoryRow LevelSetOptimizer::historyRow() const
{
  return rowOf(this->record(), this->Parts->columns);
}

std::vector<FieldDescription> LevelSetOptimizer::fields() const
{
  std::vector<FieldDescription> fields = { { "LevelSet", FieldSupport::Nodes, 1 },
    { "Density", FieldSupport::Elements, 1 },
    { "StrainEnergyDensity", FieldSupport::Elements, 1 } };
  const bool several = this->Parts->loadCaseNames.size() > 1;
  for (const std::string& name : this->Parts->loadCaseNames)
  {
    fields.push_back({ several ? "Displacement_" + name : "Displacement", FieldSupport::Nodes, 3 });
  }
  return fields;
}

std::vector<double> LevelSetOptimizer::field(std::size_t index) const
{
  constexpr std::size_t firstDisplacement = 3;
  switch (index)
  {
    case 0:
      return this->levelSet();
    case 1:
      return this->Parts->density();
    case 2:
      return this->Parts->ofElements(this->Parts->model->strainEnergyDensity());
    default:
      return this->Parts->displacement(index - firstDisplacement);
  }
}

OptimizationState LevelSetOptimizer::saveState() const
{
  if (this->iteration() < 0)
  {
    throw Error("There is no state to keep before the first iteration.");
  }
  OptimizationState state = namedState(this->Parts->model->state(), this->Parts->columns);
  state.scalars.emplace_back("lowerCoefficient", this->Parts->bounds->lower);
  state.scalars.emplace_back("upperCoefficient", this->Parts->bounds->upper);
  return state;
}

void LevelSetOptimizer::restoreState(const OptimizationState& state)
{
  const TopologyState restored =
    topologyState(state, this->Parts->columns, this->Parts->loadCaseNames.size());
  checkState(restored, this->Parts->sizes);
  // Before the model, which computes densities from variables.
  *this->Parts->bounds = { state.scalar("lowerCoefficient"), state.scalar("upperCoefficient") };
  this->Parts->model->restore(restored);
}

std::vector<double> LevelSetOptimizer::levelSet() const
{
  std::vector<double> values = this->Parts->model->filteredVariables();
  for (double& value : values)
  {
    value = this->Parts->bounds->coefficient(value);
  }
  return values;
}

std::vector<double> LevelSetOptimizer::gradient() const
{
  std::vector<double> values = this->Parts->model->gradient();
  for (double& value : values)
  {
    value /= this->Parts->bounds->upper - this->Parts->bounds->lower;
  }
  return values;
}

const Device& LevelSetOptimizer::device() const
{
  return this->Parts->computing->device();
}

std::size_t LevelSetOptimizer::deviceMemory() const
{
  return this->Parts->model->deviceMemory;
}

std::size_t LevelSetOptimizer::peakDeviceMemory() const
{
  return this->Parts->model->peakDeviceMemory;
}
}
