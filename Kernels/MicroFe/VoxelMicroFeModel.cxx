#include "MicroFe/VoxelMicroFeModel.h"
#include "Analysis/ElasticModel.h"
#include "Analysis/SolveObserver.h"
#include "Core/Context.h"
#include "Core/Parallel.h"
#include "Core/SparseVector.h"
#include "Core/Text.h"
#include "Core/Timer.h"
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
namespace detail
{
/// target[places[i]] = values[i]
template <class Space>
void scatterTo(std::int64_t n, const std::int64_t* places, const double* values, double* target)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { target[places[i]] = values[i]; });
}

/// target[i] = values[places[i]]
template <class Space>
void gatherFrom(std::int64_t n, const std::int64_t* places, const double* values, double* target)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { target[i] = values[places[i]]; });
}

template <class Space>
void sumOf(std::int64_t n, const double* values, double* result)
{
  Reducer<Space> reducer;
  reducer.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<1> sum;
      sum.v[0] = values[i];
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { *result = sum.v[0]; });
  Memory<Space>::synchronize();
}

struct LargerSums
{
  TRABECULA_FUNCTION Sums<2> operator()(Sums<2> a, const Sums<2>& b) const
  {
    for (int i = 0; i < 2; ++i)
    {
      a.v[i] = a.v[i] < b.v[i] ? b.v[i] : a.v[i];
    }
    return a;
  }
};

/// The square of the longest vector, and the largest absolute value of a component.
template <class Space>
void largestOf(std::int64_t vectors, const double* values, double* result)
{
  Reducer<Space> reducer;
  reducer.reduce(
    vectors, Sums<2>{},
    TRABECULA_LAMBDA(std::int64_t n) {
      const double* v = values + 3 * n;
      Sums<2> largest;
      for (int i = 0; i < 3; ++i)
      {
        const double size = v[i] < 0.0 ? -v[i] : v[i];
        largest.v[0] += size * size;
        largest.v[1] = largest.v[1] < size ? size : largest.v[1];
      }
      return largest;
    },
    LargerSums(),
    TRABECULA_LAMBDA(const Sums<2>& largest) {
      result[0] = largest.v[0];
      result[1] = largest.v[1];
    });
  Memory<Space>::synchronize();
}
}

template <class Space>
class VoxelMicroFeModel : public VoxelMicroFe::Model
{
public:
  VoxelMicroFeModel(const VoxelMicroFeSettings& wanted, VoxelGrid ofVoxels, VoxelConditions ofTest,
    const Device& device, Observer& observer);

  bool solve(Observer& observer) override;
  void computeFields(const VoxelFieldArrays& to) const override;

private:
  using Vector = DeviceVector<double, Space>;

  /// A list of unknowns and room for their values.
  struct Selection
  {
    explicit Selection(const std::vector<std::int64_t>& unknowns)
      : Places(unknowns), Values(unknowns.size())
    {
    }
    void scatter(const std::vector<double>& values, double* target)
    {
      this->Values.assign(values);
      detail::scatterTo<Space>(this->size(), this->Places.data(), this->Values.data(), target);
    }
    std::vector<double> gather(const double* values)
    {
      detail::gatherFrom<Space>(this->size(), this->Places.data(), values, this->Values.data());
      return this->Values.toHost();
    }
    std::int64_t size() const { return static_cast<std::int64_t>(this->Places.size()); }

    DeviceVector<std::int64_t, Space> Places;
    Vector Values;
  };

  /// The n-th load to solve: that of the fields is the last, so that its solution is kept.
  std::size_t loadOf(std::size_t number) const;
  /// Displacements of other loads, where they are known.
  struct OtherLoads
  {
    OtherLoads(std::size_t loads, bool areKept)
      : keeps(areKept), exact(loads, nullptr), rounded(loads)
    {
    }

    bool keeps; ///< whether there is memory for those of loads that were solved before
    std::vector<const double*> exact; ///< of loads that are solved at once
    /// Of loads that were solved before. Rounding of free unknowns, times residual forces, does not
    /// count.
    std::vector<DeviceVector<float, Space>> rounded;
  };
  /// Solves and evaluates so many loads at once, the first is the number-th to solve; false if
  /// stopped.
  bool solveTogether(std::size_t number, std::size_t count, OtherLoads& others, Observer& observer);
  /// Solves one load; false if stopped.
  bool solveLoad(std::size_t load, std::size_t number, Observer& observer);
  /// Prescribed displacements, and zeros elsewhere.
  void prescribe(std::size_t load);
  void record(std::size_t load, const SolverReport& report, const std::vector<double>& residuals,
    Observer& observer);
  /// Forces on the structure that a load's displacements need, 3 per held node, their work, and
  /// Works with other loads.
  void evaluateLoad(std::size_t load, const OtherLoads& others);
  /// Of the present load, for those that follow.
  DeviceVector<float, Space> roundedDisplacement() const;
  /// Whether displacements of one load may be kept for the next.
  bool keepsDisplacements() const;
  VoxelFieldInput fieldInput() const;
  /// Of the last load; also the strain energy.
  Extremes findExtremes();

