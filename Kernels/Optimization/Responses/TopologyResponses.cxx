#include "Optimization/Responses/TopologyResponses.h"

#include "Analysis/SolveObserver.h"
#include "Core/Error.h"
#include "Optimization/Verdict/DesignVerdict.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Over the largest magnitude of the terms.
constexpr double RaiseOfTerms = 10.0;
}

template <class Space>
std::size_t TopologyResponses<Space>::Entry::worst() const
{
  const auto isBetter = [this](double a, double b) { return this->sign * a < this->sign * b; };
  return static_cast<std::size_t>(
    std::max_element(this->values.begin(), this->values.end(), isBetter) - this->values.begin());
}

template <class Space>
TopologyResponses<Space>::TopologyResponses(const OptimizationSettings& settings,
  Parametrization<Space>& design,
  const std::function<ResponseInput<Space>(Parametrization<Space>& realization)>& input)
  : Adjoints(design.realizations())
{
  const ResponseInput<Space> ofDesign = input(design);
  for (const ResponseSettings& of : responsesOf(settings))
  {
    Entry entry{ of, &describe(of), columnsOf(of, ofDesign.problem), {}, {} };
    const std::size_t count = entry.description->isOfDensityAlone ? 1 : design.realizations();
    for (std::size_t r = 0; r < count; ++r)
    {
      entry.responses.push_back(
        makeResponse<Space>(of, count > 1 ? input(design.realization(r)) : ofDesign));
      const std::vector<AdjointSystem<Space>*> adjoints = entry.responses.back()->adjoints();
      this->Adjoints[r].insert(this->Adjoints[r].end(), adjoints.begin(), adjoints.end());
    }
    entry.values.resize(count, 0.0);
    this->Entries.push_back(std::move(entry));
  }
  const LayoutPointer<Space>& variables = design.variables().layoutPointer();
  this->Objective = &this->entryOf(settings.objective);
  for (std::size_t r = 0; r < this->Objective->responses.size(); ++r)
  {
    const std::size_t terms = std::max<std::size_t>(
      this->Objective->responses[r]->numberOfTerms(), this->Objective->isOfRealizations() ? 1 : 0);
    for (std::size_t i = 0; i < terms; ++i)
    {
      this->Terms.push_back({ r, i, Vector<Space>(variables) });
    }
  }
  for (const ResponseConstraint& constraint : constraintsOf(settings))
  {
    this->addConstraint(constraint, variables);
  }
}

