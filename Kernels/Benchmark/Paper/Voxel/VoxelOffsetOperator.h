#ifndef TRABECULA_BENCHMARK_PAPER_VOXEL_VOXELOFFSETOPERATOR_H
#define TRABECULA_BENCHMARK_PAPER_VOXEL_VOXELOFFSETOPERATOR_H

#include "Benchmark/Paper/Voxel/MortonOrder.h"
#include "Benchmark/Paper/Voxel/VoxelElementMatrix.h"
#include "Core/Vectors/DeviceVector.h"
#include "Operator/LinearOperator.h"
#include "Operator/OperatorLayouts.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * The voxel stiffness with the micro-FE paper's offsets (its section 3.2.2): nodes along the Morton
 * curve, and for each element the position of its first node and the offsets of the others: short,
 * of one byte, if all are below 256, medium, of two, if below 65536, else long, of four. Elements
 * are sorted as long, medium, short.
 *
 * For comparison with VoxelOperator: the same matrix, a 24x24 product per element, atomic sums,
 * which are not bitwise reproducible. Vectors are along the curve: see order().
 */
template <class Space>
class VoxelOffsetOperator : public LinearOperator<Space>
{
public:
  /// @param layouts of the nodes and elements of the grid, all of which this part owns
  VoxelOffsetOperator(
    const OperatorLayouts<Space>& layouts, const VoxelGrid& grid, double poissonsRatio);

  /// y = K x of raw arrays in single precision.
  void multiply(const float* x, float* y);

  /// The grid's number of each node along the curve, which is the order of vectors here.
  const std::vector<std::int32_t>& order() const { return this->Order; }
  /// Number of long, medium and short elements.
  std::array<std::int64_t, 3> classes() const;
  /// Mean number of bytes for the nodes of an element (the paper's Table 1), without moduli.
  double bytesPerElement() const;

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override;

private:
  template <class Offset>
  struct Class
  {
    DeviceVector<std::int32_t, Space> first; ///< node of each element
    DeviceVector<Offset, Space> offsets;     ///< of corner 1 of all elements, then of corner 2
  };

  template <class Real>
  void multiplyBy(
    const VoxelElementMatrix<Real>& matrix, const Real* moduli, const Real* x, Real* y);

  std::vector<std::int32_t> Order;
  VoxelElementMatrix<double> Matrix;
  VoxelElementMatrix<float> MatrixInFloat;
  Class<std::int32_t> Long;
  Class<std::uint16_t> Medium;
  Class<std::uint8_t> Short;
  DeviceVector<double, Space> Moduli; ///< in the order of the classes
  DeviceVector<float, Space> ModuliInFloat;
};
}

#endif