  std::vector<std::int64_t> HeldUnknowns; ///< in the order of held nodes and components
  std::vector<std::size_t> HeldPlaces;    ///< of them among 3 per held node
  std::vector<std::vector<double>> Reactions;
  /// u_i.(K u_j) of loads, by rows; NaN where displacements were not known at the same time.
  std::vector<double> Works;
  Context<Space> Computing;
  std::unique_ptr<ElasticModel<Space>> Elastic;
  Vector Displacement;
  std::unique_ptr<Selection> Held;
  std::unique_ptr<SparseVector<Space>> Forces;
  Timer Laps;
};

template <class Space>
VoxelMicroFeModel<Space>::VoxelMicroFeModel(const VoxelMicroFeSettings& wanted, VoxelGrid ofVoxels,
  VoxelConditions ofTest, const Device& device, Observer& observer)
  : Model(wanted, std::move(ofVoxels), std::move(ofTest)),
    Reactions(this->conditions.displacements.size()),
    Works(this->conditions.displacements.size() * this->conditions.displacements.size(),
      std::numeric_limits<double>::quiet_NaN()),
    Computing(device)
{
  for (std::size_t n = 0; n < this->conditions.nodes.size(); ++n)
  {
    const HeldNode& node = this->conditions.nodes[n];
    for (unsigned c = 0; c < 3; ++c)
    {
      if (node.held >> c & 1U)
      {
        this->HeldUnknowns.push_back(3 * std::int64_t(node.node) + c);
        this->HeldPlaces.push_back(3 * n + c);
      }
    }
  }
  observer.progress(0.0, "Building multigrid levels");
  this->Elastic = std::make_unique<ElasticModel<Space>>(this->Computing, this->grid,
    this->settings.poissonsRatio, this->conditions.supports(this->grid));
  const std::int64_t unknowns = this->Elastic->stiffness().size();
  this->Displacement = Vector(this->Computing, unknowns);
  this->Held = std::make_unique<Selection>(this->HeldUnknowns);
  this->Forces = std::make_unique<SparseVector<Space>>(
    this->Computing, unknowns, this->conditions.forcedUnknowns, this->conditions.forces);
  Memory<Space>::synchronize();
}

