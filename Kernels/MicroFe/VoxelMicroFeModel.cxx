#include "MicroFe/VoxelMicroFeModel.h"
#include "Analysis/Preconditioning/MakeElasticModel.h"
#include "Analysis/SolveObserver.h"
#include "Core/Text.h"
#include "MicroFe/Model/VoxelEvaluation.inl"
#include "MicroFe/Model/VoxelMicroFeModelOf.h"
#include "Solver/SmootherKernels.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Layouts of the nodes and elements of a part.
template <class Space>
OperatorLayouts<Space> layoutsOfPart(const Context<Space>& context, const VoxelMicroFePart& part)
{
  const VoxelGrid& grid = part.grid;
  return part.halo ? layoutsOf(makeHalo(context, grid.numberOfOwnedNodes(), grid.numberOfNodes(),
                                 part.halo->nodes),
                       makeHalo(context, grid.numberOfOwnedElements(), grid.numberOfElements(),
                         part.halo->elements))
                   : layoutsOf(context, grid);
}
}

template <class Space>
VoxelMicroFeModel<Space>::VoxelMicroFeModel(const OperatorLayouts<Space>& layouts,
  const VoxelMicroFeSettings& wanted, VoxelMicroFePart part, Observer& observer)
  : Model(
      wanted, std::move(part.grid), std::move(part.conditions), layouts.context().communicator()),
    MemoryOfPart(part.deviceMemory), Constraints(constrainedUnknowns(this->conditions.nodes)),
    Reactions(this->conditions.displacements.size()),
    Works(this->conditions.displacements.size() * this->conditions.displacements.size(),
      std::numeric_limits<double>::quiet_NaN()),
    Computing(&layouts.context())
{
  observer.progress(0.0, "Building multigrid levels");
  this->Elastic = makeImageModel(layouts, this->grid, this->settings.poissonsRatio,
    this->conditions.supports(this->grid), this->Voxels);
  const LayoutPointer<Space>& unknowns = this->Elastic->unknowns();
  std::vector<typename LoadCases<Space>::Load> loads;
  for (std::size_t load = 0; load < this->conditions.displacements.size(); ++load)
  {
    loads.push_back({ "load " + std::to_string(load + 1), 1.0,
      SparseVector<Space>(unknowns, this->conditions.forcedUnknowns, this->conditions.forces),
      Vector<Space>() });
  }
  this->Loads = std::make_unique<LoadCases<Space>>(*this->Elastic, std::move(loads));
  this->Loads->prepare(this->loadOf(0)); // allocates memory, so that a shortage is detected here
  this->Constrained =
    std::make_unique<UnknownSelection<Space>>(*this->Computing, this->Constraints.unknowns);
  this->OwnedConstraints =
    static_cast<std::size_t>(std::lower_bound(this->Constraints.unknowns.begin(),
                               this->Constraints.unknowns.end(), unknowns->ownedSize()) -
      this->Constraints.unknowns.begin());
  this->Computing->synchronize();
}

template <class Space>
bool VoxelMicroFeModel<Space>::solve(Observer& observer)
{
  this->Laps.restart();
  this->Computing->startPeak();
  const std::size_t before = this->Computing->allocated();
  const std::size_t loads = this->conditions.displacements.size();
  this->summary.converged = true;
  OtherLoads<Space> others(loads, this->keepsDisplacements());
  std::size_t number = 0;
  while (number < loads)
  {
    const std::size_t count = this->Elastic->canSolve()
      ? static_cast<std::size_t>(this->Elastic->columnsAtOnce(static_cast<int>(loads - number)))
      : 1;
    if (!this->solveTogether(number, count, others, observer))
    {
      return false;
    }
    number += count;
  }
  others.rounded.clear();
  std::stable_sort(this->history.begin(), this->history.end(),
    [](const VoxelMicroFeIteration& a, const VoxelMicroFeIteration& b) { return a.load < b.load; });
  this->summary.solveSeconds = this->Laps.restart();
  observer.progress(1.0, "Computing fields");
  this->Elastic->releaseSolver();
  this->summarize(
    this->Reactions, this->Works, this->findExtremes(), this->Computing->communicator());
  this->summary.fieldsSeconds = this->Laps.restart();
  this->summary.peakDeviceMemory =
    std::max(this->summary.peakDeviceMemory, this->deviceMemory + this->Computing->peak() - before);
  return true;
}

template <class Space>
std::size_t VoxelMicroFeModel<Space>::loadOf(std::size_t number) const
{
  return number + 1 == this->conditions.displacements.size() ? this->fieldLoad()
    : number < this->fieldLoad()                             ? number
                                                             : number + 1;
}

