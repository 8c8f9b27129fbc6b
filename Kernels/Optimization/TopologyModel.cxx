#include "Optimization/TopologyModel.h"

#include "Analysis/ElasticModel.h"
#include "Analysis/LoadCases.h"
#include "Core/Context.h"
#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Core/Timer.h"
#include "Design/Optimizer/ExactVolumeUpdate.h"
#include "Design/Response/Greyness.h"
#include "Design/Stage/StageKinds.h"
#include "Optimization/Method/ModelState.h"
#include "Optimization/Responses/AnalysedDesign.h"
#include "Optimization/Responses/TopologyResponses.h"
#include "Optimization/TopologyTask.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace trabecula
{
namespace detail
{
template <class Space>
void scaleVolumes(
  const Context<Space>& context, std::int64_t n, const double* fractions, double* volumes)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t e) { volumes[e] *= fractions[e]; });
}

/// Returns the settings of the design update.
inline DesignUpdateSettings updateSettings(
  const OptimizationSettings& settings, int constraints, double lowestDensity)
{
  DesignUpdateSettings result;
  result.optimizer = settings.optimizer;
  result.minimumDensity = lowestDensity;
  result.moveLimit = settings.moveLimit;
  result.damping = settings.damping;
  result.constraints = constraints;
  const ResponseDescription& objective = describe(settings.objective);
  result.leastRatio = objective.isSelfAdjoint ? 0.0 : objective.leastRatio;
  return result;
}
}

/// The loop of a density optimization, by the interfaces of responses and of the parametrization.
template <class Space>
class TopologyModel : public TopologyOptimizer::Model
{
public:
  TopologyModel(const Context<Space>& context, const ElasticConditions& conditions,
    const DesignProblem& design, std::unique_ptr<TopologyDiscretization<Space>> discretization,
    Observer& observer);

  StepStatus step(Observer& observer) override;
  OptimizationState state() const override;
  StateFields stateFields() const override;
  void restore(const OptimizationState& state) override;
  std::vector<double> density() const override { return this->Design->density().toHost(); }
  std::vector<double> filteredVariables() const override;
  std::vector<double> displacement(std::size_t loadCase) const override
  {
    return this->Analysed->shownLoads()[loadCase].displacement.toHost();
  }
  std::vector<double> strainEnergyDensity() const override;
  std::vector<double> temperature() const override
  {
    const DesignTemperature<Space>* temperature = this->Analysed->shownLoads().temperature();
    return temperature ? temperature->temperature().toHost() : std::vector<double>();
  }
  std::vector<double> sensitivity() const override;
  std::vector<double> gradient() const override;

  /// Bytes of the context and of what else the design has, and their maximum.
  std::size_t allocated() const
  {
    return this->Computing->allocated() + this->Design->separateMemory();
  }
  std::size_t peak() const { return this->Computing->peak() + this->Design->separatePeak(); }

private:
  void makeDesign(
    const ElasticConditions& conditions, const DesignProblem& design, Observer& observer);
  const LayoutPointer<Space>& variables() const
  {
    return this->Design->variables().layoutPointer();
  }
  double updateDesign();
  /// Analyses the trial design. @return false if stopped
  bool analyse(IterationRecord& next, Observer& observer);
  /// Computes the values of all responses.
  void evaluate(IterationRecord& next);
  /// Returns the seconds since the last call, after all work on the device has completed.
  double lap();
  const Context<Space>* Computing;
  SolverSettings Settings;
  double SolidModulus;
  Timer Laps;
  std::unique_ptr<TopologyDiscretization<Space>> Discretization;
  ConvergenceRule Rule;
  std::unique_ptr<ElasticModel<Space>> Elastic;
  Vector<Space> Volumes; ///< measures of the material points
  /// That of an accepted design that could not be evaluated: the next step evaluates it again.
  std::optional<IterationRecord> Accepted;
  std::unique_ptr<Parametrization<Space>> Design;
  std::optional<AnalysedDesign<Space>> Analysed;
  std::unique_ptr<VariableUpdate<Space>> Update;
  std::optional<TopologyResponses<Space>> Responses;
  std::optional<Greyness<Space>> Grey;
  std::vector<std::string> StageColumns; ///< in the order of the design's values
  std::optional<ModelState<Space>> Parts;
};

