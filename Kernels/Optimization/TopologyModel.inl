#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Core/SparseVector.h"
#include "Core/Text.h"
#include "Core/Timer.h"
#include "Design/Optimizer/DesignUpdate.h"
#include "Design/MaterialInterpolation.h"
#include "Design/Filter/NeighbourFilter.h"
#include "Design/Response/OutputObjective.h"
#include "Analysis/SolveObserver.h"
#include "Optimization/TopologyModel.h"
#include "Analysis/TopologySolver.h"

#include <cmath>
#include <optional>

namespace trabecula
{
namespace detail
{
template <class Space>
void interpolateModuli(
  std::int64_t n, const MaterialInterpolation material, const double* density, double* moduli)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t e) { moduli[e] = material.modulus(density[e]); });
}

/// dc_e = -E'(rho_e) * energy_e on elements that may change (EbE paper, eq. 3).
template <class Space>
void computeSensitivity(std::int64_t n, const MaterialInterpolation material, const double* density,
  const double* energies, const std::uint8_t* isDesign, double* dc)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t e) {
      dc[e] = !isDesign || isDesign[e] ? -material.derivative(density[e]) * energies[e] : 0.0;
    });
}

/// target_e = source_e on elements that may change, else other_e.
template <class Space>
void selectDesign(std::int64_t n, const std::uint8_t* isDesign, const double* source,
  const double* other, double* target)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t e) { target[e] = isDesign[e] ? source[e] : other[e]; });
}

template <class Space>
void maskByDesign(
  std::int64_t n, const std::uint8_t* isDesign, const double* source, double* target)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t e) { target[e] = isDesign[e] ? source[e] : 0.0; });
}

/// Where no design variable has influence there is nothing to weigh it by.
template <class Space>
void keepPositive(std::int64_t n, double* values)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t e) { values[e] = values[e] > 0.0 ? values[e] : 1e-300; });
}

template <class Space>
void strainEnergyDensities(std::int64_t n, const double* moduli, const double* energies,
  const double* volumes, double* result)
{
  forEach<Space>(
    n,
    TRABECULA_LAMBDA(std::int64_t e) { result[e] = 0.5 * moduli[e] * energies[e] / volumes[e]; });
}

/// result[0] = a.b; a null mask takes all, else entries with a nonzero mask.
template <class Space>
void dotInto(Reducer<Space>& reducer, std::int64_t n, const double* a, const double* b,
  const std::uint8_t* mask, double* result)
{
  reducer.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<1> sum;
      sum.v[0] = !mask || mask[i] ? a[i] * b[i] : 0.0;
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { *result = sum.v[0]; });
}

/// What the optimizer needs to know of the settings.
inline DesignUpdateSettings updateSettings(const OptimizationSettings& settings)
{
  constexpr double leastRatioOfMechanisms = 1e-10;
  DesignUpdateSettings result;
  result.optimizer = settings.optimizer;
  result.minimumDensity =
    settings.interpolation == Interpolation::Simp ? settings.minimumDensity : 0.0;
  result.moveLimit = settings.moveLimit;
  result.damping = settings.damping;
  result.leastRatio = settings.objective == Objective::Compliance ? 0.0 : leastRatioOfMechanisms;
  return result;
}
}

template <class Space>
class TopologyModel : public TopologyOptimizer::Model
{
public:
  TopologyModel(const TopologyProblem& problem, const VoxelGrid* grid, Observer& observer);

  StepStatus step(Observer& observer) override;
  TopologyState state() const override;
  void restore(const TopologyState& state) override;
  std::vector<double> density() const override { return this->physical().toHost(); }
  std::vector<double> displacement(std::size_t loadCase) const override
  {
    return this->Loads.at(loadCase).displacement.toHost();
  }
  std::vector<double> strainEnergyDensity() const override;
  std::vector<double> sensitivity() const override;

private:
  struct Load
  {
    std::string name;
    double weight;
    SparseVector<Space> forces;
    DeviceVector<double, Space> displacement;
  };
  using Vector = DeviceVector<double, Space>;

