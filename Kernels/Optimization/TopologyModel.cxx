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
/// States of models without a least modulus store this value, so that voxel multigrid can continue
/// from them.
constexpr double DefaultLeastModulus = 1e-8;

template <class Space>
void strainEnergyDensities(const Context<Space>& context, std::int64_t n, const double* moduli,
  const double* energies, const double* volumes, double* result)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t e) { result[e] = 0.5 * moduli[e] * energies[e] / volumes[e]; });
}

template <class Space>
void scaleVolumes(
  const Context<Space>& context, std::int64_t n, const double* fractions, double* volumes)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t e) { volumes[e] *= fractions[e]; });
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
  TopologyModel(const Context<Space>& context, const TopologyProblem& problem,
    std::unique_ptr<TopologyDiscretization<Space>> discretization, Observer& observer);

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
  /// value <= bound
  struct Bound
  {
    Response<Space>* response;
    double bound;
    double value = 0.0;              ///< of the last iterate
    Volume<Space>* volume = nullptr; ///< the same response, if it is a volume
    Vector<Space> gradient = {};     ///< empty where the response keeps it
  };

  static constexpr double TighterBy = 1e-2;
  static constexpr double TightestTolerance = 1e-13;

  void makeDesign(const TopologyProblem& problem, Observer& observer);
  void makeBounds(const TopologyProblem& problem);
  /// Memory for the gradient of a volume, if it is not constant.
  Vector<Space> gradientOfVolume()
  {
    return this->Design->isDensityLinear() ? Vector<Space>() : Vector<Space>(this->variables());
  }
  /// Of vectors of design variables.
  const LayoutPointer<Space>& variables() const
  {
    return this->Design->variables().layoutPointer();
  }
  LinearizedConstraint<Space> linearize(Bound& bound);
  double updateDesign();
  /// False if stopped.
  bool analyse(IterationRecord& next, Observer& observer);
  /// Solves for all load cases and the adjoint systems, from the trial solutions. False if stopped.
  bool solveAll(const LoadSolveSettings& settings, SolveSummary& summary, Observer& observer);
  /// Values of all responses.
  void evaluate(IterationRecord& next);
  /// Seconds since the last lap, with all work of the device done.
  double lap();

  const Context<Space>* Computing;
  SolverSettings Settings;
  double SolidModulus;
  Timer Laps;
  std::unique_ptr<TopologyDiscretization<Space>> Discretization;
  ConvergenceRule Rule;
  std::unique_ptr<ElasticModel<Space>> Elastic;
  LoadCases<Space> Loads;
  Vector<Space> Volumes; ///< of the material points
  Vector<Space> Moduli;
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
TopologyModel<Space>::TopologyModel(const Context<Space>& context, const TopologyProblem& problem,
  std::unique_ptr<TopologyDiscretization<Space>> discretization, Observer& observer)
  : Computing(&context), Settings(problem.solver), SolidModulus(problem.material.youngsModulus),
    Discretization(std::move(discretization)),
    Elastic(this->Discretization->makeElasticModel(context)), Loads(*this->Elastic, problem),
    Volumes(this->Elastic->materialPoints()), Moduli(this->Elastic->materialPoints()),
    Compliance(this->Elastic->materialPoints())
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
    this->Output.emplace(
      this->Elastic->unknowns(), this->Elastic->materialPoints(), problem.outputWeights);
    this->WithAdjoint.push_back(&*this->Output);
  }
  this->makeDesign(problem, observer);
  this->Update =
    this->Discretization->makeUpdate(this->variables(), detail::updateSettings(problem.settings));
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
    LeasedVector<Space> positions(this->Elastic->materialPoints()->withComponents(3));
    this->Elastic->stiffness().geometry(this->Volumes, positions);
    if (!problem.solidFractions.empty())
    {
      const Vector<Space> fractions(this->Elastic->materialPoints(), problem.solidFractions);
      detail::scaleVolumes(
        *this->Computing, this->Volumes.size(), fractions.data(), this->Volumes.data());
    }
    this->Design = this->Discretization->makeDesign(this->Volumes, positions);
  }
  checkForStop(observer);
  this->SolidVolume.emplace(
    "VolumeFraction", this->Volumes, std::vector<std::uint8_t>(), *this->Design);
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
    switch (bound.response)
    {
      case BoundedResponse::Compliance:
        this->Bounds.push_back(
          { &this->Compliance, bound.bound, 0.0, nullptr, Vector<Space>(this->variables()) });
        break;
      case BoundedResponse::OutputDisplacement:
        this->Bounds.push_back(
          { &*this->Output, bound.bound, 0.0, nullptr, Vector<Space>(this->variables()) });
        break;
      case BoundedResponse::RegionVolume:
      {
        std::vector<std::uint8_t> inRegion(problem.volumeRegion.size());
        for (std::size_t p = 0; p < inRegion.size(); ++p)
        {
          inRegion[p] = problem.volumeRegion[p] == bound.region;
        }
        this->RegionVolumes.push_back(
          std::make_unique<Volume<Space>>(RegionVolumePrefix + std::to_string(bound.region),
            this->Volumes, inRegion, *this->Design));
        Volume<Space>* volume = this->RegionVolumes.back().get();
        this->Bounds.push_back({ volume, bound.bound, 0.0, volume, this->gradientOfVolume() });
        break;
      }
    }
  }
}

