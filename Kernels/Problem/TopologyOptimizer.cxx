#include "Problem/TopologyOptimizer.h"

#include "Core/Error.h"
#include "Core/Space.h"
#include "Core/Text.h"
#include "Design/DesignUpdate.h"
#include "Design/NeighbourFilter.h"
#include "Operator/SprungOperator.h"
#include "Operator/StiffnessOperator.h"
#include "Problem/OutputObjective.h"
#include "Problem/TopologyModel.h"
#include "Solver/ConjugateGradient.h"

#include <algorithm>
#include <array>

namespace trabecula
{
namespace
{
/// Edges of the smallest box around the points.
std::array<double, 3> boxOf(const std::vector<double>& points)
{
  std::array<double, 3> size = {};
  for (std::size_t d = 0; d < 3 && !points.empty(); ++d)
  {
    double low = points[d];
    double high = points[d];
    for (std::size_t i = d; i < points.size(); i += 3)
    {
      low = std::min(low, points[i]);
      high = std::max(high, points[i]);
    }
    size[d] = high - low;
  }
  return size;
}
}

std::size_t estimateDeviceMemory(const TopologyProblem& problem)
{
  using Space = HostSpace; // all spaces hold the same arrays, or a GPU more
  const std::size_t nodes = problem.mesh.numberOfNodes();
  const std::size_t elements = problem.mesh.numberOfElements();
  const std::size_t unknowns = 3 * nodes;
  std::size_t bytes =
    hex8OperatorMemory(nodes, elements, problem.solver.strategy, problem.solver.reproducible) +
    ConjugateGradient<Space>::memory(unknowns);
  // Displacement and trial displacement of each load case; inverse diagonal; supports.
  bytes += unknowns * (problem.loadCases.size() * 2 + 1) * sizeof(double) + unknowns;
  for (const LoadCase& load : problem.loadCases)
  {
    const auto zeros = std::count(load.forces.begin(), load.forces.end(), 0.0);
    bytes += (load.forces.size() - static_cast<std::size_t>(zeros)) * 2 * sizeof(double);
  }
  // Volumes, moduli, energies, design and next design; mask of the region. The density filter has
  // three fields more, and so have meshes with so few nodes that the solver's memory does not do.
  const std::size_t fields = 5 + (problem.settings.filter == FilterKind::Density ? 3 : 0) +
    (3 * elements > 3 * unknowns ? 3 : 0);
  bytes += elements * (fields * sizeof(double) + 1);
  bytes += DesignUpdate<Space>::memory(elements, problem.settings.optimizer);
  bytes += SprungOperator<Space>::memory(static_cast<std::size_t>(
    std::count_if(problem.springs.begin(), problem.springs.end(), [](double s) { return s > 0; })));
  if (problem.settings.objective == Objective::OutputDisplacement)
  {
    bytes += OutputObjective<Space>::memory(unknowns, elements);
  }
  if (problem.settings.filter != FilterKind::None)
  {
    bytes += NeighbourFilter<Space>::memory(
      elements, boxOf(problem.mesh.points), problem.settings.filterRadius);
  }
  // A GPU has the larger coarse space.
  const std::size_t aggregates = coarseAggregates(problem, ExecutionSpace::Cuda);
  if (aggregates > 1)
  {
    bytes += RigidBodyCoarseSpace<Space>::memory(nodes, aggregates);
  }
  return bytes + (std::size_t(1) << 20);
}

void checkDevice(const TopologyProblem& problem, const Device& device, std::size_t memoryLimit)
{
  checkStrategy(problem.solver.strategy, problem.solver.reproducible, device.space);
  const std::size_t needed = estimateDeviceMemory(problem);
  const std::size_t available =
    memoryLimit > 0 ? std::min(memoryLimit, device.availableMemory) : device.availableMemory;
  if (needed > available)
  {
    throw Error("The mesh of " +
      countText(static_cast<std::int64_t>(problem.mesh.numberOfElements()), "element") + " needs " +
      mebibytesText(needed) + " on " + device.name + ", but " + mebibytesText(available) +
      " are available. " +
      (strategyInfo(problem.solver.strategy).storesMatrices
          ? "The strategy " + strategyInfo(problem.solver.strategy).name +
            " stores the matrix of each element; choose recompute or auto, which do not."
          : "Use a coarser mesh or a device with more memory."));
  }
}

TopologyOptimizer::TopologyOptimizer(
  const TopologyProblem& problem, const Device& device, Observer& observer, std::size_t memoryLimit)
  : UsedDevice(device)
{
  observer.progress(0.0, "Checking the problem");
  validate(problem);
  checkDevice(problem, device, memoryLimit);
#ifdef TRABECULA_HAVE_CUDA
  if (device.space == ExecutionSpace::Cuda)
  {
    this->ModelImplementation = makeTopologyModel<CudaSpace>(problem, observer);
    return;
  }
#endif
  this->ModelImplementation = makeTopologyModel<HostSpace>(problem, observer);
}

TopologyOptimizer::~TopologyOptimizer() = default;

StepStatus TopologyOptimizer::step(Observer& observer)
{
  return this->ModelImplementation->step(observer);
}

void TopologyOptimizer::setDensityChangeTolerance(double tolerance)
{
  this->ModelImplementation->densityChangeTolerance = tolerance;
}

int TopologyOptimizer::iteration() const
{
  return this->ModelImplementation->record.iteration;
}

const IterationRecord& TopologyOptimizer::record() const
{
  return this->ModelImplementation->record;
}

const PhaseTimes& TopologyOptimizer::phaseTimes() const
{
  return this->ModelImplementation->phases;
}

std::vector<double> TopologyOptimizer::density() const
{
  return this->ModelImplementation->density();
}

std::vector<double> TopologyOptimizer::displacement(std::size_t loadCase) const
{
  return this->ModelImplementation->displacement(loadCase);
}

std::vector<double> TopologyOptimizer::strainEnergyDensity() const
{
  return this->ModelImplementation->strainEnergyDensity();
}

std::vector<double> TopologyOptimizer::sensitivity() const
{
  return this->ModelImplementation->sensitivity();
}

const Device& TopologyOptimizer::device() const
{
  return this->UsedDevice;
}

std::size_t TopologyOptimizer::deviceMemory() const
{
  return this->ModelImplementation->deviceMemory;
}

std::size_t TopologyOptimizer::peakDeviceMemory() const
{
  return this->ModelImplementation->peakDeviceMemory;
}
}
