#ifndef TRABECULA_SOLVER_EIGEN_COLUMNPRECONDITIONING_H
#define TRABECULA_SOLVER_EIGEN_COLUMNPRECONDITIONING_H

#include "Core/Vectors/MultiVector.h"
#include "Solver/LinearPreconditioner.h"

namespace trabecula
{
/// Replaces columns, which are stored apart, by preconditioned ones, together where the
/// preconditioner takes several. Each is scaled to a length of one first, as the result is in
/// single precision, whose range a residual may exceed.
template <class Space>
void preconditionColumns(
  LinearPreconditioner<Space>& T, MultiVector<Space>& vectors, int first, int count);
}

#endif