template <class Space>
TopologyModel<Space>::TopologyModel(const Context<Space>& context,
  const ElasticConditions& conditions, const DesignProblem& design,
  std::unique_ptr<TopologyDiscretization<Space>> discretization, Observer& observer)
  : Computing(&context), Settings(conditions.solver),
    SolidModulus(conditions.material.youngsModulus), Discretization(std::move(discretization)),
    Elastic(this->Discretization->makeElasticModel(context)),
    Volumes(this->Elastic->materialPoints())
{
  observer.progress(0.5, "Setting up");
  checkForStop(observer);
  if (!this->Elastic->stiffness().reason.empty())
  {
    observer.note(this->Elastic->stiffness().reason);
  }
  this->densityChangeTolerance = design.settings.densityChangeTolerance;
  this->Rule = this->Discretization->convergence();
  const ChainSettings chain = this->Discretization->chain();
  const std::vector<StageColumn> stages = stageColumns(chain);
  this->record = IterationRecord(topologyColumns(conditions, design, stages));
  this->record.setIteration(-1);
  for (const StageColumn& column : stages)
  {
    this->StageColumns.emplace_back(column.name);
  }
  this->makeDesign(conditions, design, observer);
  this->Grey.emplace(this->Volumes);
  const OptimizationSettings& settings = design.settings;
  this->Update = this->Discretization->makeUpdate(this->variables(),
    detail::updateSettings(settings, this->Responses->constraints(), chain.lowestDensity));
  const bool isLinear = !hasStages(chain) || this->Design->isDensityLinear();
  if (settings.optimizer == Optimizer::OptimalityCriteria && !isLinear)
  {
    this->Update = std::make_unique<ExactVolumeUpdate<Space>>(
      std::move(this->Update), *this->Design, this->Volumes);
  }
  NamedVectors<Space> vectors = this->Responses->stateVectors();
  const NamedVectors<Space> solutions = this->Analysed->stateVectors();
  vectors.insert(vectors.end(), solutions.begin(), solutions.end());
  this->Parts.emplace(
    *this->Elastic, *this->Design, *this->Update, *this->Responses, std::move(vectors));
  this->phases.setup = this->lap();
}

template <class Space>
void TopologyModel<Space>::makeDesign(
  const ElasticConditions& conditions, const DesignProblem& design, Observer& observer)
{
  LeasedVector<Space> positions(this->Elastic->materialPoints()->withComponents(3));
  this->Elastic->stiffness().geometry(this->Volumes, positions);
  const std::vector<double>& ofElements = this->Discretization->solidFractions();
  if (!ofElements.empty())
  {
    const Vector<Space> fractions(this->Elastic->materialPoints(), ofElements);
    detail::scaleVolumes(
      *this->Computing, this->Volumes.size(), fractions.data(), this->Volumes.data());
  }
  this->Design = this->Discretization->makeDesign(this->Volumes, positions);
  checkForStop(observer);
  this->Analysed.emplace(*this->Elastic, *this->Design, this->SolidModulus,
    [&]
    {
      LoadCases<Space> loads(*this->Elastic, conditions);
      this->Discretization->setDesignForces(loads, *this->Elastic);
      return loads;
    });
  const ResponseProblem problem = responseProblem(conditions, design);
  this->Responses.emplace(design.settings, *this->Design,
    [&](Parametrization<Space>& realization)
    {
      return ResponseInput<Space>{ problem, *this->Elastic, this->Volumes, realization, positions,
        [&](double radius)
        { return this->Discretization->makeMean(this->Volumes, positions, radius); },
        this->Discretization->onUnknowns(),
        [&] { return this->Discretization->makeConduction(*this->Elastic); },
        this->Analysed->temperatures() };
    });
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
  if (this->Responses->startsWithVolume() &&
    this->Discretization->sensitivities(
      this->Analysed->shownLoads(), gradient, this->Responses->firstGradient()))
  {
    constraints.push_back({ 0.0, &this->Responses->firstGradient(), 1.0 });
  }
  else
  {
    this->Responses->linearize(*this->Design, this->record, gradient, constraints);
  }
  this->phases.filter = this->lap();
  const double change = this->Update->update(this->Design->variables(),
    this->Design->freeVariables(), gradient, constraints, this->Design->trialVariables());
  this->phases.update = this->lap();
  this->Design->startDesign(this->record.iteration() + 1, change);
  this->Design->evaluateTrial();
  this->phases.filter += this->lap();
  return change;
}

template <class Space>
void TopologyModel<Space>::evaluate(IterationRecord& next)
{
  this->Responses->evaluate(*this->Analysed, next);
  next["Greyness"] = (*this->Grey)(this->Design->density());
  const std::vector<double> ofStages = this->Design->columnValues();
  for (std::size_t i = 0; i < ofStages.size(); ++i)
  {
    next[this->StageColumns.at(i)] = ofStages[i];
  }
}