template <class Space>
void TopologyResponses<Space>::addConstraint(
  const ResponseConstraint& constraint, const LayoutPointer<Space>& variables)
{
  Entry& entry = this->entryOf(constraint.response);
  if (constraint.sense == BoundSense::AtLeast && &entry != this->Objective)
  {
    entry.sign = -1.0;
  }
  for (std::size_t r = 0; r < entry.responses.size(); ++r)
  {
    this->Constraints.push_back({ &entry, r, constraint.bound, constraint.sense,
      entry.responses[r]->constantGradient() ? Vector<Space>() : Vector<Space>(variables) });
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
template <class Visit>
bool TopologyResponses<Space>::allOf(std::size_t realization, const Visit& visit)
{
  return std::all_of(this->Entries.begin(), this->Entries.end(),
    [&](Entry& entry)
    { return realization >= entry.responses.size() || visit(*entry.responses[realization]); });
}

template <class Space>
bool TopologyResponses<Space>::solve(AnalysedDesign<Space>& analysed,
  const std::function<void(std::size_t)>& prepare, const SolverSettings& settings,
  const std::string& place, SolveSummary& summary, Observer& observer)
{
  for (std::size_t r = 0; r < analysed.size(); ++r)
  {
    prepare(r);
    SolveObserver ofThis(observer, "", r, analysed.size());
    if (!this->solveOf(r, analysed.trial(r), settings, place, summary,
          analysed.size() > 1 ? static_cast<Observer&>(ofThis) : observer))
    {
      return false;
    }
  }
  for (const std::vector<AdjointSystem<Space>*>& ofOne : this->Adjoints)
  {
    for (AdjointSystem<Space>* system : ofOne)
    {
      system->accept();
    }
  }
  analysed.accept();
  return true;
}

template <class Space>
bool TopologyResponses<Space>::solveOf(std::size_t realization, const SolvedDesign<Space>& trial,
  const SolverSettings& settings, const std::string& place, SolveSummary& summary,
  Observer& observer)
{
  const std::vector<AdjointSystem<Space>*>& adjoints = this->Adjoints[realization];
  trial.loads.start();
  for (AdjointSystem<Space>* system : adjoints)
  {
    system->start();
  }
  const std::size_t together = trial.loads.systems() + adjoints.size();
  LoadSolveSettings once(settings.tolerance, settings.maximumIterations, place, together);
  this->allOf(realization,
    [&](Response<Space>& one)
    {
      once.systems += one.furtherSystems();
      return true;
    });
  while (true)
  {
    if (!this->solveOnce(realization, trial, once, summary, observer))
    {
      return false;
    }
    if (once.tolerance <= TightestTolerance ||
      this->allOf(realization, [&](Response<Space>& one) { return one.isAccurate(trial); }))
    {
      break;
    }
    once.tolerance = std::max(TightestTolerance, once.tolerance * TighterBy);
  }
  once.solved = together;
  return this->allOf(realization,
    [&](Response<Space>& one)
    {
      const bool goesOn = one.solve(trial, once, observer);
      once.solved += one.furtherSystems();
      return goesOn;
    });
}

template <class Space>
bool TopologyResponses<Space>::solveOnce(std::size_t realization, const SolvedDesign<Space>& trial,
  const LoadSolveSettings& settings, SolveSummary& summary, Observer& observer)
{
  // The residual is the largest of the last solutions of all realizations.
  const double ofOthers = realization > 0 ? summary.residual : 0.0;
  summary.residual = 0.0;
  if (!trial.loads.solve(settings, summary, observer))
  {
    return false;
  }
  this->allOf(realization,
    [&](Response<Space>& one)
    {
      one.computeAdjointLoads(trial);
      return true;
    });
  std::vector<NamedSystem<Space>> systems;
  for (AdjointSystem<Space>* system : this->Adjoints[realization])
  {
    systems.push_back({ system->load, &system->trial, system->what });
  }
  LoadSolveSettings ofAdjoints = settings;
  ofAdjoints.solved = trial.loads.systems();
  const bool goesOn = solveSystems<Space>(trial.model, systems, ofAdjoints, summary, observer);
  summary.residual = std::max(summary.residual, ofOthers);
  return goesOn;
}

template <class Space>
void TopologyResponses<Space>::evaluate(AnalysedDesign<Space>& analysed, IterationRecord& record)
{
  bool isFinite = true;
  for (Entry& entry : this->Entries)
  {
    for (std::size_t r = 0; r < entry.responses.size(); ++r)
    {
      SolvedDesign<Space> design = analysed.accepted(entry.isOfRealizations() ? r : 0);
      entry.values[r] = entry.responses[r]->evaluate(entry.isOfRealizations()
          ? design
          : SolvedDesign<Space>{
              design.model, design.loads, design.moduli, analysed.design().density() });
      const bool counts = &entry == this->Objective || entry.description->isInEveryHistory;
      isFinite = isFinite && (!counts || std::isfinite(entry.values[r]));
    }
    const std::size_t worst = entry.worst();
    record[entry.columns.front()] = entry.values[worst];
    const std::vector<double> further = entry.responses[worst]->furtherColumns();
    for (std::size_t i = 0; i < further.size(); ++i)
    {
      record[entry.columns.at(i + 1)] = further[i];
    }
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
    const double value = constraint.entry->values[constraint.realization];
    excess =
      std::max(excess, BoundVerdict{ "", value, constraint.bound, constraint.sense }.excess());
  }
  record["BoundExcess"] = excess;
  for (Entry& entry : this->Entries)
  {
    for (const auto& response : entry.responses)
    {
      response->accept();
    }
  }
}

template <class Space>
bool TopologyResponses<Space>::startsWithVolume() const
{
  return !this->Constraints.empty() && this->Constraints.front().entry->description->isVolume;
}

template <class Space>
double TopologyResponses<Space>::linearizeTerm(Term& term, Parametrization<Space>& design)
{
  Response<Space>& response = *this->Objective->responses[term.realization];
  Parametrization<Space>& of = this->Objective->designOf(design, term.realization);
  if (response.numberOfTerms() > 0)
  {
    return response.linearizeTerm(term.number, of, term.gradient);
  }
  response.gradient(of, term.gradient);
  return this->Objective->values[term.realization];
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
  double least = 0.0;
  double largest = 0.0;
  for (Term& term : this->Terms)
  {
    const double value = this->linearizeTerm(term, design);
    least = std::min(least, value);
    largest = std::max(largest, std::abs(value));
    constraints.push_back({ value, &term.gradient, 1.0, 1.0, true });
  }
  // The bound on terms that is minimized is not negative: negative terms, such as the output of a
  // mechanism, are raised so far that they stay positive.
  for (LinearizedConstraint<Space>& term : constraints)
  {
    term.excess += least < 0.0 ? detail::RaiseOfTerms * largest : 0.0;
  }
  for (Constraint& constraint : this->Constraints)
  {
    const Entry& entry = *constraint.entry;
    const double value = entry.isOfRealizations() ? entry.values[constraint.realization]
                                                  : record[entry.columns.front()];
    constraints.push_back(entry.responses[constraint.realization]->linearize(
      entry.designOf(design, constraint.realization), value, constraint.bound,
      constraint.gradient));
    constraints.back().sign = constraint.sense == BoundSense::AtMost ? 1.0 : -1.0;
  }
}

template <class Space>
void TopologyResponses<Space>::gradient(Parametrization<Space>& design, Vector<Space>& result) const
{
  const std::size_t worst = this->Objective->worst();
  this->Objective->responses[worst]->gradient(this->Objective->designOf(design, worst), result);
}

template <class Space>
void TopologyResponses<Space>::derivativesToDensity(
  Parametrization<Space>& design, Vector<Space>& result) const
{
  const std::size_t worst = this->Objective->worst();
  this->Objective->responses[worst]->derivativesToDensity(
    this->Objective->designOf(design, worst), result);
}

template <class Space>
const Vector<Space>& TopologyResponses<Space>::unitEnergies(std::size_t realization) const
{
  for (const Entry& entry : this->Entries)
  {
    const std::size_t one = entry.isOfRealizations() ? realization : 0;
    if (const Vector<Space>* energies = entry.responses[one]->unitEnergies())
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
    for (std::size_t r = 0; r < entry.responses.size(); ++r)
    {
      for (const auto& [name, vector] : entry.responses[r]->stateVectors())
      {
        all.emplace_back(nameOfRealization(name, r), vector);
      }
    }
  }
  return all;
}

template <class Space>
NamedScalars TopologyResponses<Space>::stateScalars()
{
  NamedScalars all;
  for (Entry& entry : this->Entries)
  {
    for (std::size_t r = 0; r < entry.responses.size(); ++r)
    {
      for (const auto& [name, scalar] : entry.responses[r]->stateScalars())
      {
        all.emplace_back(nameOfRealization(name, r), scalar);
      }
      if (entry.isOfRealizations())
      {
        all.emplace_back(
          "value" + std::to_string(r) + "Of" + entry.columns.front(), &entry.values[r]);
      }
    }
  }
  return all;
}

template class TopologyResponses<CompiledSpace>;
}
