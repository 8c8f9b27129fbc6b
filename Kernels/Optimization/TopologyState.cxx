#include "Optimization/TopologyState.h"

#include "Core/Error.h"
#include "Optimization/TopologyTask.h"

#include <limits>
#include <utility>

namespace trabecula
{
namespace
{
/// The fields of elements and their names, for both directions.
template <class State, class Visit>
void forEachNamedField(State& state, Visit visit)
{
  visit("design", state.design);
  visit("density", state.density);
  visit("energies", state.energies);
  visit("adjoint", state.adjoint);
  visit("adjointEnergies", state.adjointEnergies);
  visit("last", state.asymptotes.last);
  visit("beforeLast", state.asymptotes.beforeLast);
  visit("lowerAsymptotes", state.asymptotes.lowerAsymptotes);
  visit("upperAsymptotes", state.asymptotes.upperAsymptotes);
}

std::string nameOfDisplacement(std::size_t loadCase)
{
  return "displacement" + std::to_string(loadCase);
}
}

void checkState(const TopologyState& state, const TopologyStateSizes& sizes)
{
  const MovingAsymptotesState& mma = state.asymptotes;
  const std::size_t n = sizes.variables;
  const std::size_t asymptotes = sizes.hasAsymptotes ? n : 0;
  bool fits = state.record.iteration >= 0 && state.design.size() == n &&
    state.density.size() == (sizes.filtersDensity ? n : 0) &&
    state.energies.size() == sizes.materialPoints &&
    state.displacements.size() == sizes.loadCases &&
    state.adjoint.size() == (sizes.hasOutput ? sizes.unknowns : 0) &&
    state.adjointEnergies.size() == (sizes.hasOutput ? sizes.materialPoints : 0) &&
    mma.last.size() == asymptotes && mma.beforeLast.size() == asymptotes &&
    mma.lowerAsymptotes.size() == asymptotes && mma.upperAsymptotes.size() == asymptotes;
  for (const std::vector<double>& displacement : state.displacements)
  {
    fits = fits && displacement.size() == sizes.unknowns;
  }
  if (!fits)
  {
    throw Error("The state of the optimization does not have the fields of this problem: it "
                "belongs to another one. Start from the first iteration instead.");
  }
}

HistoryRow rowOf(const IterationRecord& record, const HistoryColumns& columns)
{
  HistoryRow row;
  row.iteration = record.iteration;
  std::size_t region = 0;
  std::size_t load = 0;
  for (const HistoryColumn& column : columns)
  {
    const std::string& name = column.name;
    if (name.rfind(RegionVolumePrefix, 0) == 0)
    {
      row.values.push_back(
        region < record.regionVolumes.size() ? record.regionVolumes[region] : 0.0);
      ++region;
      continue;
    }
    if (name.rfind(LoadCasePrefix, 0) == 0)
    {
      const std::vector<double>& values = record.loadCaseCompliances;
      row.values.push_back(
        load < values.size() ? values[load] : std::numeric_limits<double>::quiet_NaN());
      ++load;
      continue;
    }
    row.values.push_back(column.role == ColumnRole::Change ? record.densityChange
        : name == "Compliance"                             ? record.compliance
        : name == "OutputDisplacement"                     ? record.outputDisplacement
        : name == "VolumeFraction"                         ? record.volumeFraction
        : name == "Greyness"                               ? record.greyness
        : name == "BoundExcess"                            ? record.boundExcess
        : name == "SolverIterations"                       ? record.solverIterations
        : name == "Residual"                               ? record.residual
                                                           : record.seconds);
  }
  return row;
}

IterationRecord recordOf(const HistoryRow& row, const HistoryColumns& columns)
{
  IterationRecord record;
  record.iteration = row.iteration;
  record.compliance = valueOf(columns, row, "Compliance");
  record.objective = valueOf(columns, row, ColumnRole::Objective);
  record.outputDisplacement = valueOf(columns, row, "OutputDisplacement");
  record.volumeFraction = valueOf(columns, row, "VolumeFraction");
  for (const HistoryColumn& column : columns)
  {
    if (column.name.rfind(LoadCasePrefix, 0) == 0)
    {
      record.loadCaseCompliances.push_back(valueOf(columns, row, column.name));
    }
    if (column.name.rfind(RegionVolumePrefix, 0) == 0)
    {
      record.regionVolumes.push_back(valueOf(columns, row, column.name));
    }
  }
  record.greyness = valueOf(columns, row, "Greyness");
  record.boundExcess = valueOf(columns, row, "BoundExcess");
  record.densityChange = valueOf(columns, row, ColumnRole::Change);
  record.solverIterations = static_cast<int>(valueOf(columns, row, "SolverIterations"));
  record.residual = valueOf(columns, row, "Residual");
  record.seconds = valueOf(columns, row, "Seconds");
  return record;
}

OptimizationState namedState(TopologyState state, const HistoryColumns& columns)
{
  OptimizationState named;
  named.record = rowOf(state.record, columns);
  named.scalars = { { "leastModulus", state.leastModulus }, { "updates", state.asymptotes.updates },
    { "prepared", state.asymptotes.prepared }, { "replacements", state.replacements },
    { "settledIterates", state.record.settledIterates } };
  forEachNamedField(state,
    [&](const char* name, std::vector<double>& values)
    { named.fields.emplace_back(name, std::move(values)); });
  for (std::size_t i = 0; i < state.displacements.size(); ++i)
  {
    named.fields.emplace_back(nameOfDisplacement(i), std::move(state.displacements[i]));
  }
  return named;
}

TopologyState topologyState(
  const OptimizationState& named, const HistoryColumns& columns, std::size_t loadCases)
{
  TopologyState state;
  state.record = recordOf(named.record, columns);
  // Scalars that older states lack are 0.
  state.leastModulus = named.scalar("leastModulus");
  state.replacements = static_cast<int>(named.scalar("replacements"));
  state.record.settledIterates = static_cast<int>(named.scalar("settledIterates"));
  state.asymptotes.updates = static_cast<int>(named.scalar("updates"));
  state.asymptotes.prepared = named.scalar("prepared") != 0.0;
  forEachNamedField(
    state, [&](const char* name, std::vector<double>& values) { values = named.field(name); });
  for (std::size_t i = 0; i < loadCases; ++i)
  {
    state.displacements.push_back(named.field(nameOfDisplacement(i)));
  }
  return state;
}
}
