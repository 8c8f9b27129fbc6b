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
  /// Builds it. @throws SolverBreakdown if it does not exist for the matrix; Error, mostly for lack
  /// of memory
  std::function<std::unique_ptr<StiffnessPreconditioner<Space>>()> make;
  /// Estimates the bytes that make() and the first update() allocate after the previous rung was
  /// released. Empty means that the rung is built without a check of the available memory.
  std::function<std::size_t()> memory = nullptr;
};

/// The state of a ladder for checkpoints, on which solutions depend to their last bits.
struct LadderState
{
  int replacements = 0; ///< number of rungs that were given up
  double caution = 0.0; ///< of the present rung; see StiffnessPreconditioner::caution()
};

/**
 * The preconditioners of a matrix in the order of preference. When the one in use breaks down and
 * its recover() has no measure left, or takes more iterations than its patience(), the next one for
 * which there is memory replaces it permanently, and the observer gets a note.
 */
template <class Space>
class PreconditionerLadder
{
public:
  /// @param rungs at least one; the last one is built without a check of memory @throws Error if
  /// there is none
  PreconditionerLadder(const Context<Space>& context, std::vector<Rung<Space>> rungs);
  ~PreconditionerLadder();
  PreconditionerLadder(const PreconditionerLadder&) = delete;
  PreconditionerLadder& operator=(const PreconditionerLadder&) = delete;

  /// Updates the preconditioner in use. To be called after the moduli were set in the operator.
  /// @param moduli of the material points; must remain valid until the next call
  /// @param largest upper bound of the moduli
  /// @throws SolverBreakdown if no preconditioner exists for these moduli; Error, mostly for lack
  /// of memory
  void update(const Vector<Space>& moduli, double largest);

  /// Number of right-hand sides, at most those wanted, that are to be solved together.
  int columnsAtOnce(int wanted) const { return this->Present->columnsAtOnce(wanted); }

  /// Calls ConjugateGradient::solve() with the preconditioner in use, and after a failure with the
  /// next one. Numbers of iterations are sums over all preconditioners.
  /// @throws SolverBreakdown if the last one fails
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
  /// Gives up the present rung. @param why a sentence for the user @return false if it is the last
  bool replace(const std::string& why);
  /// Calls recover() of the preconditioner in use. @return false if it has no measure left
  bool recover(Observer& observer);
  void noteReplacements(Observer& observer);
  /// Continues after a replacement by a preconditioner that takes one right-hand side at a time.
  std::vector<SolverReport> solveOneByOne(ConjugateGradient<Space>& solver,
    LinearOperator<Space>& A, const std::vector<RightHandSide<Space>>& f,
    const std::vector<Vector<Space>*>& u, double tolerance, int maximumIterations, int spent,
    Observer& observer);

  const Context<Space>* Computing;
  std::vector<Rung<Space>> Rungs;
  std::size_t At = 0; ///< number of the present rung
  std::unique_ptr<StiffnessPreconditioner<Space>> Present;
  std::string Replacements; ///< note that no observer has received yet
  const Vector<Space>* Moduli = nullptr;
  double Largest = 0.0;
};
}

#endif