  // A mechanism whose parts have come apart moves its output 1e9 times less than its input, and the
  // way back is in these small displacements. So solutions are improved until the adjoint finds the
  // output to be accurate.
  static constexpr double OutputAccuracy = 1e-3;
  static constexpr double TighterBy = 1e-2;
  static constexpr double TightestTolerance = 1e-13;

  /// Three fields that hold nothing while systems are solved: the solver's own vectors, unless the
  /// mesh has far more elements than nodes.
  double* scratch(int field);
  void buildFilter(const OptimizationSettings& settings);
  void startDesign(const TopologyProblem& problem);
  /// Makes nextPhysical() from NextDesign.
  void filterNextDesign();
  /// Densities that the stiffness is made from.
  const Vector& physical() const { return this->filtersDensity() ? this->Density : this->Design; }
  const Vector& nextPhysical() const
  {
    return this->filtersDensity() ? this->NextDensity : this->NextDesign;
  }
  const Vector& volumeDerivative() const
  {
    return this->filtersDensity() ? this->VolumeDerivative : this->Volumes;
  }
  bool filtersDensity() const { return this->Filter == FilterKind::Density; }
  double updateDesign();
  /// False if stopped.
  bool analyse(const Vector& density, IterationRecord& next, Observer& observer);
  /// Solves for all load cases and the adjoint, if there is one, onward from what is there. False
  /// if stopped.
  bool solveAll(double* adjoint, double tolerance, IterationRecord& next, Observer& observer);
  /// Solves K u = f from the u given; what it is for is named in messages. False if stopped.
  bool solve(const double* f, double* u, double tolerance, const std::string& what,
    IterationRecord& next, Observer& observer);
  /// Whether the solutions give the output displacement, however small beside the input's.
  bool outputIsAccurate();
  std::vector<typename OutputObjective<Space>::Load> solvedLoads();
  /// Where a load case is solved, until all are.
  Vector& solution(std::size_t loadCase)
  {
    return loadCase == 0 ? this->Trial : this->Solved[loadCase - 1];
  }
  /// Compliance, objective, and the energies that give its derivative.
  void evaluate(IterationRecord& next);
  double computeCompliance();
  /// Of which -E'(rho) times is the derivative of the objective.
  const double* sensitivityEnergies() const;
  double dot(const Vector& a, const Vector& b, const std::uint8_t* mask = nullptr);
  /// Seconds since the last lap, with all work of the device done.
  double lap();

  std::int64_t Elements;
  FilterKind Filter;
  double VolumeBound = 0.0; ///< of the whole mesh, length cubed
  double TotalVolume = 0.0;
  MaterialInterpolation Material;
  SolverSettings Settings;
  Timer Laps;
  int LastWarned = -1;

  TopologySolver<Space> Systems;
  StiffnessOperator<Space>& Stiffness;
  SprungOperator<Space>& Sprung; ///< the stiffness with the problem's springs
  DesignUpdate<Space> Update;
  std::optional<OutputObjective<Space>> Output; ///< unless the compliance is minimized
  std::optional<NeighbourFilter<Space>> Neighbours;
  mutable Reducer<Space> Reduction;
  DeviceVector<std::uint8_t, Space> IsDesign;
  std::vector<Load> Loads;
  Vector Trial;               ///< displacement being solved for, one load case after another
  std::vector<Vector> Solved; ///< of further load cases, until all are there
  Vector Volumes;
  Vector Design; ///< x
  Vector NextDesign;
  Vector Density; ///< of the density filter; else the design is the density
  Vector NextDensity;
  Vector Moduli;
  Vector Energies;         ///< weighted sum over load cases of u_e.(K_e u_e), unit modulus
  Vector VolumeDerivative; ///< with the density filter; else it is Volumes
  Vector Scalar;
  Vector OwnScratch;
};

