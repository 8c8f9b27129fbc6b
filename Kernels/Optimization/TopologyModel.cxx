#include "Optimization/TopologyModel.h"

#include "Analysis/ElasticModel.h"
#include "Analysis/LoadCases.h"
#include "Analysis/SolveObserver.h"
#include "Core/Context.h"
#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Core/Timer.h"
#include "Design/Optimizer/DesignUpdate.h"
#include "Design/Response/Compliance.h"
#include "Design/Response/OutputDisplacement.h"
#include "Design/Response/Volume.h"
#include "Optimization/InitialDesign.h"
#include "Optimization/TopologyTask.h"
#include "Optimization/Verdict/DesignVerdict.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace trabecula
{
namespace detail
{
template <class Space>
void strainEnergyDensities(std::int64_t n, const double* moduli, const double* energies,
  const double* volumes, double* result)
{
  forEach<Space>(
    n,
    TRABECULA_LAMBDA(std::int64_t e) { result[e] = 0.5 * moduli[e] * energies[e] / volumes[e]; });
}

template <class Space>
void scaleVolumes(std::int64_t n, const double* fractions, double* volumes)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t e) { volumes[e] *= fractions[e]; });
}

/// Settings of the design update.
inline DesignUpdateSettings updateSettings(const OptimizationSettings& settings)
{
  constexpr double leastRatioOfMechanisms = 1e-10;
  DesignUpdateSettings result;
  result.optimizer = settings.optimizer;
  result.minimumDensity = lowestDensity(settings);
  result.moveLimit = settings.moveLimit;
  result.damping = settings.damping;
  result.constraints =
    static_cast<int>(settings.bounds.size()) + (settings.objective == Objective::Volume ? 0 : 1);
  result.leastRatio = settings.objective == Objective::Compliance ? 0.0 : leastRatioOfMechanisms;
  return result;
}
}

/// The loop of a density optimization, which uses only the interfaces of responses and
/// parametrization.
template <class Space>
class TopologyModel : public TopologyOptimizer::Model
{
public:
  TopologyModel(const TopologyProblem& problem,
    std::unique_ptr<TopologyDiscretization<Space>> discretization, const Device& device,
    Observer& observer);

  StepStatus step(Observer& observer) override;
  TopologyState state() const override;
  void restore(const TopologyState& state) override;
  std::vector<double> density() const override;
  std::vector<double> filteredVariables() const override;
  std::vector<double> displacement(std::size_t loadCase) const override
  {
    return this->Loads[loadCase].displacement.toHost();
  }
  std::vector<double> strainEnergyDensity() const override;
  std::vector<double> sensitivity() const override;
  std::vector<double> gradient() const override;

private:
  using Vector = DeviceVector<double, Space>;

  /// value <= bound
  struct Bound
  {
    Response<Space>* response;
    double bound;
    double value = 0.0;              ///< of the last iterate
    Volume<Space>* volume = nullptr; ///< the same response, if it is a volume
    Vector gradient = {};            ///< empty where the response keeps it
  };

  static constexpr double TighterBy = 1e-2;
  static constexpr double TightestTolerance = 1e-13;

  void makeDesign(const TopologyProblem& problem, Observer& observer);
  void makeBounds(const TopologyProblem& problem);
  /// Memory for the gradient of a volume, if it is not constant.
  Vector gradientOfVolume()
  {
    return this->Design->isDensityLinear()
      ? Vector()
      : Vector(this->Computing, static_cast<std::size_t>(this->Variables));
  }
  LinearizedConstraint linearize(Bound& bound);
  double updateDesign();
  /// False if stopped.
  bool analyse(IterationRecord& next, Observer& observer);
  /// Solves for all load cases and the adjoint systems, from the trial solutions. False if stopped.
  bool solveAll(
    double tolerance, const std::string& place, SolveSummary& summary, Observer& observer);
  /// Values of all responses.
  void evaluate(IterationRecord& next);
  /// Seconds since the last lap, with all work of the device done.
  double lap();

  mutable Context<Space> Computing;
  SolverSettings Settings;
  double SolidModulus;
  Timer Laps;
  std::unique_ptr<TopologyDiscretization<Space>> Discretization;
  ConvergenceRule Rule;
  std::unique_ptr<ElasticModel<Space>> Elastic;
  std::int64_t Points;    ///< material points
  std::int64_t Variables; ///< design variables
  LoadCases<Space> Loads;
  Vector Volumes;
  Vector Moduli;
  /// Of a design that was accepted and could not be evaluated, which the next step tries again.
  std::optional<IterationRecord> Accepted;
  std::unique_ptr<Parametrization<Space>> Design;
  std::unique_ptr<VariableUpdate<Space>> Update;

