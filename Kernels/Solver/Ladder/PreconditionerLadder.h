#ifndef TRABECULA_SOLVER_LADDER_PRECONDITIONERLADDER_H
#define TRABECULA_SOLVER_LADDER_PRECONDITIONERLADDER_H

#include "Core/Context.h"
#include "Core/Observer.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/StiffnessPreconditioner.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
/// A preconditioner that a PreconditionerLadder may build.
template <class Space>
struct Rung
{
  std::string name; ///< as in "multigrid on a lattice"
  /// Builds it. @throws SolverBreakdown where it does not exist for the stiffness; Error, mostly
  /// for lack of memory
  std::function<std::unique_ptr<StiffnessPreconditioner<Space>>()> make;
  /// Estimates the bytes that make() and the first update() take, when the rung before was given
  /// up. Empty means that it is not asked whether there is memory for it.
  std::function<std::size_t()> memory = nullptr;
};

/// What solutions depend on to their last bits besides the problem, for checkpoints.
struct LadderState
{
  int replacements = 0; ///< number of rungs that were given up
  double caution = 0.0; ///< of the present rung; see StiffnessPreconditioner::caution()
};

/**
 * The preconditioners of a stiffness in the order of preference. One is in use; when it breaks down
 * and can become no more cautious, or takes more iterations than it is worth, the next one replaces
 * it for good, with a note to the observer.
 */
template <class Space>
class PreconditionerLadder
{
public:
  /// @param rungs one at least; the last one is not asked for its memory
  PreconditionerLadder(const Context<Space>& context, std::vector<Rung<Space>> rungs);
  ~PreconditionerLadder();
  PreconditionerLadder(const PreconditionerLadder&) = delete;
  PreconditionerLadder& operator=(const PreconditionerLadder&) = delete;

  /// To be called after the moduli of the stiffness were set.
  /// @param moduli of the material points; must remain valid until the next call
  /// @param largest upper bound of the moduli
  void update(const Vector<Space>& moduli, double largest);

  /// Number of right-hand sides, of those wanted, that are to be solved together.
  int columnsAtOnce(int wanted) const { return this->Present->columnsAtOnce(wanted); }

  /// ConjugateGradient::solve() with the present preconditioner, and with the next one where it
  /// fails. Iterations are the sum over all that were tried.
  std::vector<SolverReport> solve(ConjugateGradient<Space>& solver, LinearOperator<Space>& A,
    const std::vector<RightHandSide<Space>>& f, const std::vector<Vector<Space>*>& u,
    double tolerance, int maximumIterations, Observer& observer);

  LadderState state() const;
  /// Builds the preconditioner that was in use; update() must follow. @throws Error as its make()
  void restore(const LadderState& state);

  /// The preconditioner in use.
  StiffnessPreconditioner<Space>& present() { return *this->Present; }

private:
  /// Builds the present rung, or the first one after it that exists.
  void build();
  /// Gives up the present rung. @param why, a sentence @return false if there is no other
  bool replace(const std::string& why);
  /// Makes the present one more cautious. @return false if it cannot be
  bool recover(Observer& observer);
  void tellWhy(Observer& observer);
  /// After a replacement by a preconditioner that takes one right-hand side at a time.
  std::vector<SolverReport> solveOneByOne(ConjugateGradient<Space>& solver,
    LinearOperator<Space>& A, const std::vector<RightHandSide<Space>>& f,
    const std::vector<Vector<Space>*>& u, double tolerance, int maximumIterations, int spent,
    Observer& observer);

  const Context<Space>* Computing;
  std::vector<Rung<Space>> Rungs;
  std::size_t At = 0; ///< the present rung
  std::unique_ptr<StiffnessPreconditioner<Space>> Present;
  std::string WhyReplaced; ///< not yet told to an observer
  const Vector<Space>* Moduli = nullptr;
  double Largest = 0.0;
};
}

#endif
