#include "Design/RobustParametrization.h"

#include "Core/Vectors/Sum.h"
#include "Design/ReadOnlyView.h"
#include "Design/Stage/PassiveRegions.h"

#include <algorithm>
#include <utility>

namespace trabecula
{
namespace
{
/// Returns the settings of the stages that all realizations have in common.
ChainSettings commonStages(ChainSettings settings)
{
  settings.stages.projection = {};
  settings.stages.draw = {};
  settings.stages.overhang = {};
  return settings;
}

/// Returns the settings of the stages that follow.
ChainSettings stagesWithThreshold(ChainSettings settings, double threshold)
{
  settings.filter = FilterKind::None;
  settings.stages.symmetry = {};
  settings.stages.extrusion = {};
  settings.stages.projection.threshold = threshold;
  return settings;
}
}

template <class Space>
RobustParametrization<Space>::RobustParametrization(const DensityParametrizationSettings& settings,
  const Vector<Space>& volumes, const Vector<Space>& centroids,
  const std::vector<std::uint8_t>& isDesign, const std::vector<double>& start,
  const std::vector<double>& solidFractions, const VoxelGrid* grid, const Mesh* mesh,
  const LayoutPointer<Space>& nodes)
  : RobustParametrization(settings.chain, DensityToModulus{ settings.material }, nullptr, volumes,
      centroids, isDesign, start, grid, mesh, nodes)
{
  if (!solidFractions.empty())
  {
    this->Fractions = Vector<Space>(this->density().layoutPointer(), solidFractions);
  }
  this->Law.voidModulus = settings.voidModulus;
  this->Law.fractions = this->Fractions.data();
}

template <class Space>
RobustParametrization<Space>::RobustParametrization(const ChainSettings& chain,
  const DensityToModulus& law, std::unique_ptr<PointDensity<Space>> atPoints,
  const Vector<Space>& volumes, const Vector<Space>& positions,
  const std::vector<std::uint8_t>& isDesign, const std::vector<double>& start,
  const VoxelGrid* grid, const Mesh* mesh, const LayoutPointer<Space>& nodes)
  : Settings(chain.stages.robust), Form(StageChain<Space>::makeForm(chain, volumes, positions,
                                     isDesign, start, chain.isOfNodes ? nullptr : mesh)),
    Filtered(commonStages(chain), volumes, positions, isDesign, start, grid, mesh, nodes,
      { this->Form, true }),
    Map(std::move(atPoints)), Continuation(chain), Law(law),
    Total(detail::sumOf(volumes.context(), volumes.ownedSize(), volumes.data())),
    Volumes(readOnlyView(volumes.layoutPointer(), volumes.data()))
{
  const double shift = this->Settings.shiftUsed();
  this->Projected.reserve(Realizations);
  for (const double threshold : { 0.5 + shift, 0.5, 0.5 - shift })
  {
    this->Projected.emplace_back(stagesWithThreshold(chain, threshold), volumes, positions,
      isDesign, start, grid, nullptr, nullptr, PartOfFormChain<Space>{ this->Form, false });
    if (this->Map)
    {
      this->Densities.push_back(
        { Vector<Space>(this->Map->points()), Vector<Space>(this->Map->points()) });
    }
  }
  for (const Realization one : { Eroded, Intermediate, Dilated })
  {
    if (this->realizations() > 1)
    {
      this->Analysed.push_back(std::make_unique<RealizedDesign<Space>>(*this, one));
    }
  }
}

template <class Space>
Parametrization<Space>& RobustParametrization<Space>::realization(std::size_t number)
{
  if (this->Analysed.empty())
  {
    return *this;
  }
  return *this->Analysed[number];
}

template <class Space>
void RobustParametrization<Space>::startDesign(int iteration, double change)
{
  this->Filtered.startDesign(iteration, change);
  for (StageChain<Space>& chain : this->Projected)
  {
    chain.startDesign(iteration, change);
  }
  this->Continuation.startDesign(iteration, change);
  this->NextIteration = iteration;
}

template <class Space>
void RobustParametrization<Space>::keepDesign()
{
  this->Filtered.keepDesign();
  for (StageChain<Space>& chain : this->Projected)
  {
    chain.keepDesign();
  }
  this->Continuation.keepDesign();
}

template <class Space>
void RobustParametrization<Space>::passFiltered()
{
  for (StageChain<Space>& chain : this->Projected)
  {
    chain.trialVariables().copy(
      readOnlyView(chain.variables().layoutPointer(), this->Filtered.nextDensity().data()));
    chain.evaluateTrial();
  }
  for (std::size_t i = 0; i < this->Densities.size(); ++i)
  {
    this->Map->interpolate(this->Projected[i].nextDensity(), this->Densities[i].next);
  }
}

template <class Space>
void RobustParametrization<Space>::evaluateTrial()
{
  this->Filtered.evaluateTrial();
  this->passFiltered();
}

template <class Space>
void RobustParametrization<Space>::accept()
{
  this->Filtered.accept();
  for (StageChain<Space>& chain : this->Projected)
  {
    chain.accept();
  }
  for (AtPoints& density : this->Densities)
  {
    density.accepted.swap(density.next);
  }
  this->Continuation.accept();
  this->Iteration = this->NextIteration;
}

template <class Space>
int RobustParametrization<Space>::firstWithParameters() const
{
  NamedValues parameters = this->intermediate().state();
  this->Continuation.addState(parameters);
  return static_cast<int>(std::max(
    valueOr(parameters, "projectionSince", 0.0), valueOr(parameters, "penalizationSince", 0.0)));
}

template <class Space>
bool RobustParametrization<Space>::renewsBounds(double excess) const
{
  const int sinceInterval = this->Iteration % this->Settings.interval;
  return sinceInterval == 0 || this->isSteady() ||
    (excess > RobustSettings::MostExcess && sinceInterval % RobustSettings::EarlyInterval == 0);
}

template <class Space>
bool RobustParametrization<Space>::mayConverge(int iteration) const
{
  // The volume of the last design was bounded by a ratio that had been renewed for it.
  return this->intermediate().mayConverge(iteration) && this->Continuation.mayConverge(iteration) &&
    iteration > this->firstWithParameters() + this->Settings.interval;
}

template <class Space>
std::vector<double> RobustParametrization<Space>::columnValues() const
{
  std::vector<double> values = this->Filtered.columnValues();
  const std::vector<double> further = this->intermediate().columnValues();
  values.insert(values.end(), further.begin(), further.end());
  this->Continuation.addColumnValues(values);
  values.push_back(dot(this->Volumes, this->Projected[Dilated].density()) / this->Total);
  return values;
}

template <class Space>
void RobustParametrization<Space>::trialModuliOf(Realization one, Vector<Space>& moduli) const
{
  interpolateModuli(this->Continuation.next(this->Law), this->nextDensityOf(one), moduli);
}

template <class Space>
void RobustParametrization<Space>::moduliOf(Realization one, Vector<Space>& moduli) const
{
  interpolateModuli(this->Continuation.accepted(this->Law), this->densityOf(one), moduli);
}

template <class Space>
void RobustParametrization<Space>::derivativesToDensityOf(
  Realization one, double factor, const Vector<Space>& values, Vector<Space>& result) const
{
  chainToDensity(
    this->Continuation.accepted(this->Law), this->densityOf(one), factor, values, nullptr, result);
}

template <class Space>
void RobustParametrization<Space>::pullBackModuliOf(
  Realization one, double factor, const Vector<Space>& values, Vector<Space>& gradient)
{
  LeasedVector<Space> ofDensity(this->density().layoutPointer());
  this->derivativesToDensityOf(one, factor, values, ofDensity);
  this->pullBackFrom(one, ofDensity, gradient);
}

template <class Space>
void RobustParametrization<Space>::pullBackFrom(
  Realization one, const Vector<Space>& ofDensity, Vector<Space>& gradient)
{
  ofDensity.require(this->density().layout(), "A vector of derivatives with respect to densities");
  gradient.require(this->variables().layout(), "A vector of derivatives");
  LeasedVector<Space> masked(this->intermediate().density().layoutPointer());
  LeasedVector<Space> ofFiltered(this->Projected[one].variables().layoutPointer());
  if (this->Map)
  {
    LeasedVector<Space> gathered(masked.layoutPointer());
    this->Map->gather(ofDensity, gathered);
    clearPassive(this->freeVariables(), gathered, masked);
  }
  else
  {
    clearPassive(this->freeVariables(), ofDensity, masked);
  }
  this->Projected[one].pullBack(masked, ofFiltered);
  if (this->Form)
  {
    this->Filtered.pullBack(ofFiltered, gradient);
    return;
  }
  clearPassive(this->freeVariables(), ofFiltered, masked);
  this->Filtered.pullBack(masked, gradient);
}

template <class Space>
NamedValues RobustParametrization<Space>::stageState() const
{
  NamedValues state = this->Filtered.state();
  const NamedValues further = this->intermediate().state();
  state.insert(state.end(), further.begin(), further.end());
  this->Continuation.addState(state);
  state.emplace_back("robustIteration", this->Iteration);
  return state;
}

template <class Space>
void RobustParametrization<Space>::restore(const std::vector<double>& variables,
  const std::vector<double>& filteredDensity, const NamedValues& stageState)
{
  this->Filtered.restore(variables, {}, stageState);
  const std::vector<double> filtered = this->Filtered.density().toHost();
  for (std::size_t i = 0; i < this->Projected.size(); ++i)
  {
    this->Projected[i].restore(
      filtered, i == Intermediate ? filteredDensity : std::vector<double>(), stageState);
  }
  for (std::size_t i = 0; i < this->Densities.size(); ++i)
  {
    this->Map->interpolate(this->Projected[i].density(), this->Densities[i].accepted);
  }
  this->Continuation.restore(stageState);
  this->Iteration = static_cast<int>(valueOr(stageState, "robustIteration", 0.0));
  this->NextIteration = this->Iteration;
}

template <class Space>
std::size_t RobustParametrization<Space>::fields(const ChainSettings& settings)
{
  if (!settings.stages.robust.isOn)
  {
    return StageChain<Space>::fields(settings);
  }
  constexpr std::size_t variablesOfChain = 2;
  constexpr std::size_t workspace = 2; // of derivatives
  return workspace + StageChain<Space>::fields(commonStages(settings)) +
    Realizations *
    (variablesOfChain + StageChain<Space>::fields(stagesWithThreshold(settings, 0.5)));
}

template class RobustParametrization<CompiledSpace>;
}
