#ifndef TRABECULA_OPTIMIZATION_RESPONSES_TOPOLOGYRESPONSES_H
#define TRABECULA_OPTIMIZATION_RESPONSES_TOPOLOGYRESPONSES_H

#include "Analysis/LoadCases.h"
#include "Core/Vectors/Vector.h"
#include "Design/Response/ResponseFactory.h"
#include "Optimization/History.h"
#include "Optimization/Responses/AnalysedDesign.h"
#include "Optimization/Responses/ProblemResponses.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
/// The objective and the constraints of an optimization, and the other responses that its history
/// has. Of a design with several realizations the largest value of them is minimized, and all are
/// bounded.
template <class Space>
class TopologyResponses
{
public:
  /**
   * @param input of a realization of the design, see Parametrization::realizations(); it need only
   * remain valid during the call, what it refers to in the model longer
   */
  TopologyResponses(const OptimizationSettings& settings, Parametrization<Space>& design,
    const std::function<ResponseInput<Space>(Parametrization<Space>& realization)>& input);

  /**
   * Solves for all load cases and the adjoint systems of all realizations, with the accepted
   * solutions as initial guesses and more tightly until the solutions are accurate enough for all
   * values, and accepts the solutions. On return false it was stopped, and nothing is accepted.
   *
   * @param prepare called before a realization is solved: gives the model its moduli
   * @param place prefix of messages, as in "Iteration 3"
   */
  bool solve(AnalysedDesign<Space>& analysed, const std::function<void(std::size_t)>& prepare,
    const SolverSettings& settings, const std::string& place, SolveSummary& summary,
    Observer& observer);

  /// Writes the columns of all responses, and the largest excess over a bound. Values are the worst
  /// of all realizations.
  /// @throws Error if the objective, or a value that every history has, is not finite
  void evaluate(AnalysedDesign<Space>& analysed, IterationRecord& record);

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
  /// Computes the gradient of the objective, of several realizations that of the worst.
  void gradient(Parametrization<Space>& design, Vector<Space>& result) const;
  void derivativesToDensity(Parametrization<Space>& design, Vector<Space>& result) const;

  /// Weighted sum over load cases of u.(K_p u) for moduli of one at each material point.
  const Vector<Space>& unitEnergies(std::size_t realization) const;

  ///@{
  /// State of all responses; see Response.
  NamedVectors<Space> stateVectors() const;
  NamedScalars stateScalars();
  ///@}

private:
  struct Entry
  {
    ResponseSettings settings;
    const ResponseDescription* description;
    std::vector<std::string> columns; ///< the value's first
    /// Of each realization; of one that is of the density alone, that of the design itself.
    std::vector<std::unique_ptr<Response<Space>>> responses;
    std::vector<double> values; ///< of the accepted design
    double sign = 1.0;          ///< -1 if the least value is the worst

    bool isOfRealizations() const { return this->responses.size() > 1; }
    std::size_t worst() const;
    Parametrization<Space>& designOf(Parametrization<Space>& design, std::size_t response) const
    {
      return this->isOfRealizations() ? design.realization(response) : design;
    }
  };
  /// A term of the objective of a realization; a response without terms has one.
  struct Term
  {
    std::size_t realization;
    std::size_t number;
    Vector<Space> gradient;
  };
  struct Constraint
  {
    Entry* entry;
    std::size_t realization;
    double bound;
    BoundSense sense;
    Vector<Space> gradient; ///< empty where the response keeps it
  };

  static constexpr double TighterBy = 1e-2;
  static constexpr double TightestTolerance = 1e-13;

  Entry& entryOf(const ResponseSettings& settings);
  void addConstraint(const ResponseConstraint& constraint, const LayoutPointer<Space>& variables);
  /// Calls visit(response) for those that belong to a realization: the design's own to the first.
  template <class Visit>
  bool allOf(std::size_t realization, const Visit& visit);
  /// Solves a realization until the solutions are accurate enough. @return false if stopped
  bool solveOf(std::size_t realization, const SolvedDesign<Space>& trial,
    const SolverSettings& settings, const std::string& place, SolveSummary& summary,
    Observer& observer);
  bool solveOnce(std::size_t realization, const SolvedDesign<Space>& trial,
    const LoadSolveSettings& settings, SolveSummary& summary, Observer& observer);
  /// Computes the gradient of a term. @return its value
  double linearizeTerm(Term& term, Parametrization<Space>& design);

  std::vector<Entry> Entries;
  Entry* Objective;
  std::vector<Term> Terms; ///< empty unless the largest of several values is minimized
  std::vector<Constraint> Constraints;
  std::vector<std::vector<AdjointSystem<Space>*>> Adjoints; ///< of each realization
};
}

#endif
