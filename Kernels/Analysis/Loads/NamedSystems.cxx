#include "Analysis/Loads/NamedSystems.h"

#include "Analysis/SolveObserver.h"
#include "Core/Text.h"

#include <algorithm>

namespace trabecula
{
template <class Space>
bool solveSystems(AnalysisModel<Space>& model, const std::vector<NamedSystem<Space>>& systems,
  const LoadSolveSettings& settings, SolveSummary& summary, Observer& observer)
{
  const std::string prefix = settings.place.empty() ? settings.place : settings.place + ", ";
  const std::size_t ofIterate = std::max(settings.systems, settings.solved + systems.size());
  const std::size_t first = settings.solved > 0 ? settings.solved : ofIterate - systems.size();
  std::size_t next = 0;
  while (next < systems.size())
  {
    const auto count =
      static_cast<std::size_t>(model.columnsAtOnce(static_cast<int>(systems.size() - next)));
    SolveObserver solveObserver(observer, prefix, first + next, ofIterate, count);
    std::vector<RightHandSide<Space>> forces;
    std::vector<Vector<Space>*> u;
    for (std::size_t i = next; i < next + count; ++i)
    {
      forces.push_back(systems[i].forces);
      u.push_back(systems[i].solution);
    }
    const std::vector<SolverReport> solved =
      model.solve(forces, u, settings.tolerance, settings.maximumIterations, solveObserver);
    bool goesOn = true;
    for (std::size_t i = 0; i < count; ++i)
    {
      goesOn = detail::addReport(
                 solved[i], settings.place, systems[next + i].what, summary, solveObserver) &&
        goesOn;
    }
    if (!goesOn)
    {
      return false;
    }
    next += count;
  }
  return true;
}

template bool solveSystems<CompiledSpace>(AnalysisModel<CompiledSpace>& model,
  const std::vector<NamedSystem<CompiledSpace>>& systems, const LoadSolveSettings& settings,
  SolveSummary& summary, Observer& observer);

#ifndef __CUDACC__
bool detail::addReport(const SolverReport& report, const std::string& place,
  const std::string& what, SolveSummary& summary, Observer& observer)
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
#endif
}
