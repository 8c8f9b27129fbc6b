#ifndef TRABECULA_SOLVER_INTERLEAVEDKRYLOVVECTORS_H
#define TRABECULA_SOLVER_INTERLEAVEDKRYLOVVECTORS_H

#include "Solver/KrylovVectors.h"

#include <memory>

namespace trabecula
{
/// Interleaved vectors, so that matrices and indices are read once for all; on the host. Forces and
/// solutions are copied.
std::unique_ptr<KrylovVectors<HostSpace>> makeInterleavedKrylovVectors(
  const LayoutPointer<HostSpace>& layout, int columns);
}

#endif