template <class Space>
TopologyModel<Space>::TopologyModel(
  const TopologyProblem& problem, const VoxelGrid* grid, Observer& observer)
  : Elements(static_cast<std::int64_t>(problem.mesh.numberOfElements())),
    Filter(problem.settings.filter), Material{ problem.material.youngsModulus,
      problem.settings.interpolation == Interpolation::Simp
        ? 0.0
        : problem.settings.minimumModulusRatio * problem.material.youngsModulus,
      problem.settings.penalization },
    Settings(problem.solver), Systems(problem, grid), Stiffness(this->Systems.stiffness()),
    Sprung(this->Systems.sprung()),
    Update(this->Elements, detail::updateSettings(problem.settings)),
    IsDesign(problem.mesh.numberOfElements()), Trial(problem.mesh.points.size()),
    Volumes(problem.mesh.numberOfElements()), Design(problem.mesh.numberOfElements()),
    NextDesign(problem.mesh.numberOfElements()), Moduli(problem.mesh.numberOfElements()),
    Energies(problem.mesh.numberOfElements()), Scalar(1)
{
  observer.progress(0.5, "Setting up");
  checkForStop(observer);
  if (!this->Stiffness.reason.empty())
  {
    observer.note(this->Stiffness.reason);
  }
  this->densityChangeTolerance = problem.settings.densityChangeTolerance;
  this->record.iteration = -1;
  this->Stiffness.geometry(this->Volumes.data(), this->scratch(0));
  if (problem.settings.objective == Objective::OutputDisplacement)
  {
    this->Output.emplace(problem.outputWeights, problem.mesh.numberOfElements());
  }

  std::vector<double> start(problem.mesh.points.size(), 0.0);
  for (std::size_t i = 0; i < problem.prescribedDisplacement.size(); ++i)
  {
    start[i] = problem.supports[i] ? problem.prescribedDisplacement[i] : 0.0;
  }
  for (const LoadCase& load : problem.loadCases)
  {
    this->Loads.push_back(
      { load.name, load.weight, SparseVector<Space>(load.forces), Vector(start) });
  }
  for (std::size_t i = 1; i < this->Loads.size(); ++i)
  {
    this->Solved.emplace_back(problem.mesh.points.size());
  }
  this->buildFilter(problem.settings);
  checkForStop(observer);
  this->startDesign(problem);
  this->phases.setup = this->lap();
}

template <class Space>
double* TopologyModel<Space>::scratch(int field)
{
  const auto entries = 3 * static_cast<std::size_t>(this->Elements);
  if (this->Systems.scratchBytes() >= entries * sizeof(double))
  {
    return this->Systems.scratch() + field * this->Elements;
  }
  if (this->OwnScratch.size() == 0)
  {
    this->OwnScratch = Vector(entries);
  }
  return this->OwnScratch.data() + field * this->Elements;
}

template <class Space>
void TopologyModel<Space>::buildFilter(const OptimizationSettings& settings)
{
  if (settings.filter == FilterKind::None)
  {
    return;
  }
  // Centroids lie where the filter's sums will.
  this->Neighbours.emplace(this->Elements, this->scratch(0),
    settings.volumeWeightedFilter ? this->Volumes.data() : nullptr, settings.filterRadius,
    this->scratch(0));
}