  trabecula::Compliance<Space> Compliance;
  std::optional<OutputDisplacement<Space>> Output; ///< if it is minimized or bounded
  std::optional<Volume<Space>> SolidVolume;
  std::vector<std::unique_ptr<Volume<Space>>> RegionVolumes;
  Response<Space>* Objective = nullptr;
  std::vector<Bound> Bounds;
  std::vector<Response<Space>*> WithAdjoint;
};

template <class Space>
TopologyModel<Space>::TopologyModel(const TopologyProblem& problem,
  std::unique_ptr<TopologyDiscretization<Space>> discretization, const Device& device,
  Observer& observer)
  : Computing(device), Settings(problem.solver), SolidModulus(problem.material.youngsModulus),
    Discretization(std::move(discretization)),
    Elastic(this->Discretization->makeElasticModel(this->Computing)),
    Points(this->Elastic->stiffness().numberOfMaterialPoints()),
    Variables(this->Discretization->numberOfVariables()), Loads(*this->Elastic, problem),
    Volumes(this->Computing, static_cast<std::size_t>(this->Points)),
    Moduli(this->Computing, static_cast<std::size_t>(this->Points)),
    Compliance(this->Computing, static_cast<std::size_t>(this->Points))
{
  observer.progress(0.5, "Setting up");
  checkForStop(observer);
  if (!this->Elastic->stiffness().reason.empty())
  {
    observer.note(this->Elastic->stiffness().reason);
  }
  this->densityChangeTolerance = problem.settings.densityChangeTolerance;
  this->Rule = this->Discretization->convergence();
  this->record.iteration = -1;
  if (hasOutput(problem))
  {
    this->Output.emplace(this->Computing, problem.outputWeights, this->Volumes.size());
    this->WithAdjoint.push_back(&*this->Output);
  }
  this->makeDesign(problem, observer);
  this->Update =
    this->Discretization->makeUpdate(this->Computing, detail::updateSettings(problem.settings));
  this->makeBounds(problem);
  switch (problem.settings.objective)
  {
    case trabecula::Objective::Compliance:
      this->Objective = &this->Compliance;
      break;
    case trabecula::Objective::OutputDisplacement:
      this->Objective = &*this->Output;
      break;
    case trabecula::Objective::Volume:
      this->Objective = &*this->SolidVolume;
      break;
  }
  this->phases.setup = this->lap();
}

template <class Space>
void TopologyModel<Space>::makeDesign(const TopologyProblem& problem, Observer& observer)
{
  {
    const auto positions = this->Computing.workspace().template lease<double>(
      3 * static_cast<std::size_t>(this->Points));
    this->Elastic->stiffness().geometry(this->Volumes.data(), positions.data());
    if (!problem.solidFractions.empty())
    {
      const Vector fractions(this->Computing, problem.solidFractions);
      detail::scaleVolumes<Space>(this->Points, fractions.data(), this->Volumes.data());
    }
    this->Design =
      this->Discretization->makeDesign(this->Computing, this->Volumes.data(), positions.data());
  }
  checkForStop(observer);
  this->SolidVolume.emplace(this->Computing, "VolumeFraction", this->Volumes.data(),
    std::vector<std::uint8_t>(), *this->Design);
}

template <class Space>
void TopologyModel<Space>::makeBounds(const TopologyProblem& problem)
{
  const OptimizationSettings& settings = problem.settings;
  if (settings.objective != trabecula::Objective::Volume)
  {
    this->Bounds.push_back({ &*this->SolidVolume, settings.volumeFraction, 0.0, &*this->SolidVolume,
      this->gradientOfVolume() });
  }
  for (const ResponseBound& bound : settings.bounds)
  {
    const auto variables = static_cast<std::size_t>(this->Variables);
    switch (bound.response)
    {
      case BoundedResponse::Compliance:
        this->Bounds.push_back(
          { &this->Compliance, bound.bound, 0.0, nullptr, Vector(this->Computing, variables) });
        break;
      case BoundedResponse::OutputDisplacement:
        this->Bounds.push_back(
          { &*this->Output, bound.bound, 0.0, nullptr, Vector(this->Computing, variables) });
        break;
      case BoundedResponse::RegionVolume:
      {
        std::vector<std::uint8_t> inRegion(problem.volumeRegion.size());
        for (std::size_t p = 0; p < inRegion.size(); ++p)
        {
          inRegion[p] = problem.volumeRegion[p] == bound.region;
        }
        this->RegionVolumes.push_back(std::make_unique<Volume<Space>>(this->Computing,
          RegionVolumePrefix + std::to_string(bound.region), this->Volumes.data(), inRegion,
          *this->Design));
        Volume<Space>* volume = this->RegionVolumes.back().get();
        this->Bounds.push_back({ volume, bound.bound, 0.0, volume, this->gradientOfVolume() });
        break;
      }
    }
  }
}

