#ifndef TRABECULA_ANALYSIS_LOADS_NAMEDSYSTEMS_H
#define TRABECULA_ANALYSIS_LOADS_NAMEDSYSTEMS_H

#include "Analysis/AnalysisModel.h"
#include "Core/Observer.h"
#include "Core/Vectors/Vector.h"
#include "Solver/RightHandSide.h"
#include "Solver/SolverReport.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace trabecula
{
/// Summary of the solutions of one iterate.
struct SolveSummary
{
  int iterations = 0;    ///< summed over systems
  double residual = 0.0; ///< largest ||r|| / ||b|| of the last solution of each system
  bool warned = false;   ///< whether a warning was issued that the solver reached its limit
};

/// Settings of the solution of load cases, and words for messages.
struct LoadSolveSettings
{
  LoadSolveSettings(double ofSolver, int mostIterations, std::string inMessages = std::string(),
    std::size_t ofIterate = 0)
    : tolerance(ofSolver), maximumIterations(mostIterations), place(std::move(inMessages)),
      systems(ofIterate)
  {
  }

  double tolerance; ///< on ||r|| / ||b||
  int maximumIterations;
  std::string place; ///< prefix of messages, as in "Iteration 3"; may be empty
  ///@{
  /// For progress: number of systems of the iterate, where 0 means that of load cases, and how many
  /// of them are solved; 0 means all but those that are passed.
  std::size_t systems;
  std::size_t solved = 0;
  ///@}
};

/// A system K u = f in addition to those of load cases.
template <class Space>
struct NamedSystem
{
  RightHandSide<Space> forces;
  Vector<Space>* solution; ///< also the initial guess
  std::string what;        ///< in words, for messages
};

/// Solves further systems of an iterate, together as many as the model permits, and adds to the
/// summary. Warns the observer once per summary if the solver reaches its limit of iterations.
/// @return false if stopped
template <class Space>
bool solveSystems(AnalysisModel<Space>& model, const std::vector<NamedSystem<Space>>& systems,
  const LoadSolveSettings& settings, SolveSummary& summary, Observer& observer);

namespace detail
{
/// Adds a report to the summary. @param what the system in words, for messages @return false if the
/// solution was stopped
bool addReport(const SolverReport& report, const std::string& place, const std::string& what,
  SolveSummary& summary, Observer& observer);
}
}

#endif
