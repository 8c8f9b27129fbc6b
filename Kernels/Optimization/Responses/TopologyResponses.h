#ifndef TRABECULA_OPTIMIZATION_RESPONSES_TOPOLOGYRESPONSES_H
#define TRABECULA_OPTIMIZATION_RESPONSES_TOPOLOGYRESPONSES_H

#include "Analysis/LoadCases.h"
#include "Core/Vectors/Vector.h"
#include "Design/Response/ResponseFactory.h"
#include "Optimization/History.h"
#include "Optimization/Responses/ProblemResponses.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
/// The objective and the constraints of an optimization, and the other responses that its history
/// has.
template <class Space>
class TopologyResponses
{
public:
  /// The input need only remain valid during the call, what it refers to in the model longer.
  TopologyResponses(const OptimizationSettings& settings, const ResponseInput<Space>& input);

  /**
   * Solves for all load cases and the adjoint systems, with the accepted solutions as initial
   * guesses and more tightly until the solutions are accurate enough for all values, and accepts
   * the solutions. On return false it was stopped, and nothing is accepted.
   *
   * @param place prefix of messages, as in "Iteration 3"
   */
  bool solve(const SolvedDesign<Space>& trial, const SolverSettings& settings,
    const std::string& place, SolveSummary& summary, Observer& observer);

  /// Writes the columns of all responses, and the largest excess over a bound.
  /// @throws Error if the objective, or a value that every history has, is not finite
  void evaluate(const SolvedDesign<Space>& design, IterationRecord& record);

  /// Number of constraints of linearize(): the terms of the objective, then bounds.
  int constraints() const
  {
    return static_cast<int>(this->Terms.size() + this->Constraints.size());
  }
  /// Whether the first constraint is on a volume, and memory for its gradient; empty if it is
  /// constant.
  bool startsWithVolume() const;
  Vector<Space>& firstGradient() { return this->Constraints.front().gradient; }
  /// Derivatives of the objective, and the constraints, at the accepted design.
  void linearize(Parametrization<Space>& design, const IterationRecord& record,
    Vector<Space>& ofObjective, std::vector<LinearizedConstraint<Space>>& constraints);
  /// Computes the gradient of the objective.
  void gradient(Parametrization<Space>& design, Vector<Space>& result) const;
  void derivativesToDensity(const Parametrization<Space>& design, Vector<Space>& result) const;

  /// Weighted sum over load cases of u.(K_p u) for moduli of one at each material point.
  const Vector<Space>& unitEnergies() const;

  ///@{
  /// State of all responses; see Response.
  NamedVectors<Space> stateVectors() const;
  NamedScalars stateScalars() const;
  ///@}

private:
  struct Entry
  {
    ResponseSettings settings;
    const ResponseDescription* description;
    std::vector<std::string> columns; ///< the value's first
    std::unique_ptr<Response<Space>> response;
  };
  struct Constraint
  {
    Entry* entry;
    double bound;
    BoundSense sense;
    Vector<Space> gradient; ///< empty where the response keeps it
  };

  static constexpr double TighterBy = 1e-2;
  static constexpr double TightestTolerance = 1e-13;

  Entry& entryOf(const ResponseSettings& settings);
  bool solveOnce(const SolvedDesign<Space>& trial, const LoadSolveSettings& settings,
    SolveSummary& summary, Observer& observer);
  bool areAccurate(const SolvedDesign<Space>& trial);

  std::vector<Entry> Entries;
  Entry* Objective;
  std::vector<Vector<Space>> Terms; ///< memory for the gradients of terms of the objective
  std::vector<Constraint> Constraints;
  std::vector<AdjointSystem<Space>*> Adjoints;
};
}

#endif
