#include "Analysis/LoadCases.h"

#include "Analysis/SolveObserver.h"
#include "Core/Execution/ZeroVector.h"
#include "Core/Text.h"
#include "Operator/SeveralVectors.h"

#include <algorithm>

namespace trabecula
{
namespace
{
/// Adds a report to the summary; false if stopped.
bool addReport(const SolverReport& report, const std::string& place, const std::string& what,
  SolveSummary& summary, Observer& observer)
{
  if (!report.stopped && !report.converged && !summary.warned)
  {
    summary.warned = true;
    observer.message((place.empty() ? "The" : place + ": the") +
      " linear solver reached its limit of " + countText(report.iterations, "iteration") + " for " +
      what + " with a relative residual of " + shortText(report.residual) + ". Results" +
      (place.empty() ? "" : " of this iteration") + " are inaccurate.");
  }
  summary.iterations += report.iterations;
  summary.residual = std::max(summary.residual, report.residual);
  return !report.stopped;
}

std::string nameOf(const std::string& loadCase)
{
  return "load case '" + loadCase + "'";
}
}

template <class Space>
bool solveSystem(ElasticModel<Space>& model, const RightHandSide<Space>& f, double* u,
  const SolverSettings& settings, double tolerance, const std::string& place,
  const std::string& what, SolveSummary& summary, Observer& observer)
{
  return addReport(model.solve(f, u, tolerance, settings.maximumIterations, observer), place, what,
    summary, observer);
}

template <class Space>
LoadCases<Space>::LoadCases(ElasticModel<Space>& model, const StructuralProblem& problem)
  : Model(&model), Trial(model.context(), static_cast<std::size_t>(model.system().size()))
{
  std::vector<double> start; // empty for zeros
  if (!problem.prescribedDisplacement.empty())
  {
    start = zeroVector<double>(this->Trial.size());
    for (std::size_t i = 0; i < problem.prescribedDisplacement.size(); ++i)
    {
      start[i] = problem.supports[i] ? problem.prescribedDisplacement[i] : 0.0;
    }
  }
  for (const LoadCase& load : problem.loadCases)
  {
    Load& added = this->Loads.emplace_back(
      Load{ load.name, load.weight, SparseVector<Space>(model.context(), load.forces),
        DeviceVector<double, Space>(model.context(), this->Trial.size()) });
    if (start.empty())
    {
      added.displacement.zero();
    }
    else
    {
      added.displacement.assign(start);
    }
  }
  for (std::size_t i = 1; i < this->Loads.size(); ++i)
  {
    this->FurtherTrials.emplace_back(model.context(), this->Trial.size());
  }
}

template <class Space>
void LoadCases<Space>::start()
{
  for (std::size_t i = 0; i < this->Loads.size(); ++i)
  {
    (i == 0 ? this->Trial : this->FurtherTrials[i - 1]).copy(this->Loads[i].displacement);
  }
}

template <class Space>
bool LoadCases<Space>::solve(const SolverSettings& settings, double tolerance,
  const std::string& place, std::size_t systems, SolveSummary& summary, Observer& observer)
{
  const std::string prefix = place.empty() ? place : place + ", ";
  std::size_t next = 0;
  while (next < this->Loads.size())
  {
    const std::size_t count = this->Model->systemsAtOnce(this->Loads.size() - next);
    SolveObserver solveObserver(observer, prefix, next, systems, count);
    if (count > 1)
    {
      if (!this->solveTogether(next, count, settings, tolerance, place, summary, solveObserver))
      {
        return false;
      }
      next += count;
      continue;
    }
    if (!solveSystem<Space>(*this->Model, this->Loads[next].forces, this->trial(next), settings,
          tolerance, place, nameOf(this->Loads[next].name), summary, solveObserver))
    {
      return false;
    }
    ++next;
  }
  return true;
}

template <class Space>
bool LoadCases<Space>::solveTogether(std::size_t first, std::size_t count,
  const SolverSettings& settings, double tolerance, const std::string& place, SolveSummary& summary,
  Observer& observer)
{
  std::vector<RightHandSide<Space>> forces;
  std::vector<double*> solutions;
  for (std::size_t i = first; i < first + count; ++i)
  {
    forces.emplace_back(this->Loads[i].forces);
    solutions.push_back(this->trial(i));
  }
  const std::vector<SolverReport> reports =
    this->Model->solveSeveral(forces, solutions, tolerance, settings.maximumIterations, observer);
  bool goesOn = true;
  for (std::size_t i = 0; i < count; ++i)
  {
    goesOn = addReport(reports[i], place, nameOf(this->Loads[first + i].name), summary, observer) &&
      goesOn;
  }
  return goesOn;
}

template <class Space>
void LoadCases<Space>::accept()
{
  for (std::size_t i = 0; i < this->Loads.size(); ++i)
  {
    this->Loads[i].displacement.swap(i == 0 ? this->Trial : this->FurtherTrials[i - 1]);
  }
}

template <class Space>
double LoadCases<Space>::compliance(
  const double* moduli, double* energies, std::vector<double>* each)
{
  StiffnessOperator<Space>& stiffness = this->Model->stiffness();
  const std::int64_t points = stiffness.numberOfMaterialPoints();
  Memory<Space>::zero(energies, static_cast<std::size_t>(points) * sizeof(double));
  if (each)
  {
    each->clear();
  }
  double work = 0.0;
  double constant = 0.0;
  double before = 0.0; // energies of the load cases before
  for (std::size_t i = 0; i < this->Loads.size(); ++i)
  {
    const Load& load = this->Loads[i];
    const double* u = load.displacement.data();
    const double constantOfThis = this->Model->constantEnergy(u, u);
    const double workOfThis = load.forces.dot(u);
    constant += load.weight * constantOfThis;
    stiffness.addUnitEnergies(u, load.weight, energies);
    work += load.weight * workOfThis;
    if (each)
    {
      const double until = this->Model->context().dot(points, moduli, energies);
      // A difference of sums is as accurate as the sums are; without a weight nothing was added.
      constexpr double leastShare = 1e-4;
      each->push_back(until - before > leastShare * until
          ? 2.0 * workOfThis - (until - before) / load.weight - constantOfThis
          : this->compliance(i, moduli));
      before = until;
    }
  }
  return 2.0 * work - this->Model->context().dot(points, moduli, energies) - constant;
}

template <class Space>
double LoadCases<Space>::compliance(std::size_t load, const double* moduli)
{
  StiffnessOperator<Space>& stiffness = this->Model->stiffness();
  const auto points = static_cast<std::size_t>(stiffness.numberOfMaterialPoints());
  const auto energies = this->Model->context().workspace().template lease<double>(points);
  Memory<Space>::zero(energies.data(), points * sizeof(double));
  const double* u = this->Loads[load].displacement.data();
  stiffness.addUnitEnergies(u, 1.0, energies.data());
  return 2.0 * this->Loads[load].forces.dot(u) -
    this->Model->context().dot(static_cast<std::int64_t>(points), moduli, energies.data()) -
    this->Model->constantEnergy(u, u);
}

template class LoadCases<CompiledSpace>;
template bool solveSystem<CompiledSpace>(ElasticModel<CompiledSpace>& model,
  const RightHandSide<CompiledSpace>& f, double* u, const SolverSettings& settings,
  double tolerance, const std::string& place, const std::string& what, SolveSummary& summary,
  Observer& observer);
}
