#ifndef TRABECULA_BENCHMARK_PAPER_VOXEL_VOXELHASHOPERATOR_H
#define TRABECULA_BENCHMARK_PAPER_VOXEL_VOXELHASHOPERATOR_H

#include "Benchmark/Paper/Voxel/MortonOrder.h"
#include "Benchmark/Paper/Voxel/PerfectHash.h"
#include "Benchmark/Paper/Voxel/VoxelElementMatrix.h"
#include "Core/Vectors/DeviceVector.h"
#include "Operator/LinearOperator.h"
#include "Operator/OperatorLayouts.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * The voxel stiffness with the micro-FE paper's perfect hashing (its section 3.2.1): nodes and
 * elements along the Morton curve, a key per element, and a hash from keys to nodes.
 *
 * For comparison with VoxelOperator: the same matrix, a 24x24 product per element, atomic sums,
 * which are not bitwise reproducible. Vectors are along the curve: see order().
 */
template <class Space>
class VoxelHashOperator : public LinearOperator<Space>
{
public:
  /// @param layouts of the nodes and elements of the grid, all of which this part owns
  VoxelHashOperator(
    const OperatorLayouts<Space>& layouts, const VoxelGrid& grid, double poissonsRatio);

  /// y = K x of raw arrays in single precision.
  void multiply(const float* x, float* y);

  /// The grid's number of each node along the curve, which is the order of vectors here.
  const std::vector<std::int32_t>& order() const { return this->Order; }
  /// Mean number of bytes for the nodes of an element (the paper's Table 1), without moduli.
  double bytesPerElement() const;

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override;

private:
  template <class Real>
  void multiplyBy(
    const VoxelElementMatrix<Real>& matrix, const Real* moduli, const Real* x, Real* y);

  std::vector<std::int32_t> Order;
  VoxelElementMatrix<double> Matrix;
  VoxelElementMatrix<float> MatrixInFloat;
  DeviceVector<std::uint64_t, Space> Keys; ///< of elements
  DeviceVector<std::int32_t, Space> Slots;
  DeviceVector<std::uint16_t, Space> Offsets;
  DeviceVector<PerfectHashPart, Space> Parts;
  int Shift;
  DeviceVector<double, Space> Moduli; ///< along the curve
  DeviceVector<float, Space> ModuliInFloat;
};
}

#endif
