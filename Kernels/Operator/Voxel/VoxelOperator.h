#ifndef TRABECULA_OPERATOR_VOXEL_VOXELOPERATOR_H
#define TRABECULA_OPERATOR_VOXEL_VOXELOPERATOR_H

#include "Core/DeviceVector.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/LinearOperator.h"
#include "Operator/Voxel/VoxelStacks.h"
#include "Operator/Voxel/VoxelTiles.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
/**
 * y = K(E) x on a voxel grid: eight-node bricks with 2x2x2 Gauss points, no stored matrix, each
 * element product in the Walsh-Hadamard basis of its corners (see Element/VoxelHex8.h).
 *
 * Vectors have three unknowns per node, interleaved, and begin at multiples of 16 bytes. On CUDA
 * the nodes of a pair of bricks are summed by one block, which recomputes the elements at its
 * boundary; in single precision, where bricks are not well filled, those of half a brick
 * (VoxelStacks.h). On the host a thread sums the elements of a brick, and then what bricks
 * have for nodes of others is added. No atomics, bitwise reproducible in each space, independent of
 * the number of threads.
 */
template <class Space>
class VoxelOperator : public LinearOperator<Space>
{
public:
  /// Copies the bricks to the space. Moduli are initially the grid's. @param poissonsRatio in (-1,
  /// 0.5)
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
  /// y = K x for FewVectors or SeveralVectors at once, on the host only. The first call makes room
  /// for it, VoxelHostFaceValues numbers a vector and brick.
  void applyToSeveral(int vectors, const double* x, double* y);
  void applyToSeveral(int vectors, const float* x, float* y);
  /// r = b - K x in one pass; no two of them overlap.
  void residual(const float* b, const float* x, float* r);
  /**
   * One step of a Chebyshev smoother, on CUDA in one pass over its vectors (29 bytes per unknown; a
   * product and an update take 41):
   *
   *     r -= K d;  e = ofDirection * d + ofResidual * D^-1 r;  x += e
   *
   * Vectors must not overlap: e is the next step's d, so that two vectors are swapped.
   *
   * @param inverseDiagonal D^-1, zero at supported unknowns
   */
  void smoothingStep(const float* inverseDiagonal, float ofDirection, float ofResidual,
    const float* d, float* r, float* e, float* x);

  /// The diagonal of K(E), one value per unknown.
  void diagonal(double* d);

  /// energies[e] += weight * u_e.(K_e u_e) for a Young's modulus of one.
  void addUnitEnergies(const double* u, double weight, double* energies);

  /// Upper bound of the bytes of an operator in its space.
  static std::size_t memory(std::size_t bricks, std::size_t elements);

private:
  /// Whether a GPU takes stacks for products in single precision.
  static bool takesStacks(std::size_t bricks, std::int64_t nodes);
  /// Room for products of so many vectors.
  double* faces(int vectors);

  std::int64_t NumberOfNodes;
  std::int64_t NumberOfElements;
  std::array<double, 3> Spacing;
  double PoissonsRatio;
  DeviceVector<VoxelBrick, Space> Bricks;
  // On CUDA:
  DeviceVector<VoxelBrickRows, Space> Rows; ///< of each brick, and of an empty brick
  DeviceVector<VoxelTile, Space> Tiles;
  DeviceVector<VoxelColumn, Space> Columns;
  VoxelStacks<Space> Stacks; ///< for products in single precision, if bricks are not well filled
  DeviceVector<double, Space> Moduli;
  DeviceVector<float, Space> ModuliInFloat; ///< in stacks, if there are some
  DeviceVector<double, Space>
    Faces; ///< on the host: sums of bricks for nodes of others, also floats
};
}

#endif
