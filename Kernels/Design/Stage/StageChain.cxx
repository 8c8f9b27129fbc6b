#include "Design/Stage/StageChain.h"

#include "Design/Stage/PassiveRegions.h"
#include "Design/Stage/StageKinds.h"
#include "Design/Stage/Sweep/FormStages.h"

#include <algorithm>
#include <optional>

namespace trabecula
{
namespace detail
{
/// The lattice of sites in rows along the coordinate axes.
template <class Space>
SiteLattice rowsOf(const DesignSites<Space>& sites)
{
  const std::vector<double> volumes = sites.volumes.toHost();
  return volumes.empty()
    ? SiteLattice()
    : latticeOf(sites.positions.toHost(), *std::max_element(volumes.begin(), volumes.end()));
}

/// The layout of variables that have the entries of densities.
template <class Space>
LayoutPointer<Space> variablesOf(const LayoutPointer<Space>& densities)
{
  return makeLayout(
    densities->context(), Entity::Variable, densities->count(), 1, densities->halo());
}
}

/// At most two vectors of the workspace, which are used alternately.
template <class Space>
class StageChain<Space>::Buffers
{
public:
  Buffers(const LayoutPointer<Space>& layout, std::size_t uses)
  {
    // Members are destroyed in the reverse order, as leases require.
    if (uses > 0)
    {
      this->First.emplace(layout);
    }
    if (uses > 1)
    {
      this->Second.emplace(layout);
    }
  }