template <class Space>
LinearizedConstraint TopologyModel<Space>::linearize(Bound& bound)
{
  if (bound.volume && bound.volume->constantGradient())
  {
    return { bound.volume->solid(this->Design->density()) - bound.bound * bound.volume->total(),
      bound.volume->constantGradient(), 0.0 };
  }
  if (bound.volume)
  {
    bound.value = bound.volume->solid(this->Design->density()) / bound.volume->total();
  }
  bound.response->gradient(*this->Design, bound.gradient.data());
  const double scale = bound.bound != 0.0 ? std::abs(bound.bound) : std::abs(bound.value);
  return { bound.value - bound.bound, bound.gradient.data(), scale > 0.0 ? scale : 1.0 };
}

template <class Space>
double TopologyModel<Space>::lap()
{
  Memory<Space>::synchronize();
  return this->Laps.restart();
}

template <class Space>
double TopologyModel<Space>::updateDesign()
{
  const auto gradient =
    this->Computing.workspace().template lease<double>(static_cast<std::size_t>(this->Variables));
  std::vector<LinearizedConstraint> constraints;
  if (!this->Bounds.empty() && this->Bounds.front().volume &&
    this->Discretization->sensitivities(
      this->Loads, gradient.data(), this->Bounds.front().gradient.data()))
  {
    constraints.push_back({ 0.0, this->Bounds.front().gradient.data(), 1.0 });
  }
  else
  {
    this->Objective->gradient(*this->Design, gradient.data());
    for (Bound& bound : this->Bounds)
    {
      constraints.push_back(this->linearize(bound));
    }
  }
  this->phases.filter = this->lap();

  const double change = this->Update->update(this->Design->variables(),
    this->Design->freeVariables(), gradient.data(), constraints, this->Design->trialVariables());
  this->phases.update = this->lap();
  this->Design->evaluateTrial();
  this->phases.filter += this->lap();
  return change;
}

template <class Space>
void TopologyModel<Space>::evaluate(IterationRecord& next)
{
  const SolvedDesign<Space> design = { *this->Elastic, this->Loads, this->Moduli.data(),
    this->Design->density() };
  next.compliance = this->Compliance.evaluate(design);
  next.loadCaseCompliances = this->Compliance.ofLoadCases();
  next.outputDisplacement = this->Output ? this->Output->evaluate(design) : 0.0;
  next.volumeFraction = this->SolidVolume->evaluate(design);
  for (const auto& volume : this->RegionVolumes)
  {
    next.regionVolumes.push_back(volume->evaluate(design));
  }
  const auto valueOf = [&](const Response<Space>* response)
  {
    return response == &this->Compliance ? next.compliance
      : response == &*this->SolidVolume  ? next.volumeFraction
                                         : next.outputDisplacement;
  };
  next.objective = valueOf(this->Objective);
  next.greyness = this->SolidVolume->greyness(this->Design->density());
  std::size_t region = 0;
  for (Bound& bound : this->Bounds)
  {
    bound.value = valueOf(bound.response); // those of volumes are not read
    const bool isOfRegion = bound.volume && bound.volume != &*this->SolidVolume;
    const double value = isOfRegion ? next.regionVolumes[region++] : bound.value;
    next.boundExcess = std::max(next.boundExcess, BoundVerdict{ "", value, bound.bound }.excess());
  }
  if (!std::isfinite(next.compliance) || !std::isfinite(next.objective))
  {
    throw Error("The " +
      std::string(this->Objective == &this->Compliance ? "compliance" : "objective") +
      " of iteration " + std::to_string(next.iteration) +
      " is not a finite number: together, Young's modulus, the size of the mesh, the forces and "
      "the displacements are too "
      "large or too small to compute with. Use units in which they are nearer to 1.");
  }
}

