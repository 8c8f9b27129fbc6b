#ifndef TRABECULA_OPERATOR_VOXELOPERATOR_H
#define TRABECULA_OPERATOR_VOXELOPERATOR_H

#include "Core/DeviceVector.h"
#include "Mesh/VoxelGrid.h"
#include "Operator/LinearOperator.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
/**
 * y = K(E) x on a voxel grid: eight-node bricks with 2x2x2 Gauss points, no stored matrix, each
 * element product in the Walsh-Hadamard basis of its corners (see Element/VoxelHex8.h).
 *
 * Vectors have three unknowns per node, interleaved. A brick's nodes are summed by one thread or
 * block, which recomputes the elements between bricks: no atomics, bitwise reproducible in each
 * space, for every number of threads.
 */
template <class Space>
class VoxelOperator : public LinearOperator<Space>
{
public:
  /// Copies the bricks to the space. The moduli are the grid's. @param poissonsRatio in (-1, 0.5)
  VoxelOperator(const VoxelGrid& grid, double poissonsRatio);

  /// Young's moduli, one per element, in memory of the space. Copied, in both precisions.
  void setModuli(const double* moduli);
  const double* moduli() const { return this->Moduli.data(); }
  /// Those of the grid, in memory of the space.
  const VoxelBrick* bricks() const { return this->Bricks.data(); }

  std::int64_t size() const override { return 3 * this->NumberOfNodes; }
  std::int64_t numberOfNodes() const { return this->NumberOfNodes; }
  std::int64_t numberOfElements() const { return this->NumberOfElements; }

  void apply(const double* x, double* y) override;
  /// The same in single precision.
  void apply(const float* x, float* y);

  /// The diagonal of K(E), one value per unknown.
  void diagonal(double* d);

  /// energies[e] += weight * u_e.(K_e u_e) for a Young's modulus of one.
  void addUnitEnergies(const double* u, double weight, double* energies);

  /// Bytes that an operator takes in its space, at most.
  static std::size_t memory(std::size_t bricks, std::size_t elements);

private:
  std::int64_t NumberOfNodes;
  std::int64_t NumberOfElements;
  std::array<double, 3> Spacing;
  double PoissonsRatio;
  DeviceVector<VoxelBrick, Space> Bricks;
  DeviceVector<double, Space> Moduli;
  DeviceVector<float, Space> ModuliInFloat;
};
}

#endif