  Vector<Space>& operator[](std::size_t use)
  {
    return use % 2 == 1 && this->Second ? *this->Second : *this->First;
  }

private:
  std::optional<LeasedVector<Space>> First;
  std::optional<LeasedVector<Space>> Second;
};

template <class Space>
StageChain<Space>::StageChain(const ChainSettings& settings, const Vector<Space>& volumes,
  const Vector<Space>& positions, const std::vector<std::uint8_t>& isDesign,
  const std::vector<double>& start, const VoxelGrid* grid, const Mesh* mesh,
  const LayoutPointer<Space>& nodes, const PartOfFormChain<Space>& part)
  : Densities(volumes.layoutPointer()), Form(part.grid), Between(this->Densities),
    IsDesign(detail::variablesOf(this->Densities), isDesign),
    FixesDensities(!part.grid || !part.isFirst), Variables(this->IsDesign.layoutPointer(), start),
    NextVariables(this->IsDesign.layoutPointer(), start)
{
  DesignSites<Space> sites{ volumes, positions, this->IsDesign, this->Variables, grid,
    settings.isOfNodes ? nullptr : mesh, nodes };
  sites.cells = settings.isOfNodes ? mesh : nullptr;
  const bool isWhole = !part.grid;
  const SiteLattice rows = isWhole && hasSweeps(settings) ? detail::rowsOf(sites) : SiteLattice();
  sites.lattice = &rows;
  if (isWhole && needsFormGrid(settings, rows))
  {
    this->Form = std::make_shared<const FormGrid<Space>>(settings, sites);
  }
  if (this->Form)
  {
    this->Between = this->Form->layout();
    this->Stages = makeStages<Space>(withoutFilters(settings), this->Form->sites());
    if (isWhole || part.isFirst)
    {
      this->Stages.insert(
        this->Stages.begin(), std::make_unique<FormFilter<Space>>(settings, sites, *this->Form));
    }
    if (isWhole || !part.isFirst)
    {
      this->Stages.push_back(std::make_unique<FormSample<Space>>(sites, *this->Form));
    }
    if (!isWhole && part.isFirst)
    {
      this->Densities = this->Form->layout();
    }
    else if (!isWhole)
    {
      this->Fixed.swap(this->Variables);
      this->Variables = Vector<Space>(detail::variablesOf(this->Form->layout()));
      this->NextVariables = Vector<Space>(this->Variables.layoutPointer());
      this->NextVariables.zero();
      this->Variables.zero();
    }
  }
  else
  {
    this->Stages = makeStages<Space>(settings, sites);
  }
  if (this->empty())
  {
    this->Density = Vector<Space>(this->Densities, this->Variables.data());
    this->NextDensity = Vector<Space>(this->Densities, this->NextVariables.data());
    return;
  }
  this->Outputs.resize(this->Stages.size() - 1);
  for (std::size_t i = 0; i < this->Outputs.size(); ++i)
  {
    if (!this->Stages[i + 1]->isLinear())
    {
      this->Outputs[i] = { Vector<Space>(this->Between), Vector<Space>(this->Between) };
    }
  }
  this->Density = Vector<Space>(this->Densities);
  this->NextDensity = Vector<Space>(this->Densities);
}

template <class Space>
bool StageChain<Space>::isLinear() const
{
  return std::all_of(
    this->Stages.begin(), this->Stages.end(), [](const auto& stage) { return stage->isLinear(); });
}

template <class Space>
void StageChain<Space>::startDesign(int iteration, double change)
{
  for (const auto& stage : this->Stages)
  {
    stage->startDesign(iteration, change);
  }
}

template <class Space>
void StageChain<Space>::keepDesign()
{
  for (const auto& stage : this->Stages)
  {
    stage->keepDesign();
  }
}

template <class Space>
bool StageChain<Space>::mayConverge(int iteration) const
{
  return std::all_of(this->Stages.begin(), this->Stages.end(),
    [iteration](const auto& stage) { return stage->mayConverge(iteration); });
}

template <class Space>
std::vector<double> StageChain<Space>::columnValues() const
{
  std::vector<double> values;
  for (std::size_t i = 0; i < this->Stages.size(); ++i)
  {
    this->Stages[i]->updateColumns(this->acceptedInput(i));
    const std::vector<double> ofStage = this->Stages[i]->columnValues();
    values.insert(values.end(), ofStage.begin(), ofStage.end());
  }
  return values;
}

template <class Space>
NamedValues StageChain<Space>::state() const
{
  NamedValues values;
  for (const auto& stage : this->Stages)
  {
    const NamedValues ofStage = stage->state();
    values.insert(values.end(), ofStage.begin(), ofStage.end());
  }
  return values;
}

template <class Space>
void StageChain<Space>::evaluateTrial()
{
  if (this->empty())
  {
    return;
  }
  Buffers leased(this->Between, this->Outputs.size());
  const Vector<Space>* input = &this->NextVariables;
  for (std::size_t i = 0; i < this->Stages.size(); ++i)
  {
    const bool isLast = i == this->Outputs.size();
    Vector<Space>* output = isLast ? &this->NextDensity : &this->Outputs[i].next;
    if (output->empty())
    {
      output = &leased[i];
    }
    this->Stages[i]->forward(*input, *output);
    input = output;
  }
  if (this->FixesDensities)
  {
    setPassive(
      this->IsDesign, this->Fixed.empty() ? this->NextVariables : this->Fixed, this->NextDensity);
  }
}

template <class Space>
std::shared_ptr<const FormGrid<Space>> StageChain<Space>::makeForm(const ChainSettings& settings,
  const Vector<Space>& volumes, const Vector<Space>& positions,
  const std::vector<std::uint8_t>& isDesign, const std::vector<double>& start, const Mesh* mesh)
{
  if (!hasSweeps(settings))
  {
    return nullptr;
  }
  const LayoutPointer<Space> layout = detail::variablesOf(volumes.layoutPointer());
  const Vector<Space, std::uint8_t> flags(layout, isDesign);
  const Vector<Space> variables(layout, start);
  const DesignSites<Space> sites{ volumes, positions, flags, variables, nullptr, mesh };
  return needsFormGrid(settings, detail::rowsOf(sites))
    ? std::make_shared<const FormGrid<Space>>(settings, sites)
    : nullptr;
}

template <class Space>
void StageChain<Space>::accept()
{
  this->Variables.swap(this->NextVariables);
  this->Density.swap(this->NextDensity);
  for (Kept& output : this->Outputs)
  {
    output.accepted.swap(output.next);
  }
  for (const auto& stage : this->Stages)
  {
    stage->accept();
  }
}

template <class Space>
const Vector<Space>& StageChain<Space>::acceptedInput(std::size_t stage) const
{
  return stage > 0 ? this->Outputs[stage - 1].accepted : this->Variables;
}

template <class Space>
void StageChain<Space>::pullBack(const Vector<Space>& ofDensity, Vector<Space>& gradient)
{
  Buffers leased(this->Between, this->Outputs.size());
  const Vector<Space>* ofOutput = &ofDensity;
  for (std::size_t i = this->Stages.size(); i-- > 0;)
  {
    Vector<Space>* ofInput = i > 0 ? &leased[i] : &gradient;
    this->Stages[i]->backward(this->acceptedInput(i), *ofOutput, *ofInput);
    ofOutput = ofInput;
  }
}

template <class Space>
void StageChain<Space>::restore(const std::vector<double>& variables,
  const std::vector<double>& density, const NamedValues& state)
{
  for (const auto& stage : this->Stages)
  {
    stage->restore(state);
  }
  this->NextVariables.assign(variables);
  this->evaluateTrial();
  this->accept();
  if (!this->empty() && !density.empty())
  {
    this->Density.assign(density);
  }
}

template <class Space>
std::size_t StageChain<Space>::fields(const ChainSettings& settings)
{
  std::size_t stages = 0;
  std::size_t kept = 0;
  forEachStageKind(
    [&](auto kind)
    {
      if (kind.isOn(settings))
      {
        kept += stages > 0 && !kind.IsLinear ? 2 : 0;
        ++stages;
      }
    });
  return stages > 0 ? 2 + kept : 0;
}

template <class Space>
std::size_t StageChain<Space>::workspaceFields(const ChainSettings& settings)
{
  std::size_t stages = 0;
  std::size_t most = 0; // of a stage
  forEachStageKind(
    [&](auto kind)
    {
      if (kind.isOn(settings))
      {
        ++stages;
        most = std::max(most, kind.Workspace);
      }
    });
  return std::min<std::size_t>(stages > 0 ? stages - 1 : 0, 2) + most;
}

template <class Space>
std::size_t StageChain<Space>::memory(std::size_t sites, const ChainSettings& settings)
{
  return sites *
    ((2 + fields(settings)) * sizeof(double) + 1 + stageBytes(settings) +
      sweepDirections(settings).size() * sizeof(std::int32_t));
}

template class StageChain<CompiledSpace>;
}