template <class Space>
LinearizedConstraint<Space> TopologyModel<Space>::linearize(Bound& bound)
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
  bound.response->gradient(*this->Design, bound.gradient);
  const double scale = bound.bound != 0.0 ? std::abs(bound.bound) : std::abs(bound.value);
  return { bound.value - bound.bound, &bound.gradient, scale > 0.0 ? scale : 1.0 };
}

template <class Space>
double TopologyModel<Space>::lap()
{
  this->Computing->synchronize();
  return this->Laps.restart();
}

template <class Space>
double TopologyModel<Space>::updateDesign()
{
  LeasedVector<Space> gradient(this->variables());
  std::vector<LinearizedConstraint<Space>> constraints;
  if (!this->Bounds.empty() && this->Bounds.front().volume &&
    this->Discretization->sensitivities(this->Loads, gradient, this->Bounds.front().gradient))
  {
    constraints.push_back({ 0.0, &this->Bounds.front().gradient, 1.0 });
  }
  else
  {
    this->Objective->gradient(*this->Design, gradient);
    for (Bound& bound : this->Bounds)
    {
      constraints.push_back(this->linearize(bound));
    }
  }
  this->phases.filter = this->lap();

  const double change = this->Update->update(this->Design->variables(),
    this->Design->freeVariables(), gradient, constraints, this->Design->trialVariables());
  this->phases.update = this->lap();
  this->Design->evaluateTrial();
  this->phases.filter += this->lap();
  return change;
}

