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
/// What recover() returns where there is no more to say.
constexpr const char* CautionNote =
  "The preconditioner broke down by rounding; a more cautious one is taken.";
}

/// A preconditioner for the stiffness of a structure, which follows its moduli: a rung of a
/// PreconditionerLadder.
template <class Space>
class StiffnessPreconditioner : public LinearPreconditioner<Space>
{
public:
  /// To be called after the moduli of the stiffness were set.
  /// @param moduli of the material points, with ghosts; valid until the next call
  /// @param largest upper bound of the moduli
  virtual void update(const Vector<Space>& moduli, double largest) = 0;
  /// After a breakdown: becomes more cautious, and follows the last moduli again if that needs it.
  /// @return a note for the user; empty if nothing is left to try
  /// @throws SolverBreakdown if it does not exist for them, so that nothing is left to try
  virtual std::string recover() { return {}; }
  /// Number of iterations of a solution after which another preconditioner is worth its set-up.
  virtual int patience(double /*tolerance*/) const { return std::numeric_limits<int>::max(); }

  /// How cautious it has become, for checkpoints; solutions depend on it to their last bits.
  virtual double caution() const { return 0.0; }
  /// Takes effect with the next update().
  virtual void setCaution(double /*caution*/) {}
};
}

#endif
