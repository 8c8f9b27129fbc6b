#include "Optimization/Meshfree/MeshfreeOptimizer.h"

#include "Core/Error.h"
#include "Core/Execution/YieldingThreads.h"
#include "Core/Text.h"
#include "Design/NodalParametrization.h"
#include "Design/Optimizer/DesignUpdate.h"
#include "Design/Response/OutputDisplacement.h"
#include "Operator/Meshfree/MeshfreeMatrixOperator.h"
#include "Operator/Meshfree/NodePairs.h"
#include "Optimization/Meshfree/MeshfreeModel.h"
#include "Optimization/TopologyTask.h"
#include "Solver/RigidBody/TwoLevelPreconditioner.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace trabecula
{
namespace
{
/// The problem in terms of nodes, see makeMeshfreeModel().
TopologyProblem problemOfNodes(const MeshfreeProblem& problem, const MeshfreeStructure& structure)
{
  TopologyProblem nodal;
  nodal.mesh.points = problem.nodes();
  nodal.material = problem.material;
  nodal.solver = problem.solver;
  nodal.settings = problem.settings;
  nodal.designRegion = problem.designRegion;
  nodal.initialDensity = problem.initialDensity;
  for (const LoadCase& load : problem.loadCases)
  {
    nodal.loadCases.push_back({ load.name, load.weight,
      forcesOnNodes(structure, problem.mesh, load.forces,
        "force of load case '" + load.name + "' at the point") });
  }
  if (hasOutput(problem))
  {
    nodal.outputWeights =
      forcesOnNodes(structure, problem.mesh, problem.outputWeights, "output weight at the point");
  }
  const auto perCell = static_cast<std::size_t>(structure.points.perCell);
  for (std::size_t q = 0; !problem.volumeRegion.empty() && q < structure.points.size(); ++q)
  {
    nodal.volumeRegion.push_back(problem.volumeRegion[q / perCell]);
  }
  return nodal;
}

/// Entries of the lists of integration points, at most.
std::size_t entriesOf(const MeshfreeProblem& problem, const MeshfreeStructure& structure)
{
  const Context<HostSpace> context;
  if (!problem.method.consistentIntegration)
  {
    return static_cast<std::size_t>(countEntries(context, copyOf(context, structure.cloud),
      structure.points.places, { "integration point", structure.points.perCell }));
  }
  // Each point has the nodes that reach its cell: those that reach the middle, were their radii
  // larger by half of the diagonal.
  const auto perCell = static_cast<std::size_t>(structure.points.perCell);
  const std::size_t cells = structure.points.size() / perCell;
  std::vector<double> middles(3 * cells, 0.0);
  double diagonal = 0.0;
  for (std::size_t cell = 0; cell < cells; ++cell)
  {
    const std::int32_t* corners = problem.mesh.element(cell);
    for (std::size_t a = 0; a < 8; ++a)
    {
      double square = 0.0;
      for (std::size_t c = 0; c < 3; ++c)
      {
        const double x = problem.mesh.points[3 * static_cast<std::size_t>(corners[a]) + c];
        const double first = problem.mesh.points[3 * static_cast<std::size_t>(corners[0]) + c];
        middles[3 * cell + c] += 0.125 * x;
        square += (x - first) * (x - first);
      }
      diagonal = std::max(diagonal, square);
    }
  }
  HostCloud larger = structure.cloud;
  for (double& radius : larger.radii)
  {
    radius += 0.5 * std::sqrt(diagonal);
  }
  return perCell *
    static_cast<std::size_t>(countEntries(context, copyOf(context, larger), middles));
}

std::size_t estimateOf(
  const MeshfreeProblem& problem, const MeshfreeStructure& structure, MeshfreeProduct product)
{
  using Space = HostSpace; // all spaces hold the same arrays
  const std::size_t nodes = problem.numberOfNodes();
  const std::size_t unknowns = 3 * nodes;
  const std::size_t points = structure.points.size();
  const std::size_t entries = entriesOf(problem, structure);
  std::size_t bytes = ShapeLists<Space>::memory(points, nodes, entries);
  if (problem.method.consistentIntegration)
  {
    // The lists of the points and of those on faces, from which these are made.
    bytes += 2 * ShapeLists<Space>::memory(points, nodes, entries);
  }
  const Context<Space> context;
  const NodeCloud<Space> cloud = copyOf(context, structure.cloud);
  std::size_t constrainedEntries = 0;
  std::size_t constrainedNodes = 0; // that reach constrained points
  if (structure.constrained.size() > 0)
  {
    const ShapeLists<Space> shapes(context, cloud, structure.constrained.places, { "held point" });
    const ShapeListsView lists = shapes.view();
    constrainedEntries = static_cast<std::size_t>(shapes.numberOfEntries());
    for (std::size_t node = 0; node < nodes; ++node)
    {
      constrainedNodes += lists.nodeStarts[node + 1] > lists.nodeStarts[node] ? 1 : 0;
    }
  }
  bytes += ShapeLists<Space>::memory(structure.constrained.size(), nodes, constrainedEntries) +
    structure.constrained.size() * 18 * sizeof(double);
  // The cloud and its bins, volumes, positions and weights of points.
  bytes += nodes * 12 * sizeof(double) + points * 7 * sizeof(double);
  if (product == MeshfreeProduct::Assembled)
  {
    bytes += MeshfreeMatrixOperator<Space>::memory(
      static_cast<std::int64_t>(nodes), countNodePairs(context, cloud));
  }
  else
  {
    bytes += points * 6 * sizeof(double); // stresses
  }
  const std::size_t aggregates = meshfreeAggregates(problem.solver, nodes, ExecutionSpace::Cuda);
  bytes += aggregates > 0 ? RigidBodyCoarseSpace<Space>::memory(nodes, aggregates) +
      TwoLevelPreconditioner<Space>::memory(unknowns) +
      ConstrainedBlocks<Space>::memory(constrainedNodes) + 2 * unknowns * sizeof(double)
                          : unknowns * 2 * sizeof(double);
  bytes += ConjugateGradient<Space>::memory(unknowns);
  // Displacement and trial displacement, forces and their places.
  bytes += unknowns * problem.loadCases.size() * 4 * sizeof(double);
  bytes += NodalParametrization<Space>::memory(nodes, points, problem.settings.filter);
  bytes += points * 6 * sizeof(double); // measures, moduli, energies, scratch
  bytes += DesignUpdate<Space>::memory(
    nodes, problem.settings.optimizer, problem.settings.bounds.size() + 1);
  bytes += 2 * problem.settings.bounds.size() * points * sizeof(double);
  if (hasOutput(problem))
  {
    bytes += OutputDisplacement<Space>::memory(unknowns, points);
  }
  if (problem.settings.filter != FilterKind::None)
  {
    bytes += nodes * 256; // see NeighbourFilter::memory()
  }
  return bytes + (std::size_t(1) << 20);
}

/// Stored blocks are multiplied fastest, where there is memory for them.
MeshfreeMethod chosenMethod(const MeshfreeProblem& problem, const MeshfreeStructure& structure,
  const Device& device, std::size_t memoryLimit)
{
  MeshfreeMethod method = problem.method;
  if (method.product == MeshfreeProduct::Auto &&
    estimateOf(problem, structure, MeshfreeProduct::Assembled) <=
      device.limitedTo(memoryLimit).availableMemory)
  {
    method.product = MeshfreeProduct::Assembled;
  }
  return method;
}

void fitOnDevice(const MeshfreeProblem& problem, const MeshfreeStructure& structure,
  const Device& device, std::size_t memoryLimit)
{
  const std::size_t available = device.limitedTo(memoryLimit).availableMemory;
  const std::size_t needed = estimateOf(problem, structure, problem.method.product);
  if (needed > available)
  {
    throw Error(countText(static_cast<std::int64_t>(problem.numberOfNodes()), "node") + " with " +
      countText(static_cast<std::int64_t>(structure.points.size()), "integration point") +
      " need " + mebibytesText(needed) + " on " + device.name + ", but " +
      mebibytesText(available) + " are available. " +
      (problem.method.product == MeshfreeProduct::Assembled
          ? "The assembled matrix takes part of it; choose the operator Auto, which then stores "
            "none, or use fewer nodes."
          : "Use fewer nodes and cells, or a device with more memory."));
  }
}

/// Means over the points of each cell, weighted by their volumes.
std::vector<double> meansOfCells(const IntegrationPoints& points, const std::vector<double>& values)
{
  const auto perCell = static_cast<std::size_t>(points.perCell);
  std::vector<double> means(points.size() / perCell);
  for (std::size_t cell = 0; cell < means.size(); ++cell)
  {
    double sum = 0.0;
    double volume = 0.0;
    for (std::size_t q = cell * perCell; q < (cell + 1) * perCell; ++q)
    {
      sum += points.weights[q] * values[q];
      volume += points.weights[q];
    }
    means[cell] = sum / volume;
  }
  return means;
}
}

struct MeshfreeOptimizer::Implementation
{
  Implementation(const MeshfreeProblem& problem, std::shared_ptr<const ExecutionContext> context)
    : computing(std::move(context)), columns(topologyColumns(problem)),
      hasOwnNodes(!problem.method.nodes.empty()), meshPoints(problem.mesh.points)
  {
    for (const LoadCase& load : problem.loadCases)
    {
      this->loadCaseNames.push_back(load.name);
    }
  }

  /// Values at the points of the mesh.
  std::vector<double> atPoints(const std::vector<double>& ofNodes, std::size_t components)
  {
    if (!this->interpolation)
    {
      this->interpolation.emplace(this->cloud, this->meshPoints);
    }
    return (*this->interpolation)(ofNodes, components);
  }

  std::shared_ptr<const ExecutionContext> computing;
  HistoryColumns columns;
  std::vector<std::string> loadCaseNames;
  bool hasOwnNodes;
  std::vector<double> meshPoints;
  HostCloud cloud;
  IntegrationPoints points;
  TopologyStateSizes sizes{};
  std::optional<MeshfreeInterpolation> interpolation; ///< made when it is first asked for
  std::shared_ptr<const void> yielding;               ///< see makeThreadsYield()
  std::unique_ptr<TopologyOptimizer::Model> model;
};

std::size_t estimateDeviceMemory(const MeshfreeProblem& problem)
{
  return estimateOf(
    problem, makeMeshfreeStructure(problem, problem.method), problem.method.product);
}

void checkDevice(const MeshfreeProblem& problem, const Device& device, std::size_t memoryLimit)
{
  fitOnDevice(problem, makeMeshfreeStructure(problem, problem.method), device, memoryLimit);
}

MeshfreeOptimizer::MeshfreeOptimizer(const MeshfreeProblem& problem,
  std::shared_ptr<const ExecutionContext> context, Observer& observer, std::size_t memoryLimit)
  : Parts(std::make_unique<Implementation>(problem, std::move(context)))
{
  this->Parts->yielding = makeThreadsYield(); // before the model, whose set-up has threads already
  observer.progress(0.0, "Checking the problem");
  validate(problem);
  checkForStop(observer);
  MeshfreeStructure structure = makeMeshfreeStructure(problem, problem.method);
  structure.points.solidFractions = problem.solidFractions;
  fitOnDevice(problem, structure, this->Parts->computing->device(), memoryLimit);
  checkForStop(observer);
  const TopologyProblem nodal = problemOfNodes(problem, structure);
  this->Parts->sizes = { problem.numberOfNodes(), structure.points.size(),
    3 * problem.numberOfNodes(), problem.loadCases.size(),
    problem.settings.filter == FilterKind::Density, hasOutput(problem),
    problem.settings.optimizer == Optimizer::MovingAsymptotes };
  const MeshfreeMethod method =
    chosenMethod(problem, structure, this->Parts->computing->device(), memoryLimit);
  this->Parts->model = this->Parts->computing->with(
    [&](const auto& in) { return makeMeshfreeModel(in, nodal, method, structure, observer); });
  this->Parts->cloud = std::move(structure.cloud);
  this->Parts->points = std::move(structure.points);
}

MeshfreeOptimizer::~MeshfreeOptimizer() = default;

StepStatus MeshfreeOptimizer::step(Observer& observer)
{
  return this->Parts->model->step(observer);
}

void MeshfreeOptimizer::setChangeTolerance(double tolerance)
{
  this->Parts->model->densityChangeTolerance = tolerance;
}

int MeshfreeOptimizer::iteration() const
{
  return this->record().iteration;
}

const IterationRecord& MeshfreeOptimizer::record() const
{
  return this->Parts->model->record;
}

const PhaseTimes& MeshfreeOptimizer::phaseTimes() const
{
  return this->Parts->model->phases;
}

HistoryRow MeshfreeOptimizer::historyRow() const
{
  return rowOf(this->record(), this->Parts->columns);
}

std::vector<FieldDescription> MeshfreeOptimizer::fields() const
{
  std::vector<FieldDescription> fields = { { "Density", FieldSupport::Elements, 1 },
    { "StrainEnergyDensity", FieldSupport::Elements, 1 }, { "Density", FieldSupport::Nodes, 1 },
    { "NodalDensity", this->Parts->hasOwnNodes ? FieldSupport::Cloud : FieldSupport::Nodes, 1 } };
  const bool several = this->Parts->loadCaseNames.size() > 1;
  for (const std::string& name : this->Parts->loadCaseNames)
  {
    fields.push_back({ several ? "Displacement_" + name : "Displacement", FieldSupport::Nodes, 3 });
  }
  return fields;
}

std::vector<double> MeshfreeOptimizer::field(std::size_t index) const
{
  constexpr std::size_t firstDisplacement = 4;
  Implementation& parts = *this->Parts;
  switch (index)
  {
    case 0:
      return meansOfCells(parts.points, parts.model->density());
    case 1:
      return meansOfCells(parts.points, parts.model->strainEnergyDensity());
    case 2:
      return parts.atPoints(parts.model->filteredVariables(), 1);
    case 3:
      return parts.model->filteredVariables();
    default:
      return parts.atPoints(parts.model->displacement(index - firstDisplacement), 3);
  }
}

OptimizationState MeshfreeOptimizer::saveState() const
{
  if (this->iteration() < 0)
  {
    throw Error("There is no state to keep before the first iteration.");
  }
  return namedState(this->Parts->model->state(), this->Parts->columns);
}

void MeshfreeOptimizer::restoreState(const OptimizationState& state)
{
  const TopologyState restored =
    topologyState(state, this->Parts->columns, this->Parts->loadCaseNames.size());
  checkState(restored, this->Parts->sizes);
  this->Parts->model->restore(restored);
}

std::vector<double> MeshfreeOptimizer::nodalDensity() const
{
  return this->Parts->model->filteredVariables();
}

std::vector<double> MeshfreeOptimizer::gradient() const
{
  return this->Parts->model->gradient();
}

const Device& MeshfreeOptimizer::device() const
{
  return this->Parts->computing->device();
}

std::size_t MeshfreeOptimizer::deviceMemory() const
{
  return this->Parts->model->deviceMemory;
}

std::size_t MeshfreeOptimizer::peakDeviceMemory() const
{
  return this->Parts->model->peakDeviceMemory;
}
}
