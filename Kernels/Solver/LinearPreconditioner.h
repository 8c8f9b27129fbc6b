#ifndef TRABECULA_SOLVER_LINEARPRECONDITIONER_H
#define TRABECULA_SOLVER_LINEARPRECONDITIONER_H

namespace trabecula
{
/// A symmetric positive definite approximation of the inverse of a stiffness on its free unknowns.
template <class Space>
class LinearPreconditioner
{
public:
  virtual ~LinearPreconditioner() = default;
  /// z = M^-1 r, in memory of the space. Supported unknowns of r are not read, those of z are zero.
  virtual void apply(const double* r, double* z) = 0;
};
}

#endif