template <class Space>
bool TopologyModel<Space>::solveAll(
  double tolerance, const std::string& place, SolveSummary& summary, Observer& observer)
{
  const std::size_t systems = this->Loads.size() + this->WithAdjoint.size();
  summary.residual = 0.0;
  if (!this->Loads.solve(this->Settings, tolerance, place, systems, summary, observer))
  {
    return false;
  }
  for (std::size_t i = 0; i < this->WithAdjoint.size(); ++i)
  {
    Response<Space>& response = *this->WithAdjoint[i];
    SolveObserver solveObserver(observer, place + ", ", this->Loads.size() + i, systems);
    if (!solveSystem<Space>(*this->Elastic, response.adjointLoad(this->Loads), response.adjoint(),
          this->Settings, tolerance, place, "the output", summary, solveObserver))
    {
      return false;
    }
  }
  return true;
}

template <class Space>
bool TopologyModel<Space>::analyse(IterationRecord& next, Observer& observer)
{
  this->Design->trialModuli(this->Moduli.data());
  this->Elastic->setModuli(this->Moduli.data(), this->SolidModulus);
  this->phases.moduli = this->lap();

  this->Loads.start();
  for (Response<Space>* response : this->WithAdjoint)
  {
    response->startAdjoint();
  }
  SolveSummary summary;
  double tolerance = this->Settings.tolerance;
  const auto isAccurate = [&]
  {
    return std::all_of(this->WithAdjoint.begin(), this->WithAdjoint.end(),
      [&](Response<Space>* response) { return response->isAccurate(*this->Elastic, this->Loads); });
  };
  while (true)
  {
    if (!this->solveAll(
          tolerance, "Iteration " + std::to_string(next.iteration), summary, observer))
    {
      return false;
    }
    if (tolerance <= TightestTolerance || isAccurate())
    {
      break;
    }
    tolerance = std::max(TightestTolerance, tolerance * TighterBy);
  }
  for (Response<Space>* response : this->WithAdjoint)
  {
    response->acceptAdjoint();
  }
  this->Loads.accept();
  next.solverIterations = summary.iterations;
  next.residual = summary.residual;
  this->phases.solve = this->lap();
  return true;
}

template <class Space>
StepStatus TopologyModel<Space>::step(Observer& observer)
{
  const typename Context<Space>::Use use(this->Computing);
  Timer total;
  this->lap();
  IterationRecord next;
  next.iteration = this->record.iteration + 1;
  const std::size_t before = Memory<Space>::allocatedByThisThread();
  Memory<Space>::startPeak();
  // Here of the last iterate alone, as the history is not known.
  const std::optional<SettledVolume>& settled = this->Rule.settledVolume;
  const bool isSettled = !settled || this->record.settledIterates >= SettledVolume::Iterates;
  if (this->record.iteration >= this->Rule.firstIteration && isSettled &&
    this->record.densityChange < this->densityChangeTolerance)
  {
    return StepStatus::Converged;
  }
  const double setup = this->phases.setup;
  this->phases = {};
  this->phases.setup = setup;
  if (this->Accepted)
  {
    next = *this->Accepted;
  }
  else
  {
    if (next.iteration == 0)
    {
      this->Design->evaluateTrial();
    }
    else
    {
      next.densityChange = this->updateDesign();
    }
    const bool analysed = this->analyse(next, observer);
    this->peakDeviceMemory = std::max(
      this->peakDeviceMemory, this->deviceMemory + Memory<Space>::peakOfThisThread() - before);
    // The first analysis allocates coarse matrices, and a replaced preconditioner is of another
    // size.
    this->deviceMemory += Memory<Space>::allocatedByThisThread() - before;
    if (!analysed)
    {
      return StepStatus::Stopped;
    }
    this->Design->accept();
    this->Update->accept();
    this->Accepted = next;
  }
  this->evaluate(next);
  if (next.iteration > 0 && this->Discretization->convergesByObjective())
  {
    next.densityChange = std::abs(next.objective - this->record.objective) /
      std::max(std::abs(next.objective), std::numeric_limits<double>::min());
  }
  if (settled)
  {
    next.settledIterates =
      settled->isAt(next.volumeFraction) ? this->record.settledIterates + 1 : 0;
  }
  this->phases.sensitivity += this->lap();
  next.seconds = total.seconds();
  this->record = next;
  this->Accepted.reset();
  return StepStatus::Advanced;
}

