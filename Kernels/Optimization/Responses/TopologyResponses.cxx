#include "Optimization/Responses/TopologyResponses.h"

#include "Core/Error.h"
#include "Optimization/Verdict/DesignVerdict.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trabecula
{
template <class Space>
TopologyResponses<Space>::TopologyResponses(
  const OptimizationSettings& settings, const ResponseInput<Space>& input)
{
  for (const ResponseSettings& of : responsesOf(settings))
  {
    this->Entries.push_back(
      { of, &describe(of), columnsOf(of, input.problem), makeResponse<Space>(of, input) });
    const std::vector<AdjointSystem<Space>*> adjoints = this->Entries.back().response->adjoints();
    this->Adjoints.insert(this->Adjoints.end(), adjoints.begin(), adjoints.end());
  }
  this->Objective = &this->entryOf(settings.objective);
  for (std::size_t i = 0; i < this->Objective->response->numberOfTerms(); ++i)
  {
    this->Terms.emplace_back(input.design.variables().layoutPointer());
  }
  for (const ResponseConstraint& constraint : constraintsOf(settings))
  {
    Entry& entry = this->entryOf(constraint.response);
    this->Constraints.push_back({ &entry, constraint.bound, constraint.sense,
      entry.response->constantGradient()
        ? Vector<Space>()
        : Vector<Space>(input.design.variables().layoutPointer()) });
  }
}

template <class Space>
typename TopologyResponses<Space>::Entry& TopologyResponses<Space>::entryOf(
  const ResponseSettings& settings)
{
  return *std::find_if(this->Entries.begin(), this->Entries.end(),
    [&](const Entry& entry) { return entry.settings == settings; });
}

template <class Space>
bool TopologyResponses<Space>::solve(const SolvedDesign<Space>& trial,
  const SolverSettings& settings, const std::string& place, SolveSummary& summary,
  Observer& observer)
{
  trial.loads.start();
  for (AdjointSystem<Space>* system : this->Adjoints)
  {
    system->start();
  }
  LoadSolveSettings once(settings.tolerance, settings.maximumIterations, place,
    trial.loads.size() + this->Adjoints.size());
  while (true)
  {
    if (!this->solveOnce(trial, once, summary, observer))
    {
      return false;
    }
    if (once.tolerance <= TightestTolerance || this->areAccurate(trial))
    {
      break;
    }
    once.tolerance = std::max(TightestTolerance, once.tolerance * TighterBy);
  }
  for (Entry& entry : this->Entries)
  {
    if (!entry.response->solve(trial, once, observer))
    {
      return false;
    }
  }
  for (AdjointSystem<Space>* system : this->Adjoints)
  {
    system->accept();
  }
  trial.loads.accept();
  return true;
}

template <class Space>
bool TopologyResponses<Space>::solveOnce(const SolvedDesign<Space>& trial,
  const LoadSolveSettings& settings, SolveSummary& summary, Observer& observer)
{
  summary.residual = 0.0;
  if (!trial.loads.solve(settings, summary, observer))
  {
    return false;
  }
  for (Entry& entry : this->Entries)
  {
    entry.response->computeAdjointLoads(trial);
  }
  std::vector<NamedSystem<Space>> systems;
  for (AdjointSystem<Space>* system : this->Adjoints)
  {
    systems.push_back({ system->load, &system->trial, system->what });
  }
  return solveSystems<Space>(trial.model, systems, settings, summary, observer);
}

template <class Space>
bool TopologyResponses<Space>::areAccurate(const SolvedDesign<Space>& trial)
{
  return std::all_of(this->Entries.begin(), this->Entries.end(),
    [&](Entry& entry) { return entry.response->isAccurate(trial); });
}

template <class Space>
void TopologyResponses<Space>::evaluate(const SolvedDesign<Space>& design, IterationRecord& record)
{
  bool isFinite = true;
  for (Entry& entry : this->Entries)
  {
    const double value = entry.response->evaluate(design);
    record[entry.columns.front()] = value;
    const std::vector<double> further = entry.response->furtherColumns();
    for (std::size_t i = 0; i < further.size(); ++i)
    {
      record[entry.columns.at(i + 1)] = further[i];
    }
    const bool counts = &entry == this->Objective || entry.description->isInEveryHistory;
    isFinite = isFinite && (!counts || std::isfinite(value));
  }
  if (!isFinite)
  {
    throw Error("The " +
      (this->Objective->description->isSelfAdjoint ? wordsOf(*this->Objective->description)
                                                   : std::string("objective")) +
      " of iteration " + std::to_string(record.iteration()) +
      " is not a finite number: together, " +
      (this->Objective->description->isOfStructures
          ? "Young's modulus, the size of the mesh, the forces and the displacements"
          : "conductivity, the size of the mesh and the heat") +
      " are too large or too small to compute with. Use units in which they are nearer to 1.");
  }
  double excess = 0.0;
  for (const Constraint& constraint : this->Constraints)
  {
    const double value = record[constraint.entry->columns.front()];
    excess =
      std::max(excess, BoundVerdict{ "", value, constraint.bound, constraint.sense }.excess());
  }
  record["BoundExcess"] = excess;
  for (Entry& entry : this->Entries)
  {
    entry.response->accept();
  }
}

template <class Space>
bool TopologyResponses<Space>::startsWithVolume() const
{
  return !this->Constraints.empty() && this->Constraints.front().entry->description->isVolume;
}

template <class Space>
void TopologyResponses<Space>::linearize(Parametrization<Space>& design,
  const IterationRecord& record, Vector<Space>& ofObjective,
  std::vector<LinearizedConstraint<Space>>& constraints)
{
  if (this->Terms.empty())
  {
    this->gradient(design, ofObjective);
  }
  else
  {
    ofObjective.zero();
  }
  for (std::size_t i = 0; i < this->Terms.size(); ++i)
  {
    const double value = this->Objective->response->linearizeTerm(i, design, this->Terms[i]);
    constraints.push_back({ value, &this->Terms[i], 1.0, 1.0, true });
  }
  for (Constraint& constraint : this->Constraints)
  {
    const Entry& entry = *constraint.entry;
    constraints.push_back(entry.response->linearize(
      design, record[entry.columns.front()], constraint.bound, constraint.gradient));
    constraints.back().sign = constraint.sense == BoundSense::AtMost ? 1.0 : -1.0;
  }
}

template <class Space>
void TopologyResponses<Space>::gradient(Parametrization<Space>& design, Vector<Space>& result) const
{
  this->Objective->response->gradient(design, result);
}

template <class Space>
void TopologyResponses<Space>::derivativesToDensity(
  const Parametrization<Space>& design, Vector<Space>& result) const
{
  this->Objective->response->derivativesToDensity(design, result);
}

template <class Space>
const Vector<Space>& TopologyResponses<Space>::unitEnergies() const
{
  for (const Entry& entry : this->Entries)
  {
    if (const Vector<Space>* energies = entry.response->unitEnergies())
    {
      return *energies;
    }
  }
  throw Error("No response has the strain energies of the load cases.");
}

template <class Space>
NamedVectors<Space> TopologyResponses<Space>::stateVectors() const
{
  NamedVectors<Space> all;
  for (const Entry& entry : this->Entries)
  {
    const NamedVectors<Space> some = entry.response->stateVectors();
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

template <class Space>
NamedScalars TopologyResponses<Space>::stateScalars() const
{
  NamedScalars all;
  for (const Entry& entry : this->Entries)
  {
    const NamedScalars some = entry.response->stateScalars();
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

template class TopologyResponses<CompiledSpace>;
}