template <class Space>
void TopologyModel<Space>::evaluate(IterationRecord& next)
{
  const SolvedDesign<Space> design = { *this->Elastic, this->Loads, this->Moduli,
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
  const LoadSolveSettings& settings, SolveSummary& summary, Observer& observer)
{
  summary.residual = 0.0;
  if (!this->Loads.solve(settings, summary, observer))
  {
    return false;
  }
  for (std::size_t i = 0; i < this->WithAdjoint.size(); ++i)
  {
    Response<Space>& response = *this->WithAdjoint[i];
    SolveObserver solveObserver(
      observer, settings.place + ", ", this->Loads.size() + i, settings.systems);
    if (!solveSystem<Space>(*this->Elastic, *response.adjointLoad(this->Loads), *response.adjoint(),
          settings, "the output", summary, solveObserver))
    {
      return false;
    }
  }
  return true;
}

template <class Space>
bool TopologyModel<Space>::analyse(IterationRecord& next, Observer& observer)
{
  this->Design->trialModuli(this->Moduli);
  this->Elastic->setModuli(this->Moduli, this->SolidModulus);
  this->phases.moduli = this->lap();

  this->Loads.start();
  for (Response<Space>* response : this->WithAdjoint)
  {
    response->startAdjoint();
  }
  SolveSummary summary;
  LoadSolveSettings settings(this->Settings.tolerance, this->Settings.maximumIterations,
    "Iteration " + std::to_string(next.iteration), this->Loads.size() + this->WithAdjoint.size());
  const auto isAccurate = [&]
  {
    return std::all_of(this->WithAdjoint.begin(), this->WithAdjoint.end(),
      [&](Response<Space>* response) { return response->isAccurate(*this->Elastic, this->Loads); });
  };
  while (true)
  {
    if (!this->solveAll(settings, summary, observer))
    {
      return false;
    }
    if (settings.tolerance <= TightestTolerance || isAccurate())
    {
      break;
    }
    settings.tolerance = std::max(TightestTolerance, settings.tolerance * TighterBy);
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
  Timer total;
  this->lap();
  IterationRecord next;
  next.iteration = this->record.iteration + 1;
  const std::size_t before = this->Computing->allocated();
  this->Computing->startPeak();
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
    this->peakDeviceMemory =
      std::max(this->peakDeviceMemory, this->deviceMemory + this->Computing->peak() - before);
    // The first analysis allocates coarse matrices, and a replaced preconditioner is of another
    // size.
    this->deviceMemory += this->Computing->allocated() - before;
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
  return this->Design->density().toHost();
}

template <class Space>
std::vector<double> TopologyModel<Space>::filteredVariables() const
{
  std::vector<double> values = this->Design->filteredDensity();
  return values.empty() ? this->Design->variables().toHost() : values;
}

template <class Space>
std::vector<double> TopologyModel<Space>::strainEnergyDensity() const
{
  Vector<Space> moduli(this->Volumes.layoutPointer());
  Vector<Space> result(this->Volumes.layoutPointer());
  this->Design->moduli(moduli);
  detail::strainEnergyDensities(*this->Computing, moduli.size(), moduli.data(),
    this->Compliance.energies().data(), this->Volumes.data(), result.data());
  return result.toHost();
}

template <class Space>
std::vector<double> TopologyModel<Space>::sensitivity() const
{
  Vector<Space> result(this->Volumes.layoutPointer());
  const bool isOutput = this->Output && this->Objective == &*this->Output;
  this->Design->derivativesToDensity(
    -1.0, isOutput ? this->Output->energies() : this->Compliance.energies(), result);
  return result.toHost();
}

template <class Space>
std::vector<double> TopologyModel<Space>::gradient() const
{
  Vector<Space> result(this->variables());
  this->Objective->gradient(*this->Design, result);
  return result.toHost();
}

template <class Space>
TopologyState TopologyModel<Space>::state() const
{
  TopologyState state;
  state.record = this->record;
  const LadderState preconditioners = this->Elastic->preconditioners().state();
  state.leastModulus =
    preconditioners.caution > 0.0 ? preconditioners.caution : detail::DefaultLeastModulus;
  state.replacements = preconditioners.replacements;
  state.design = this->Design->variables().toHost();
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
  this->Elastic->preconditioners().restore({ state.replacements, state.leastModulus });
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
std::unique_ptr<TopologyOptimizer::Model> makeTopologyModel(const Context<Space>& context,
  const TopologyProblem& problem, std::unique_ptr<TopologyDiscretization<Space>> discretization,
  Observer& observer)
{
  const std::size_t before = context.allocated();
  context.startPeak();
  auto model =
    std::make_unique<TopologyModel<Space>>(context, problem, std::move(discretization), observer);
  model->deviceMemory = context.allocated() - before;
  model->peakDeviceMemory = context.peak() - before;
  return model;
}

template std::unique_ptr<TopologyOptimizer::Model> makeTopologyModel<CompiledSpace>(
  const Context<CompiledSpace>& context, const TopologyProblem& problem,
  std::unique_ptr<TopologyDiscretization<CompiledSpace>> discretization, Observer& observer);
}
