#ifndef TRABECULA_OPERATOR_VOXEL_VOXELOPERATOR_H
#define TRABECULA_OPERATOR_VOXEL_VOXELOPERATOR_H

#include "Core/Vectors/DeviceVector.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/LinearOperator.h"
#include "Operator/OperatorLayouts.h"
#include "Operator/Voxel/VoxelLaw.h"
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
 * Vectors have three components of each node and begin at multiples of 16 bytes. On CUDA the nodes
 * of a pair of bricks are summed by one block, which recomputes the elements at its boundary; in
 * single precision, where bricks are not well filled, those of half a brick (VoxelStacks.h). On the
 * host a thread sums the elements of a brick, and then what bricks have for nodes of others is
 * added. No atomics, bitwise reproducible in each space, independent of the number of threads.
 *
 * The functions of raw arrays are kernels of multigrid and of VoxelStiffness: arrays are in memory
 * of the space and have the entries of the layouts; neither lengths are checked nor ghosts updated.
 */
template <class Space>
class VoxelOperator : public LinearOperator<Space>
{
public:
  /**
   * Copies the bricks to the space. Moduli are initially the grid's.
   *
   * @param layouts of the nodes and elements of the grid
   * @param law Poisson's ratio, in (-1, 0.5)
   * @throws Error if a layout does not fit the grid
   */
  VoxelOperator(const OperatorLayouts<Space>& layouts, const VoxelGrid& grid, VoxelLaw<3> law);

  OperatorLayouts<Space> layouts() const
  {
    return { this->layoutPointer(), this->Moduli.layoutPointer() };
  }
  std::int64_t numberOfNodes() const { return this->layout().count(); }
  std::int64_t numberOfElements() const { return this->Moduli.size(); }

  /// Young's moduli of the elements, which are copied, in both precisions; those that are smaller
  /// than least become it.
  void setModuli(const Vector<Space>& moduli, double least = 0.0);
  const Vector<Space>& moduli() const { return this->Moduli; }
  /// Those of the grid, in memory of the space.
  const VoxelBrick* bricks() const { return this->Bricks.data(); }

  /// Interleaved columns on the host only. The first such product allocates VoxelHostFaceValues
  /// numbers for each column and brick.
  bool hasProducts(Arrangement arrangement) const override
  {
    return arrangement == Arrangement::Apart || Space::Id == ExecutionSpace::Host;
  }

  // Kernels:

  void useModuli(const double* moduli, double least = 0.0);
  /// y = K x
  void multiply(const double* x, double* y);
  void multiply(const float* x, float* y);
  /// y = K x for so many interleaved columns, on the host only: interleavedColumns() of some
  /// number.
  void multiplyInterleaved(int columns, const double* x, double* y);
  void multiplyInterleaved(int columns, const float* x, float* y);
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
   * @param inverseDiagonal D^-1, zero at constrained unknowns
   */
  void smoothingStep(const float* inverseDiagonal, float ofDirection, float ofResidual,
    const float* d, float* r, float* e, float* x);
  /// The diagonal of K(E).
  void computeDiagonal(double* d);
  /// energies[e] += weight * u_e.(K_e u_e) for a Young's modulus of one.
  void addEnergies(const double* u, double weight, double* energies);

  /// Upper bound of the bytes of an operator in its space.
  static std::size_t memory(std::size_t bricks, std::size_t elements);

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override
  {
    this->multiply(x.data(), y.data());
  }
  void productOfInterleaved(const MultiVector<Space>& x, MultiVector<Space>& y) override;

private:
  /// Whether a GPU takes stacks for products in single precision.
  static bool takesStacks(std::size_t bricks, std::int64_t nodes);
  /// Memory for the sums of bricks for nodes of others, of products of so many columns.
  double* faces(int columns);

  std::array<double, 3> Spacing;
  double PoissonsRatio;
  DeviceVector<VoxelBrick, Space> Bricks;
  std::int64_t OwnedBricks; ///< of the part, which come first
  // On CUDA:
  DeviceVector<VoxelBrickRows, Space> Rows; ///< of each brick, and of an empty brick
  DeviceVector<VoxelTile, Space> Tiles;
  DeviceVector<VoxelColumn, Space> Columns;
  VoxelStacks<Space> Stacks; ///< for products in single precision, if bricks are not well filled
  Vector<Space> Moduli;
  DeviceVector<float, Space> ModuliInFloat; ///< in stacks, if there are some
  // On the host:
  DeviceVector<double, Space> Faces; ///< sums of bricks for nodes of others, also floats
};
}

#endif
