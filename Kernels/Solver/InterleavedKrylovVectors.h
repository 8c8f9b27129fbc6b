#ifndef TRABECULA_SOLVER_INTERLEAVEDKRYLOVVECTORS_H
#define TRABECULA_SOLVER_INTERLEAVEDKRYLOVVECTORS_H

#include "Solver/KrylovVectors.h"

#include <memory>

namespace trabecula
{
/// Makes interleaved vectors on the host, so that matrices and indices are read once for all
/// right-hand sides. Right-hand sides and solutions are copied. @param columns number of right-hand
/// sides
std::unique_ptr<KrylovVectors<HostSpace>> makeInterleavedKrylovVectors(
  const LayoutPointer<HostSpace>& layout, int columns);
}

#endif
