#ifndef TRABECULA_OPERATOR_CONDUCTION_VOXELCONDUCTION_H
#define TRABECULA_OPERATOR_CONDUCTION_VOXELCONDUCTION_H

#include "Core/Vectors/DeviceVector.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/LinearOperator.h"
#include "Operator/OperatorLayouts.h"
#include "Operator/Voxel/VoxelLaw.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
/**
 * y = K(k) x of heat conduction on a voxel grid: eight-node bricks with 2x2x2 Gauss points, no
 * stored matrix; what VoxelOperator is to elasticity. Its coefficients, moduli by name, are
 * conductivities, power per length and temperature.
 *
 * Temperatures and conductivities of a brick and its surroundings are copied to a dense array, of
 * which each node of the brick takes a sum of 27 products (Element/VoxelConductionHex8.h), by one
 * thread of the host for each brick, by one block on CUDA. Bitwise reproducible in each space,
 * independent of the number of threads.
 *
 * The functions of raw arrays are kernels of multigrid and of VoxelStiffness: arrays are
 * in memory of the space and have the entries of the layouts; neither lengths are checked nor
 * ghosts updated.
 */
template <class Space>
class VoxelConduction : public LinearOperator<Space>
{
public:
  /// Copies the bricks to the space. Conductivities are initially the moduli of the grid.
  /// @param law with another matrix of a voxel, conductivities are its coefficients
  /// @param layouts of the nodes, one component, and elements of the grid
  /// @throws Error if a layout does not fit the grid
  VoxelConduction(
    const OperatorLayouts<Space>& layouts, const VoxelGrid& grid, VoxelLaw<1> law = {});

  std::int64_t numberOfElements() const { return this->Moduli.size(); }

  /// Conductivities of the elements, which are copied, in both precisions; those that are smaller
  /// than least become it.
  void setModuli(const Vector<Space>& moduli, double least = 0.0);
  const Vector<Space>& moduli() const { return this->Moduli; }
  /// Those of the grid, in memory of the space.
  const VoxelBrick* bricks() const { return this->Bricks.data(); }
  std::int64_t numberOfBricks() const { return static_cast<std::int64_t>(this->Bricks.size()); }

  // Kernels:

  void useModuli(const double* moduli, double least = 0.0);
  /// y = K x; they do not overlap.
  void multiply(const double* x, double* y);
  void multiply(const float* x, float* y);
  /// The same for each of three interleaved components of the nodes.
  void multiplyComponents(const double* x, double* y);
  /// The diagonal of K(k).
  void computeDiagonal(double* d);
  /// energies[e] += weight * T_e.(K_e T_e) for a conductivity of one.
  void addEnergies(const double* T, double weight, double* energies);

  /// Upper bound of the bytes of an operator in its space.
  static std::size_t memory(std::size_t bricks, std::size_t elements);

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override
  {
    this->multiply(x.data(), y.data());
  }

private:
  std::array<double, 3> Spacing;
  VoxelLaw<1> Law;
  DeviceVector<VoxelBrick, Space> Bricks;
  Vector<Space> Moduli;
  DeviceVector<float, Space> ModuliInFloat;
};
}

#endif