template <class Space>
std::vector<double> TopologyModel<Space>::density() const
{
  std::vector<double> values(static_cast<std::size_t>(this->Points));
  Memory<Space>::copyToHost(values.data(), this->Design->density(), values.size() * sizeof(double));
  return values;
}

template <class Space>
std::vector<double> TopologyModel<Space>::filteredVariables() const
{
  std::vector<double> values = this->Design->filteredDensity();
  if (values.empty())
  {
    values.resize(static_cast<std::size_t>(this->Variables));
    Memory<Space>::copyToHost(
      values.data(), this->Design->variables(), values.size() * sizeof(double));
  }
  return values;
}

template <class Space>
std::vector<double> TopologyModel<Space>::strainEnergyDensity() const
{
  Vector moduli(this->Computing, this->Volumes.size());
  Vector result(this->Computing, this->Volumes.size());
  this->Design->moduli(moduli.data());
  detail::strainEnergyDensities<Space>(static_cast<std::int64_t>(moduli.size()), moduli.data(),
    this->Compliance.energies().data(), this->Volumes.data(), result.data());
  return result.toHost();
}

template <class Space>
std::vector<double> TopologyModel<Space>::sensitivity() const
{
  Vector result(this->Computing, this->Volumes.size());
  const bool isOutput = this->Output && this->Objective == &*this->Output;
  this->Design->derivativesToDensity(
    -1.0, isOutput ? this->Output->energies() : this->Compliance.energies().data(), result.data());
  return result.toHost();
}

template <class Space>
std::vector<double> TopologyModel<Space>::gradient() const
{
  Vector result(this->Computing, static_cast<std::size_t>(this->Variables));
  this->Objective->gradient(*this->Design, result.data());
  return result.toHost();
}

template <class Space>
TopologyState TopologyModel<Space>::state() const
{
  TopologyState state;
  state.record = this->record;
  state.leastModulus = this->Elastic->leastModulus();
  state.replacements = this->Elastic->replacements();
  state.design.resize(static_cast<std::size_t>(this->Variables));
  Memory<Space>::copyToHost(
    state.design.data(), this->Design->variables(), state.design.size() * sizeof(double));
  state.density = this->Design->filteredDensity();
  state.energies = this->Compliance.energies().toHost();
  for (const auto& load : this->Loads)
  {
    state.displacements.push_back(load.displacement.toHost());
  }
  if (this->Output)
  {
    typename OutputDisplacement<Space>::State output = this->Output->state();
    state.adjoint = std::move(output.adjoint);
    state.adjointEnergies = std::move(output.energies);
  }
  state.asymptotes = this->Update->state();
  return state;
}

template <class Space>
void TopologyModel<Space>::restore(const TopologyState& state)
{
  this->record = state.record;
  this->Accepted.reset();
  this->Elastic->setLeastModulus(state.leastModulus);
  this->Elastic->setReplacements(state.replacements);
  this->Design->restore(state.design, state.density);
  this->Compliance.energies().assign(state.energies);
  for (std::size_t i = 0; i < this->Loads.size(); ++i)
  {
    this->Loads[i].displacement.assign(state.displacements[i]);
  }
  if (this->Output)
  {
    this->Output->restore({ state.adjoint, state.adjointEnergies });
  }
  for (Bound& bound : this->Bounds)
  {
    bound.value = bound.response == &this->Compliance ? state.record.compliance
                                                      : state.record.outputDisplacement;
  }
  this->Update->restore(state.asymptotes);
}

template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeTopologyModel(const TopologyProblem& problem,
  std::unique_ptr<TopologyDiscretization<Space>> discretization, const Device& device,
  Observer& observer)
{
  const std::size_t before = Memory<Space>::allocatedByThisThread();
  Memory<Space>::startPeak();
  auto model =
    std::make_unique<TopologyModel<Space>>(problem, std::move(discretization), device, observer);
  model->deviceMemory = Memory<Space>::allocatedByThisThread() - before;
  model->peakDeviceMemory = Memory<Space>::peakOfThisThread() - before;
  return model;
}

template std::unique_ptr<TopologyOptimizer::Model> makeTopologyModel<CompiledSpace>(
  const TopologyProblem& problem,
  std::unique_ptr<TopologyDiscretization<CompiledSpace>> discretization, const Device& device,
  Observer& observer);
}
