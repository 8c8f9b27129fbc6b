#ifndef TRABECULA_OPERATOR_HEX8_MAKEHEX8OPERATOR_H
#define TRABECULA_OPERATOR_HEX8_MAKEHEX8OPERATOR_H

#include "Mesh/Mesh.h"
#include "Operator/Hex8/Hex8Operator.h"
#include "Operator/Hex8/Strategy.h"

#include <memory>

namespace trabecula
{
/**
 * Builds an operator on a mesh.
 *
 * @param poissonsRatio of all elements, in (-1, 0.5).
 * @param strategy Strategy::Auto chooses Congruent where the mesh has few distinct shapes of
 *   elements, with parallel faces, else Recompute. It looks neither at the device nor at its free
 *   memory: on all that were measured these two are the fastest, by a factor of ten on a GPU, and
 *   they take the least memory, a fiftieth of what stored matrices take (Benchmark/README.md).
 * @param reproducible whether all results must have the same bits, run after run on one device.
 * @throws Error if the strategy does not suit the space, reproducibility or the mesh, or before
 *   anything is allocated, if the memory available does not suffice.
 */
template <class Space>
std::unique_ptr<Hex8Operator<Space>> makeHex8Operator(const Mesh& mesh, double poissonsRatio,
  Strategy strategy = Strategy::Auto, bool reproducible = false);
}

#endif