template <class Space>
void TopologyModel<Space>::startDesign(const TopologyProblem& problem)
{
  const std::size_t n = problem.mesh.numberOfElements();
  const OptimizationSettings& settings = problem.settings;
  const double lowest =
    settings.interpolation == Interpolation::Simp ? settings.minimumDensity : 0.0;
  const std::vector<double> volumes = this->Volumes.toHost();
  std::vector<std::uint8_t> isDesign(n, 1);
  std::vector<double> x(n, 0.0);
  double passiveVolume = 0.0; // solid, counted with densities
  double designVolume = 0.0;
  for (std::size_t e = 0; e < n; ++e)
  {
    this->TotalVolume += volumes[e];
    const DesignRegion region =
      problem.designRegion.empty() ? DesignRegion::Design : problem.designRegion[e];
    isDesign[e] = region == DesignRegion::Design;
    x[e] = region == DesignRegion::Solid ? 1.0 : lowest;
    (isDesign[e] ? designVolume : passiveVolume) += volumes[e] * (isDesign[e] ? 1.0 : x[e]);
  }
  this->VolumeBound = settings.volumeFraction * this->TotalVolume;
  const double uniform =
    std::clamp((this->VolumeBound - passiveVolume) / designVolume, lowest, 1.0);
  for (std::size_t e = 0; e < n; ++e)
  {
    if (isDesign[e])
    {
      x[e] = problem.initialDensity.empty() ? uniform : std::max(lowest, problem.initialDensity[e]);
    }
  }
  this->IsDesign.assign(isDesign);
  this->Design.assign(x);

  // The volume is linear in x, so its derivative is the same in all iterations.
  if (this->filtersDensity())
  {
    this->Density = Vector(n);
    this->NextDensity = Vector(n);
    this->VolumeDerivative = Vector(n);
    detail::maskByDesign<Space>(
      this->Elements, this->IsDesign.data(), this->Volumes.data(), this->scratch(1));
    this->Neighbours->filterDensityTransposed(this->scratch(1), this->VolumeDerivative.data());
    detail::keepPositive<Space>(this->Elements, this->VolumeDerivative.data());
  }
}

template <class Space>
double TopologyModel<Space>::lap()
{
  Memory<Space>::synchronize();
  return this->Laps.restart();
}

template <class Space>
double TopologyModel<Space>::dot(const Vector& a, const Vector& b, const std::uint8_t* mask)
{
  detail::dotInto<Space>(this->Reduction, static_cast<std::int64_t>(a.size()), a.data(), b.data(),
    mask, this->Scalar.data());
  return this->Scalar.toHost()[0];
}

template <class Space>
void TopologyModel<Space>::filterNextDesign()
{
  if (this->filtersDensity())
  {
    this->Neighbours->filterDensity(this->NextDesign.data(), this->NextDensity.data());
    // Passive elements keep their own density, whatever surrounds them.
    detail::selectDesign<Space>(this->Elements, this->IsDesign.data(), this->NextDensity.data(),
      this->NextDesign.data(), this->NextDensity.data());
  }
}

template <class Space>
double TopologyModel<Space>::updateDesign()
{
  // Eq. 4 averages over all neighbours, passive ones too, so that material is drawn to solid parts.
  // A passive element's filtered density is not its own, so there it has no derivative.
  const std::uint8_t* mask = this->filtersDensity() ? this->IsDesign.data() : nullptr;
  double* const raw = this->scratch(1);
  double* const filtered = this->scratch(2);
  detail::computeSensitivity<Space>(this->Elements, this->Material, this->physical().data(),
    this->sensitivityEnergies(), mask, raw);
  this->phases.sensitivity += this->lap();
  if (this->Filter == FilterKind::Sensitivity)
  {
    this->Neighbours->filterSensitivity(this->physical().data(), raw, filtered);
  }
  else if (this->filtersDensity())
  {
    this->Neighbours->filterDensityTransposed(raw, filtered);
  }
  const double* dc = this->Filter == FilterKind::None ? raw : filtered;
  this->phases.filter = this->lap();

  // What design variables may take: the bound less what passive elements have, which for the
  // density filter includes the part of their neighbours' volume that they decide.
  const double bound = this->VolumeBound - this->dot(this->Volumes, this->physical()) +
    this->dot(this->volumeDerivative(), this->Design, this->IsDesign.data());
  const double change = this->Update.update(this->Design.data(), this->IsDesign.data(), dc,
    this->volumeDerivative().data(), bound, this->NextDesign.data());
  this->phases.update = this->lap();
  this->filterNextDesign();
  this->phases.filter += this->lap();
  return change;
}

