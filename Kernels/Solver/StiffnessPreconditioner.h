#ifndef TRABECULA_SOLVER_STIFFNESSPRECONDITIONER_H
#define TRABECULA_SOLVER_STIFFNESSPRECONDITIONER_H

#include "Core/Observer.h"
#include "Solver/LinearPreconditioner.h"

#include <limits>
#include <string>

namespace trabecula
{
namespace detail
{
/// The note of recover() where no other is more specific.
constexpr const char* CautionNote =
  "The preconditioner broke down by rounding; a more cautious one is taken.";
}

/// A preconditioner for a matrix that depends on moduli, such as Young's moduli or conductivities:
/// a rung of a PreconditionerLadder.
template <class Space>
class StiffnessPreconditioner : public LinearPreconditioner<Space>
{
public:
  /// Recomputes what depends on the moduli. To be called after they were set in the operator.
  /// @param moduli of the material points, with ghosts; must remain valid until the next call
  /// @param largest upper bound of the moduli
  virtual void update(const Vector<Space>& moduli, double largest) = 0;
  /// To be called after a breakdown: makes the preconditioner more robust, mostly at the expense of
  /// iterations, and recomputes it for the last moduli if necessary.
  /// @return a note for the user; empty if no measure is left
  /// @throws SolverBreakdown if the more robust preconditioner does not exist for these moduli
  virtual std::string recover() { return {}; }
  /// Number of iterations of a solution after which building the next preconditioner of a ladder
  /// costs less than to continue. @param tolerance of the relative residual
  virtual int patience(double /*tolerance*/) const { return std::numeric_limits<int>::max(); }

  /// The effect of earlier calls of recover() that update() does not reset, for checkpoints;
  /// solutions depend on it to their last bits.
  virtual double caution() const { return 0.0; }
  /// Restores caution(); takes effect with the next update().
  virtual void setCaution(double /*caution*/) {}
};
}

#endif
