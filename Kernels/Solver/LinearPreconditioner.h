#ifndef TRABECULA_SOLVER_LINEARPRECONDITIONER_H
#define TRABECULA_SOLVER_LINEARPRECONDITIONER_H

namespace trabecula
{
template <class Space>
class DiagonalPreconditioner;

/// An approximation of the inverse of a stiffness matrix on its free unknowns, in single precision.
/// It is positive definite (r.M^-1 r > 0), but need be neither symmetric nor linear.
template <class Space>
class LinearPreconditioner
{
public:
  virtual ~LinearPreconditioner() = default;
  /// M^-1 r, in memory of the preconditioner that the next call overwrites. Prescribed unknowns of
  /// r are zero, and so are those of the result.
  virtual const float* apply(const double* r) = 0;
  /// One value per unknown, 0 on prescribed ones and not 0 on free ones.
  virtual const float* freeUnknowns() const = 0;

  /// Itself if it is a diagonal, with or without a coarse space, which ConjugateGradient fuses with
  /// its vector operations; else null.
  virtual DiagonalPreconditioner<Space>* asDiagonal() { return nullptr; }
};
}

#endif