template <class Space>
double TopologyModel<Space>::computeCompliance()
{
  // 2 f.u - u.K u is in error by the square of the error of u only.
  this->Energies.zero();
  double work = 0.0;
  double springs = 0.0;
  for (Load& load : this->Loads)
  {
    springs +=
      load.weight * this->Sprung.energy(load.displacement.data(), load.displacement.data());
    this->Stiffness.addUnitEnergies(load.displacement.data(), load.weight, this->Energies.data());
    work += load.weight * load.forces.dot(load.displacement.data());
  }
  return 2.0 * work - this->dot(this->Moduli, this->Energies) - springs;
}

template <class Space>
void TopologyModel<Space>::evaluate(IterationRecord& next)
{
  next.compliance = this->computeCompliance();
  next.objective = next.compliance;
  if (this->Output)
  {
    std::vector<typename OutputObjective<Space>::Load> loads;
    for (const Load& load : this->Loads)
    {
      loads.push_back({ load.weight, &load.forces, load.displacement.data() });
    }
    next.objective =
      this->Output->evaluate(loads, this->Moduli.data(), this->Stiffness, this->Sprung);
  }
  if (!std::isfinite(next.compliance) || !std::isfinite(next.objective))
  {
    throw Error("The " + std::string(this->Output ? "objective" : "compliance") + " of iteration " +
      std::to_string(next.iteration) +
      " is not a finite number: together, Young's modulus, the size of the mesh, the forces and "
      "the displacements are too "
      "large or too small to compute with. Use units in which they are nearer to 1.");
  }
}

template <class Space>
const double* TopologyModel<Space>::sensitivityEnergies() const
{
  return this->Output ? this->Output->energies() : this->Energies.data();
}

template <class Space>
bool TopologyModel<Space>::solveAll(
  double* adjoint, double tolerance, IterationRecord& next, Observer& observer)
{
  const std::size_t systems = this->Loads.size() + (this->Output ? 1 : 0);
  next.residual = 0.0;
  for (std::size_t i = 0; i < this->Loads.size(); ++i)
  {
    SolveObserver solveObserver(observer, next.iteration, i, systems);
    this->Loads[i].forces.copyTo(this->Systems.rightHandSide());
    if (!this->solve(this->Systems.rightHandSide(), this->solution(i).data(), tolerance,
          "load case '" + this->Loads[i].name + "'", next, solveObserver))
    {
      return false;
    }
  }
  SolveObserver solveObserver(observer, next.iteration, systems - 1, systems);
  return !this->Output ||
    this->solve(this->Output->weights(), adjoint, tolerance, "the output", next, solveObserver);
}

template <class Space>
bool TopologyModel<Space>::outputIsAccurate()
{
  const auto [output, correction] = this->Output->estimate(this->solvedLoads(), this->Sprung);
  return std::abs(correction) <= OutputAccuracy * std::abs(output + correction);
}

template <class Space>
std::vector<typename OutputObjective<Space>::Load> TopologyModel<Space>::solvedLoads()
{
  std::vector<typename OutputObjective<Space>::Load> loads;
  for (std::size_t i = 0; i < this->Loads.size(); ++i)
  {
    loads.push_back({ this->Loads[i].weight, &this->Loads[i].forces, this->solution(i).data() });
  }
  return loads;
}

template <class Space>
bool TopologyModel<Space>::solve(const double* f, double* u, double tolerance,
  const std::string& what, IterationRecord& next, Observer& observer)
{
  const SolverReport report =
    this->Systems.solve(f, u, tolerance, this->Settings.maximumIterations, observer);
  if (!report.stopped && !report.converged && this->LastWarned != next.iteration)
  {
    this->LastWarned = next.iteration;
    observer.message("Iteration " + std::to_string(next.iteration) +
      ": the linear solver reached its limit of " + countText(report.iterations, "iteration") +
      " for " + what + " with a relative residual of " + shortText(report.residual) +
      ". Results of this iteration are inaccurate.");
  }
  next.solverIterations += report.iterations;
  next.residual = std::max(next.residual, report.residual);
  return !report.stopped;
}

