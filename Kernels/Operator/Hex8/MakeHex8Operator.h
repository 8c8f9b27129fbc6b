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
 * @param layouts of the nodes and elements of the mesh
 * @param poissonsRatio of all elements, in (-1, 0.5).
 * @param strategy Strategy::Auto chooses Congruent if the mesh has few distinct element shapes with
 * parallel faces, else Recompute, independent of the device and its free memory: on all measured
 * devices these two are the fastest, by a factor of ten on a GPU, and need a fiftieth of the memory
 * of stored matrices (Benchmark/README.md).
 * @param reproducible whether results of repeated runs on one device must be bitwise equal.
 * @throws Error if the strategy does not support the space, reproducibility or the mesh, or, before
 * any allocation, if the available memory is not sufficient.
 */
template <class Space>
std::unique_ptr<Hex8Operator<Space>> makeHex8Operator(const OperatorLayouts<Space>& layouts,
  const Mesh& mesh, double poissonsRatio, Strategy strategy = Strategy::Auto,
  bool reproducible = false);
}

#endif