template <class Space>
bool VoxelMicroFeModel<Space>::solve(Observer& observer)
{
  const typename Context<Space>::Use use(this->Computing);
  this->Laps.restart();
  Memory<Space>::startPeak();
  const std::size_t before = Memory<Space>::allocatedByThisThread();
  const std::size_t loads = this->conditions.displacements.size();
  this->summary.converged = true;
  OtherLoads others(loads, this->keepsDisplacements());
  std::size_t number = 0;
  while (number < loads)
  {
    const std::size_t count = this->Elastic->systemsAtOnce(loads - number);
    if (count > 1)
    {
      if (!this->solveTogether(number, count, others, observer))
      {
        return false;
      }
    }
    else
    {
      const std::size_t load = this->loadOf(number);
      if (!this->solveLoad(load, number, observer))
      {
        return false;
      }
      this->evaluateLoad(load, others);
      if (others.keeps && number + count < loads)
      {
        others.rounded[load] = this->roundedDisplacement();
      }
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
  this->summary.peakDeviceMemory = std::max(this->summary.peakDeviceMemory,
    this->deviceMemory + Memory<Space>::peakOfThisThread() - before);
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
  std::size_t number, std::size_t count, OtherLoads& others, Observer& observer)
{
  const std::size_t loads = others.exact.size();
  std::vector<Vector> solutions;
  std::vector<double*> u;
  for (std::size_t i = 0; i < count; ++i)
  {
    this->prescribe(this->loadOf(number + i));
    Vector& solution = solutions.emplace_back(this->Computing, this->Displacement.size());
    solution.copy(this->Displacement);
    u.push_back(solution.data());
  }
  const RightHandSide<Space> forces =
    this->Forces->empty() ? RightHandSide<Space>() : RightHandSide<Space>(*this->Forces);
  SolveObserver solving(observer,
    count == loads ? std::to_string(loads) + " loads, "
                   : "Loads " + std::to_string(number + 1) + " to " +
        std::to_string(number + count) + " of " + std::to_string(loads) + ", ",
    number, loads, count);
  std::vector<std::vector<double>> histories;
  const std::vector<SolverReport> reports =
    this->Elastic->solveSeveral(std::vector<RightHandSide<Space>>(count, forces), u,
      this->settings.tolerance, this->settings.maximumIterations, solving, &histories);
  if (std::any_of(
        reports.begin(), reports.end(), [](const SolverReport& report) { return report.stopped; }))
  {
    return false;
  }
  for (std::size_t i = 0; i < count; ++i)
  {
    others.exact[this->loadOf(number + i)] = u[i];
  }
  std::vector<DeviceVector<float, Space>> rounded(count);
  for (std::size_t i = 0; i < count; ++i)
  {
    const std::size_t load = this->loadOf(number + i);
    this->record(load, reports[i], histories[i], observer);
    this->Displacement.swap(solutions[i]);
    others.exact[load] = nullptr;
    this->evaluateLoad(load, others);
    if (others.keeps && number + count < loads)
    {
      rounded[i] = this->roundedDisplacement();
    }
  }
  // Not before, as they are less exact.
  for (std::size_t i = 0; i < count; ++i)
  {
    others.rounded[this->loadOf(number + i)] = std::move(rounded[i]);
  }
  return true;
}

template <class Space>
DeviceVector<float, Space> VoxelMicroFeModel<Space>::roundedDisplacement() const
{
  DeviceVector<float, Space> rounded(this->Computing, this->Displacement.size());
  detail::convert<Space>(static_cast<std::int64_t>(this->Displacement.size()),
    this->Displacement.data(), rounded.data());
  return rounded;
}

template <class Space>
void VoxelMicroFeModel<Space>::prescribe(std::size_t load)
{
  std::vector<double> prescribed;
  for (const std::size_t place : this->HeldPlaces)
  {
    prescribed.push_back(this->conditions.displacements[load][place]);
  }
  this->Displacement.zero();
  this->Held->scatter(prescribed, this->Displacement.data());
}

template <class Space>
bool VoxelMicroFeModel<Space>::solveLoad(std::size_t load, std::size_t number, Observer& observer)
{
  const std::size_t loads = this->conditions.displacements.size();
  this->prescribe(load);
  if (!this->Elastic->canSolve())
  {
    return !observer.stopRequested();
  }
  SolveObserver solving(observer,
    loads > 1 ? "Load " + std::to_string(number + 1) + " of " + std::to_string(loads) + ", "
              : std::string(),
    number, loads);
  const RightHandSide<Space> forces =
    this->Forces->empty() ? RightHandSide<Space>() : RightHandSide<Space>(*this->Forces);
  const SolverReport report = this->Elastic->solve(forces, this->Displacement.data(),
    this->settings.tolerance, this->settings.maximumIterations, solving);
  if (report.stopped)
  {
    return false;
  }
  this->record(load, report, this->Elastic->history(), observer);
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
  return loads > 1 &&
    voxelMicroFeMemory(this->grid, this->conditions, this->settings.parts) +
      (loads - 1) * this->Displacement.size() * sizeof(float) <=
    this->Computing.device().availableMemory;
}

template <class Space>
void VoxelMicroFeModel<Space>::evaluateLoad(std::size_t load, const OtherLoads& others)
{
  const std::vector<double>& prescribed = this->conditions.displacements[load];
  const std::vector<std::int64_t>& forced = this->conditions.forcedUnknowns;
  double work = this->Forces->dot(this->Displacement.data());
  const auto product =
    this->Computing.workspace().template lease<double>(this->Displacement.size());
  this->Elastic->stiffness().apply(this->Displacement.data(), product.data());
  std::vector<double> internal = this->Held->gather(product.data());
  const auto workOn = [&](const auto* u)
  {
    return this->Computing.dot(
      static_cast<std::int64_t>(this->Displacement.size()), u, product.data());
  };
  const std::size_t loads = others.exact.size();
  this->Works[(loads + 1) * load] = workOn(this->Displacement.data());
  for (std::size_t other = 0; other < loads; ++other)
  {
    double& mutual = this->Works[loads * other + load];
    if (others.exact[other])
    {
      mutual = workOn(others.exact[other]);
    }
    else if (others.rounded[other].size() > 0)
    {
      mutual = workOn(others.rounded[other].data());
      for (std::size_t i = 0; i < internal.size(); ++i)
      {
        const double exact = this->conditions.displacements[other][this->HeldPlaces[i]];
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
    const auto at = std::lower_bound(forced.begin(), forced.end(), this->HeldUnknowns[i]);
    if (at != forced.end() && *at == this->HeldUnknowns[i])
    {
      internal[i] -= this->conditions.forces[static_cast<std::size_t>(at - forced.begin())];
    }
    reactions[this->HeldPlaces[i]] = internal[i];
    work += internal[i] * prescribed[this->HeldPlaces[i]];
  }
  this->summary.externalWork = 0.5 * work;
}

template <class Space>
VoxelFieldInput VoxelMicroFeModel<Space>::fieldInput() const
{
  return { this->Elastic->voxels()->bricks(), this->Elastic->voxels()->moduli(),
    this->Displacement.data(), this->grid.spacing(), this->settings.poissonsRatio };
}

template <class Space>
VoxelMicroFe::Model::Extremes VoxelMicroFeModel<Space>::findExtremes()
{
  const std::int64_t elements = this->grid.numberOfElements();
  Extremes extremes;
  {
    Vector largest(this->Computing, 2);
    detail::largestOf<Space>(this->grid.numberOfNodes(), this->Displacement.data(), largest.data());
    const std::vector<double> found = largest.toHost();
    extremes.square = found[0];
    extremes.component = found[1];
  }
  Vector effective(this->Computing, elements);
  {
    Vector energies(this->Computing, elements);
    VoxelElementFields fields;
    fields.strainEnergyDensity = energies.data();
    fields.effectiveStrain = effective.data();
    computeVoxelFields<Space>(
      this->fieldInput(), static_cast<std::int64_t>(this->grid.bricks().size()), fields);
    Vector sum(this->Computing, 1);
    detail::sumOf<Space>(elements, energies.data(), sum.data());
    const std::array<double, 3>& h = this->grid.spacing();
    this->summary.strainEnergy = sum.toHost()[0] * h[0] * h[1] * h[2];
  }
  extremes.criticalVolumeStrain = nthElement<Space>(effective,
    placeOfCriticalStrain(static_cast<std::size_t>(elements), this->settings.criticalVolume));
  return extremes;
}

template <class Space>
void VoxelMicroFeModel<Space>::computeFields(const VoxelFieldArrays& to) const
{
  const typename Context<Space>::Use use(this->Computing);
  if (to.displacement)
  {
    Memory<Space>::copyToHost(
      to.displacement, this->Displacement.data(), this->Displacement.bytes());
  }
  if (to.reactionForce)
  {
    Memory<HostSpace>::zero(to.reactionForce, this->Displacement.bytes());
    for (std::size_t i = 0; i < this->HeldUnknowns.size(); ++i)
    {
      to.reactionForce[this->HeldUnknowns[i]] =
        this->Reactions[this->fieldLoad()][this->HeldPlaces[i]];
    }
  }
  const VoxelFieldInput input = this->fieldInput();
  const auto bricks = static_cast<std::int64_t>(this->grid.bricks().size());
  if constexpr (Space::Id == ExecutionSpace::Host)
  {
    const VoxelElementFields& of = to.elements;
    if (of.strain || of.stress || of.strainEnergyDensity || of.vonMisesStress || of.effectiveStrain)
    {
      computeVoxelFields<Space>(input, bricks, of);
    }
    return;
  }
  struct Field
  {
    std::int64_t components;
    double* VoxelElementFields::*pointer;
  };
  const std::array<Field, 5> fields = { {
    { 6, &VoxelElementFields::strain },
    { 6, &VoxelElementFields::stress },
    { 1, &VoxelElementFields::strainEnergyDensity },
    { 1, &VoxelElementFields::vonMisesStress },
    { 1, &VoxelElementFields::effectiveStrain },
  } };
  for (const Field& field : fields)
  {
    if (to.elements.*field.pointer)
    {
      // One at a time takes less memory than the released solver did.
      Vector values(this->Computing, field.components * this->grid.numberOfElements());
      VoxelElementFields one;
      one.*field.pointer = values.data();
      computeVoxelFields<Space>(input, bricks, one);
      Memory<Space>::copyToHost(to.elements.*field.pointer, values.data(), values.bytes());
    }
  }
}

template <class Space>
std::unique_ptr<VoxelMicroFe::Model> makeVoxelMicroFeModel(const VoxelMicroFeSettings& settings,
  VoxelGrid grid, VoxelConditions conditions, const Device& device, Observer& observer)
{
  Memory<Space>::startPeak();
  const std::size_t before = Memory<Space>::allocatedByThisThread();
  auto model = std::make_unique<VoxelMicroFeModel<Space>>(
    settings, std::move(grid), std::move(conditions), device, observer);
  model->summary.peakDeviceMemory = Memory<Space>::peakOfThisThread() - before;
  model->deviceMemory = Memory<Space>::allocatedByThisThread() - before;
  return model;
}

template std::unique_ptr<VoxelMicroFe::Model> makeVoxelMicroFeModel<CompiledSpace>(
  const VoxelMicroFeSettings& settings, VoxelGrid grid, VoxelConditions conditions,
  const Device& device, Observer& observer);
}