template <class Space>
bool VoxelMicroFeModel<Space>::solveTogether(
  std::size_t number, std::size_t count, OtherLoads<Space>& others, Observer& observer)
{
  const std::size_t loads = others.exact.size();
  std::vector<std::size_t> which;
  for (std::size_t i = 0; i < count; ++i)
  {
    which.push_back(this->loadOf(number + i));
    this->prescribe(which.back());
  }
  if (this->Elastic->canSolve() ? !this->solveLoads(which, number, observer)
                                : this->Computing->any(observer.stopRequested()))
  {
    return false;
  }
  for (const std::size_t load : which)
  {
    others.exact[load] = &(*this->Loads)[load].displacement;
  }
  std::vector<Vector<Space, float>> rounded(count);
  for (std::size_t i = 0; i < count; ++i)
  {
    others.exact[which[i]] = nullptr;
    this->evaluateLoad(which[i], others);
    if (others.keeps && number + count < loads)
    {
      rounded[i] = this->roundedDisplacement(which[i]);
    }
    if (which[i] != this->fieldLoad())
    {
      this->Loads->release(which[i]);
    }
  }
  // Loads that are solved together use exact displacements. Rounded ones are kept for later loads.
  for (std::size_t i = 0; i < count; ++i)
  {
    others.rounded[which[i]] = std::move(rounded[i]);
  }
  return true;
}

template <class Space>
Vector<Space, float> VoxelMicroFeModel<Space>::roundedDisplacement(std::size_t load) const
{
  const Vector<Space>& displacement = (*this->Loads)[load].displacement;
  Vector<Space, float> rounded(displacement.layoutPointer());
  detail::convert<Space>(
    *this->Computing, displacement.size(), displacement.data(), rounded.data());
  return rounded;
}

template <class Space>
void VoxelMicroFeModel<Space>::prescribe(std::size_t load)
{
  std::vector<double> prescribed;
  for (const std::size_t place : this->Constraints.places)
  {
    prescribed.push_back(this->conditions.displacements[load][place]);
  }
  this->Loads->prepare(load);
  this->Constrained->scatter(prescribed, (*this->Loads)[load].displacement);
}

template <class Space>
bool VoxelMicroFeModel<Space>::solveLoads(
  const std::vector<std::size_t>& which, std::size_t number, Observer& observer)
{
  const std::size_t loads = this->conditions.displacements.size();
  const std::size_t count = which.size();
  const std::string ofLoads = " of " + std::to_string(loads) + ", ";
  const std::string first = std::to_string(number + 1);
  SolveObserver solving(observer,
    loads == 1         ? std::string()
      : count == 1     ? "Load " + first + ofLoads
      : count == loads ? std::to_string(loads) + " loads, "
                       : "Loads " + first + " to " + std::to_string(number + count) + ofLoads,
    number, loads, count);
  SolveSummary ofSome;
  std::vector<SolverReport> reports;
  if (!this->Loads->solveTogether(which,
        { this->settings.tolerance, this->settings.maximumIterations }, ofSome, solving, &reports))
  {
    return false;
  }
  for (std::size_t i = 0; i < count; ++i)
  {
    this->record(which[i], reports[i], this->Elastic->solver().histories()[i], observer);
  }
  return true;
}

template <class Space>
void VoxelMicroFeModel<Space>::record(std::size_t load, const SolverReport& report,
  const std::vector<double>& residuals, Observer& observer)
{
  for (std::size_t i = 0; i < residuals.size(); ++i)
  {
    this->history.push_back({ static_cast<int>(load), static_cast<int>(i), residuals[i] });
  }
  this->summary.solverIterations += report.iterations;
  this->summary.residual = std::max(this->summary.residual, report.residual);
  this->summary.converged = this->summary.converged && report.converged;
  if (!report.converged)
  {
    observer.message("The linear solver reached a relative residual of " +
      shortText(report.residual) + " after " + countText(report.iterations, "iteration") +
      ", not the tolerance of " + shortText(this->settings.tolerance) +
      ": results are as inexact. Allow more iterations.");
  }
}

template <class Space>
bool VoxelMicroFeModel<Space>::keepsDisplacements() const
{
  const std::size_t loads = this->conditions.displacements.size();
  const auto unknowns = static_cast<std::size_t>(this->Elastic->unknowns()->size());
  // All parts have the same loads.
  return loads > 1 &&
    !this->Computing->any(this->MemoryOfPart + (loads - 1) * unknowns * sizeof(float) >
      this->Computing->device().availableMemory);
}

template <class Space>
std::unique_ptr<VoxelMicroFe::Model> makeVoxelMicroFeModel(const Context<Space>& context,
  const VoxelMicroFeSettings& settings, VoxelMicroFePart part, Observer& observer)
{
  context.startPeak();
  const std::size_t before = context.allocated();
  const OperatorLayouts<Space> layouts = detail::layoutsOfPart(context, part);
  auto model =
    std::make_unique<VoxelMicroFeModel<Space>>(layouts, settings, std::move(part), observer);
  model->summary.peakDeviceMemory = context.peak() - before;
  model->deviceMemory = context.allocated() - before;
  return model;
}

template std::unique_ptr<VoxelMicroFe::Model> makeVoxelMicroFeModel(
  const Context<CompiledSpace>& context, const VoxelMicroFeSettings& settings,
  VoxelMicroFePart part, Observer& observer);
}
