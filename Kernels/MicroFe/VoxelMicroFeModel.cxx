#include "MicroFe/VoxelMicroFeModel.h"
#include "Analysis/LoadCases.h"
#include "Analysis/Preconditioning/MakeElasticModel.h"
#include "Analysis/SolveObserver.h"
#include "Core/Execution/ZeroVector.h"
#include "Core/SortAndScan.h"
#include "Core/Text.h"
#include "Core/Timer.h"
#include "Core/Vectors/Sum.h"
#include "MicroFe/Model/ConstrainedUnknowns.h"
#include "MicroFe/Model/LargestDisplacement.h"
#include "MicroFe/Model/OtherLoads.h"
#include "MicroFe/Model/UnknownSelection.h"
#include "MicroFe/VoxelFields.h"
#include "MicroFe/VoxelMicroFeSummary.h"
#include "MicroFe/VoxelMicroFeValidation.h"
#include "Operator/Voxel/VoxelOperator.h"
#include "Solver/SmootherKernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace trabecula
{
template <class Space>
class VoxelMicroFeModel : public VoxelMicroFe::Model
{
public:
  VoxelMicroFeModel(const Context<Space>& context, const VoxelMicroFeSettings& wanted,
    VoxelGrid ofVoxels, VoxelConditions ofTest, Observer& observer);

  bool solve(Observer& observer) override;
  void computeFields(const VoxelFieldArrays& to) const override;

private:
  /// Returns the n-th load to be solved. The load of the fields is the last one, so that its
  /// solution is kept.
  std::size_t loadOf(std::size_t number) const;
  /// Solves and evaluates count loads together, of which the first is the number-th to be solved.
  /// @return false if stopped
  bool solveTogether(
    std::size_t number, std::size_t count, OtherLoads<Space>& others, Observer& observer);
  /// Solves loads together, starting from zero displacements. @return false if stopped
  bool solveLoads(const std::vector<std::size_t>& which, std::size_t number, Observer& observer);
  /// Sets the displacements of a load to the prescribed ones, and to zero elsewhere.
  void prescribe(std::size_t load);
  void record(std::size_t load, const SolverReport& report, const std::vector<double>& residuals,
    Observer& observer);
  /// Computes the forces on the structure for the displacements of a load, three for each node with
  /// constrained unknowns, their work, and Works with other loads.
  void evaluateLoad(std::size_t load, const OtherLoads<Space>& others);
  /// Returns the displacements of a load in single precision, for loads that are solved after it.
  Vector<Space, float> roundedDisplacement(std::size_t load) const;
  /// Returns the displacements of the load whose fields are the solution.
  const Vector<Space>& displacement() const
  {
    return (*this->Loads)[this->fieldLoad()].displacement;
  }
  /// Returns whether the displacements of a load may be kept for the following ones.
  bool keepsDisplacements() const;
  VoxelFieldInput fieldInput() const;
  /// Computes the extremes of the last load, and its strain energy.
  Extremes findExtremes();

  ConstrainedUnknowns Constraints;
  std::vector<std::vector<double>> Reactions;
  /// u_i.(K u_j) of loads, by rows. It is NaN where displacements were not in memory at the same
  /// time.
  std::vector<double> Works;
  const Context<Space>* Computing;
  std::unique_ptr<ElasticModel<Space>> Elastic;
  VoxelOperator<Space>* Voxels; ///< operator of the elastic model
  std::unique_ptr<LoadCases<Space>> Loads;
  std::unique_ptr<UnknownSelection<Space>> Constrained;
  Timer Laps;
};

template <class Space>
VoxelMicroFeModel<Space>::VoxelMicroFeModel(const Context<Space>& context,
  const VoxelMicroFeSettings& wanted, VoxelGrid ofVoxels, VoxelConditions ofTest,
  Observer& observer)
  : Model(wanted, std::move(ofVoxels), std::move(ofTest)),
    Constraints(constrainedUnknowns(this->conditions.nodes)),
    Reactions(this->conditions.displacements.size()),
    Works(this->conditions.displacements.size() * this->conditions.displacements.size(),
      std::numeric_limits<double>::quiet_NaN()),
    Computing(&context)
{
  observer.progress(0.0, "Building multigrid levels");
  this->Elastic = makeImageModel(context, this->grid, this->settings.poissonsRatio,
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
    std::make_unique<UnknownSelection<Space>>(context, this->Constraints.unknowns);
  context.synchronize();
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
  this->summarize(this->Reactions, this->Works, this->findExtremes());
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
                                : observer.stopRequested())
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
  return loads > 1 &&
    voxelMicroFeMemory(this->grid, this->conditions, this->settings.parts) +
      (loads - 1) * unknowns * sizeof(float) <=
    this->Computing->device().availableMemory;
}

template <class Space>
void VoxelMicroFeModel<Space>::evaluateLoad(std::size_t load, const OtherLoads<Space>& others)
{
  const std::vector<double>& prescribed = this->conditions.displacements[load];
  const std::vector<std::int64_t>& forced = this->conditions.forcedUnknowns;
  const Vector<Space>& displacement = (*this->Loads)[load].displacement;
  double work = (*this->Loads)[load].forces.dot(displacement);
  LeasedVector<Space> product(displacement.layoutPointer());
  this->Elastic->stiffness().apply(displacement, product);
  std::vector<double> internal = this->Constrained->gather(product);
  const std::size_t loads = others.exact.size();
  this->Works[(loads + 1) * load] = dot(displacement, product);
  for (std::size_t other = 0; other < loads; ++other)
  {
    double& mutual = this->Works[loads * other + load];
    if (others.exact[other])
    {
      mutual = dot(*others.exact[other], product);
    }
    else if (!others.rounded[other].empty())
    {
      mutual = dot<Space>(others.rounded[other], product);
      for (std::size_t i = 0; i < internal.size(); ++i)
      {
        const double exact = this->conditions.displacements[other][this->Constraints.places[i]];
        mutual += (exact - static_cast<double>(static_cast<float>(exact))) * internal[i];
      }
    }
    this->Works[loads * load + other] = mutual;
  }
  std::vector<double>& reactions = this->Reactions[load];
  reactions.assign(3 * this->conditions.nodes.size(), 0.0);
  for (std::size_t i = 0; i < internal.size(); ++i)
  {
    // A force on a supported unknown acts directly on its support.
    const auto at = std::lower_bound(forced.begin(), forced.end(), this->Constraints.unknowns[i]);
    if (at != forced.end() && *at == this->Constraints.unknowns[i])
    {
      internal[i] -= this->conditions.forces[static_cast<std::size_t>(at - forced.begin())];
    }
    reactions[this->Constraints.places[i]] = internal[i];
    work += internal[i] * prescribed[this->Constraints.places[i]];
  }
  this->summary.externalWork = 0.5 * work;
}

template <class Space>
VoxelFieldInput VoxelMicroFeModel<Space>::fieldInput() const
{
  return { this->Voxels->bricks(), this->Voxels->moduli().data(), this->displacement().data(),
    this->grid.spacing(), this->settings.poissonsRatio };
}

template <class Space>
VoxelMicroFe::Model::Extremes VoxelMicroFeModel<Space>::findExtremes()
{
  const Context<Space>& context = *this->Computing;
  const std::int64_t elements = this->grid.numberOfElements();
  Extremes extremes;
  const Sums<2> found =
    largestDisplacement<Space>(context, this->grid.numberOfNodes(), this->displacement().data());
  extremes.square = found.v[0];
  extremes.component = found.v[1];
  DeviceVector<double, Space> effective(context, static_cast<std::size_t>(elements));
  {
    DeviceVector<double, Space> energies(context, effective.size());
    VoxelElementFields fields;
    fields.strainEnergyDensity = energies.data();
    fields.effectiveStrain = effective.data();
    computeVoxelFields(
      context, this->fieldInput(), static_cast<std::int64_t>(this->grid.bricks().size()), fields);
    const std::array<double, 3>& h = this->grid.spacing();
    this->summary.strainEnergy =
      detail::sumOf<Space>(context, elements, energies.data()) * h[0] * h[1] * h[2];
  }
  extremes.criticalVolumeStrain = nthElement<Space>(effective,
    placeOfCriticalStrain(static_cast<std::size_t>(elements), this->settings.criticalVolume));
  return extremes;
}

template <class Space>
void VoxelMicroFeModel<Space>::computeFields(const VoxelFieldArrays& to) const
{
  const Context<Space>& context = *this->Computing;
  const Vector<Space>& displacement = this->displacement();
  if (to.displacement)
  {
    context.copyToHost(to.displacement, displacement.data(), displacement.bytes());
  }
  if (to.reactionForce)
  {
    fillZeros(to.reactionForce, displacement.bytes());
    for (std::size_t i = 0; i < this->Constraints.unknowns.size(); ++i)
    {
      to.reactionForce[this->Constraints.unknowns[i]] =
        this->Reactions[this->fieldLoad()][this->Constraints.places[i]];
    }
  }
  copyVoxelFields(context, this->fieldInput(), this->grid, to.elements);
}

template <class Space>
std::unique_ptr<VoxelMicroFe::Model> makeVoxelMicroFeModel(const Context<Space>& context,
  const VoxelMicroFeSettings& settings, VoxelGrid grid, VoxelConditions conditions,
  Observer& observer)
{
  context.startPeak();
  const std::size_t before = context.allocated();
  auto model = std::make_unique<VoxelMicroFeModel<Space>>(
    context, settings, std::move(grid), std::move(conditions), observer);
  model->summary.peakDeviceMemory = context.peak() - before;
  model->deviceMemory = context.allocated() - before;
  return model;
}

template std::unique_ptr<VoxelMicroFe::Model> makeVoxelMicroFeModel(
  const Context<CompiledSpace>& context, const VoxelMicroFeSettings& settings, VoxelGrid grid,
  VoxelConditions conditions, Observer& observer);
}
