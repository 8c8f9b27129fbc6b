#ifndef TRABECULA_SOLVER_ELASTICPRECONDITIONER_H
#define TRABECULA_SOLVER_ELASTICPRECONDITIONER_H

#include "Solver/LinearPreconditioner.h"

#include <limits>

namespace trabecula
{
/// A preconditioner for the stiffness of a structure, which follows its moduli.
template <class Space>
class ElasticPreconditioner : public LinearPreconditioner<Space>
{
public:
  /// To be called after the moduli of the stiffness were set.
  /// @param moduli one per material point @param largest upper bound of the moduli
  virtual void update(const double* moduli, double largest) = 0;
  /// After a breakdown, until update(): becomes more cautious. @return false if nothing is left to
  /// try
  virtual bool recover() { return false; }
  /// Iterations of a solution after which another preconditioner is worth its set-up.
  virtual int patience(double /*tolerance*/) const { return std::numeric_limits<int>::max(); }
};
}

#endif
