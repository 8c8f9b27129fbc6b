#ifndef TRABECULA_SOLVER_LINEARPRECONDITIONER_H
#define TRABECULA_SOLVER_LINEARPRECONDITIONER_H

#include "Core/Vectors/MultiVector.h"
#include "Core/Vectors/Vector.h"

namespace trabecula
{
template <class Space>
class DiagonalPreconditioner;

/// An approximation of the inverse of a matrix on its free unknowns, with results in single
/// precision. It is positive definite (r.M^-1 r > 0), but need be neither symmetric nor linear.
template <class Space>
class LinearPreconditioner
{
public:
  virtual ~LinearPreconditioner() = default;
  /// M^-1 r, in memory of the preconditioner that the next call overwrites. Constrained unknowns of
  /// r must be zero, and those of the result are zero. Entries of ghosts are undefined.
  virtual const Vector<Space, float>& apply(const Vector<Space>& r) = 0;
  /// Marks of unknowns: 0 on constrained ones and not 0 on free ones, also on ghosts.
  virtual const Vector<Space, float>& freeUnknowns() const = 0;

  /// The arrangement in memory of multiple right-hand sides that applyToColumns() requires.
  virtual Arrangement arrangement() const { return Arrangement::Apart; }
  /// Number of right-hand sides, at most those wanted, that are to be solved together: as many as
  /// fit into memory if that is faster than one after another, else 1. All parts ask for the same
  /// number at the same time, and have the same answer.
  virtual int columnsAtOnce(int /*wanted*/) const { return 1; }
  /// M^-1 r for each active column, in memory of the preconditioner; other columns of the result
  /// are undefined.
  /// @param r with a number of columns that columnsAtOnce() returned
  /// @throws Error if the preconditioner takes one right-hand side at a time
  virtual MultiVector<Space, float>& applyToColumns(
    MultiVector<Space>& /*r*/, const ColumnSet& /*active*/)
  {
    throw Error("This preconditioner takes one right-hand side at a time.");
  }

  /// This object if it is a diagonal, with or without a coarse space, which ConjugateGradient fuses
  /// with its vector operations; else null.
  virtual DiagonalPreconditioner<Space>* asDiagonal() { return nullptr; }
};
}

#endif