template <class Space>
bool TopologyModel<Space>::analyse(IterationRecord& next, Observer& observer)
{
  const auto prepare = [this](std::size_t realization)
  {
    this->phases.solve += this->lap();
    this->Analysed->prepareTrial(realization);
    this->phases.moduli += this->lap();
  };
  SolveSummary summary;
  if (!this->Responses->solve(*this->Analysed, prepare, this->Settings,
        "Iteration " + std::to_string(next.iteration()), summary, observer))
  {
    return false;
  }
  next["SolverIterations"] = summary.iterations;
  next["Residual"] = summary.residual;
  this->phases.solve += this->lap();
  return true;
}

template <class Space>
StepStatus TopologyModel<Space>::step(Observer& observer)
{
  Timer total;
  this->lap();
  IterationRecord next(this->record.columns());
  next.setIteration(this->record.iteration() + 1);
  const std::size_t before = this->allocated();
  this->Computing->startPeak();
  // Only the last iterate is checked, as the model does not have the history.
  const std::optional<SettledVolume>& settled = this->Rule.settledVolume;
  const bool isSettled = (!settled || this->settledIterates >= SettledVolume::Iterates) &&
    this->Design->mayConverge(this->record.iteration());
  if (this->record.iteration() >= this->Rule.firstIteration && isSettled &&
    this->record.change() < this->densityChangeTolerance)
  {
    return StepStatus::Converged;
  }
  this->phases = { 0.0, 0.0, 0.0, 0.0, 0.0, this->phases.setup };
  if (this->Accepted)
  {
    next = *this->Accepted;
  }
  else
  {
    if (next.iteration() == 0)
    {
      this->Design->startDesign(0, 0.0);
      this->Design->evaluateTrial();
    }
    else
    {
      next[ColumnRole::Change] = this->updateDesign();
    }
    const bool analysed = this->analyse(next, observer);
    this->peakDeviceMemory =
      std::max(this->peakDeviceMemory, this->deviceMemory + this->peak() - before);
    // The first analysis allocates coarse matrices, and a replaced preconditioner may have another
    // size.
    this->deviceMemory += this->allocated() - before;
    if (!analysed)
    {
      return StepStatus::Stopped;
    }
    this->Design->accept();
    this->Update->accept();
    this->Accepted = next;
  }
  this->evaluate(next);
  if (next.iteration() > 0 && this->Discretization->convergesByObjective())
  {
    next[ColumnRole::Change] = std::abs(next.objective() - this->record.objective()) /
      std::max(std::abs(next.objective()), std::numeric_limits<double>::min());
  }
  if (settled)
  {
    this->settledIterates = settled->isAt(next["VolumeFraction"]) ? this->settledIterates + 1 : 0;
  }
  this->phases.sensitivity += this->lap();
  next[ColumnRole::Seconds] = total.seconds();
  this->record = next;
  this->Accepted.reset();
  return StepStatus::Advanced;
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
  return this->Analysed
    ->strainEnergyDensity(this->Responses->unitEnergies(this->Analysed->shown()), this->Volumes)
    .toHost();
}

template <class Space>
std::vector<double> TopologyModel<Space>::sensitivity() const
{
  Vector<Space> result(this->Volumes.layoutPointer());
  this->Responses->derivativesToDensity(*this->Design, result);
  return result.toHost();
}

template <class Space>
std::vector<double> TopologyModel<Space>::gradient() const
{
  Vector<Space> result(this->variables());
  this->Responses->gradient(*this->Design, result);
  return result.toHost();
}

template <class Space>
OptimizationState TopologyModel<Space>::state() const
{
  OptimizationState state = this->Parts->save(this->settledIterates);
  state.record = this->record.row();
  return state;
}

template <class Space>
StateFields TopologyModel<Space>::stateFields() const
{
  return this->Parts->fields();
}

template <class Space>
void TopologyModel<Space>::restore(const OptimizationState& state)
{
  checkState(state, this->stateFields(), this->record.columns().size());
  this->record.setRow(state.record);
  this->settledIterates = static_cast<int>(state.scalar("settledIterates"));
  this->Accepted.reset();
  this->Parts->restore(state);
}

template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeTopologyModel(const Context<Space>& context,
  const ElasticConditions& conditions, const DesignProblem& design,
  std::unique_ptr<TopologyDiscretization<Space>> discretization, Observer& observer)
{
  const std::size_t before = context.allocated();
  context.startPeak();
  auto model = std::make_unique<TopologyModel<Space>>(
    context, conditions, design, std::move(discretization), observer);
  model->deviceMemory = model->allocated() - before;
  model->peakDeviceMemory = model->peak() - before;
  return model;
}

template std::unique_ptr<TopologyOptimizer::Model> makeTopologyModel<CompiledSpace>(
  const Context<CompiledSpace>& context, const ElasticConditions& conditions,
  const DesignProblem& design,
  std::unique_ptr<TopologyDiscretization<CompiledSpace>> discretization, Observer& observer);
}
