#ifndef TRABECULA_SOLVER_LINEARPRECONDITIONER_H
#define TRABECULA_SOLVER_LINEARPRECONDITIONER_H

namespace trabecula
{
/// A symmetric positive definite approximation of the inverse of a stiffness on its free unknowns,
/// in single precision: conjugate gradients correct what it gets wrong.
template <class Space>
class LinearPreconditioner
{
public:
  virtual ~LinearPreconditioner() = default;
  /// M^-1 r, in memory of the preconditioner's own that the next call overwrites. Supported
  /// unknowns of r are zero, and so are those of the result.
  virtual const float* apply(const double* r) = 0;
  /// Memory of the preconditioner for as many numbers as there are unknowns, which apply()
  /// overwrites and nothing else does.
  virtual double* scratch() = 0;
};
}

#endif
