#include "Solver/SeveralSystems/SeveralConjugateGradients.h"

#include "Solver/SolverFailure.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace trabecula
{
std::vector<SolverReport> SeveralConjugateGradients::solve(SeveralSystems& systems,
  double tolerance, int maximumIterations, Observer& observer, Histories& histories)
{
  using Each = SeveralSystems::Each;
  const std::size_t count = systems.count();
  std::vector<SolverReport> reports(count);
  histories.assign(count, {});
  const SeveralSystems::EachTwo atStart = systems.start();
  const Each& bb = atStart[0];
  Each rr = atStart[1];
  Each rz = {};
  Each rzBefore = {};
  for (int iteration = 0;; ++iteration)
  {
    VectorSet active;
    double largest = 0.0;
    for (std::size_t v = 0; v < count; ++v)
    {
      SolverReport& report = reports[v];
      if (report.converged)
      {
        continue;
      }
      if (!std::isfinite(rr[v]) || !std::isfinite(bb[v]))
      {
        detail::failToSolve(iteration);
      }
      report.iterations = iteration;
      report.residual = bb[v] > 0.0 ? std::sqrt(rr[v] / bb[v]) : std::sqrt(rr[v]);
      histories[v].push_back(report.residual);
      report.converged = rr[v] <= tolerance * tolerance * bb[v];
      active[v] = !report.converged;
      largest = std::max(largest, report.residual);
    }
    const bool stopped = active.any() && observer.stopRequested();
    if (active.none() || stopped || iteration >= maximumIterations)
    {
      for (SolverReport& report : reports)
      {
        report.stopped = stopped && !report.converged;
      }
      return reports;
    }
    observer.progress(std::clamp(std::log(std::min(1.0, largest)) / std::log(tolerance), 0.0, 1.0),
      "Solving: " + std::to_string(iteration) + " iterations");
    const Each next = systems.precondition(active);
    Each beta = {};
    for (std::size_t v = 0; v < count; ++v)
    {
      beta[v] = iteration > 0 && active[v] ? (next[v] - rzBefore[v]) / rz[v] : 0.0;
    }
    rz = next;
    const auto [dq, dr] = systems.turn(beta, active);
    Each alpha = {};
    for (std::size_t v = 0; v < count; ++v)
    {
      if (!active[v])
      {
        continue;
      }
      if (!(dq[v] > 0.0) || !(rz[v] > 0.0))
      {
        detail::failToSolve(iteration);
      }
      alpha[v] = dr[v] / dq[v];
    }
    const SeveralSystems::EachTwo after = systems.step(alpha, active);
    rr = after[0];
    rzBefore = after[1];
  }
}
}