template <class Space>
bool TopologyModel<Space>::analyse(const Vector& density, IterationRecord& next, Observer& observer)
{
  detail::interpolateModuli<Space>(
    this->Elements, this->Material, density.data(), this->Moduli.data());
  this->Systems.update(this->Moduli.data(), this->Material.solidModulus);
  this->phases.moduli = this->lap();

  for (std::size_t i = 0; i < this->Loads.size(); ++i)
  {
    this->solution(i).copy(this->Loads[i].displacement);
  }
  double* adjoint = this->Output ? this->Output->trial() : nullptr;
  double tolerance = this->Settings.tolerance;
  while (true)
  {
    if (!this->solveAll(adjoint, tolerance, next, observer))
    {
      return false;
    }
    if (!this->Output || tolerance <= TightestTolerance || this->outputIsAccurate())
    {
      break;
    }
    tolerance = std::max(TightestTolerance, tolerance * TighterBy);
  }
  if (this->Output)
  {
    this->Output->accept();
  }
  for (std::size_t i = 0; i < this->Loads.size(); ++i)
  {
    this->Loads[i].displacement.swap(this->solution(i));
  }
  this->phases.solve = this->lap();
  return true;
}

template <class Space>
StepStatus TopologyModel<Space>::step(Observer& observer)
{
  Timer total;
  this->lap();
  IterationRecord next;
  next.iteration = this->record.iteration + 1;
  const bool first = next.iteration == 0;
  const std::size_t before = Memory<Space>::allocatedByThisThread();
  Memory<Space>::startPeak();
  if (next.iteration > 1 && this->record.densityChange < this->densityChangeTolerance)
  {
    return StepStatus::Converged;
  }
  const double setup = this->phases.setup;
  this->phases = {};
  this->phases.setup = setup;
  if (first)
  {
    this->NextDesign.copy(this->Design);
    this->filterNextDesign();
  }
  else
  {
    next.densityChange = this->updateDesign();
  }
  const bool analysed = this->analyse(this->nextPhysical(), next, observer);
  this->peakDeviceMemory = std::max(
    this->peakDeviceMemory, this->deviceMemory + Memory<Space>::peakOfThisThread() - before);
  if (!analysed)
  {
    return StepStatus::Stopped;
  }
  this->Design.swap(this->NextDesign);
  this->Density.swap(this->NextDensity);
  this->Update.accept();
  this->evaluate(next);
  next.volumeFraction = this->dot(this->Volumes, this->physical()) / this->TotalVolume;
  this->phases.sensitivity += this->lap();
  next.seconds = total.seconds();
  this->record = next;
  return StepStatus::Advanced;
}

template <class Space>
std::vector<double> TopologyModel<Space>::strainEnergyDensity() const
{
  Vector moduli(this->Design.size());
  Vector result(this->Design.size());
  detail::interpolateModuli<Space>(
    this->Elements, this->Material, this->physical().data(), moduli.data());
  detail::strainEnergyDensities<Space>(
    this->Elements, moduli.data(), this->Energies.data(), this->Volumes.data(), result.data());
  return result.toHost();
}

template <class Space>
std::vector<double> TopologyModel<Space>::sensitivity() const
{
  Vector result(this->Design.size());
  detail::computeSensitivity<Space>(this->Elements, this->Material, this->physical().data(),
    this->sensitivityEnergies(), nullptr, result.data());
  return result.toHost();
}

template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeTopologyModel(
  const TopologyProblem& problem, const VoxelGrid* grid, Observer& observer)
{
  const std::size_t before = Memory<Space>::allocatedByThisThread();
  Memory<Space>::startPeak();
  auto model = std::make_unique<TopologyModel<Space>>(problem, grid, observer);
  model->deviceMemory = Memory<Space>::allocatedByThisThread() - before;
  model->peakDeviceMemory = Memory<Space>::peakOfThisThread() - before;
  return model;
}
}
