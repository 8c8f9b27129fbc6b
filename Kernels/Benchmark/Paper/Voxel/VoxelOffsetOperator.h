#ifndef TRABECULA_BENCHMARK_PAPER_VOXEL_VOXELOFFSETOPERATOR_H
#define TRABECULA_BENCHMARK_PAPER_VOXEL_VOXELOFFSETOPERATOR_H

#include "Benchmark/Paper/Voxel/VoxelCurveOperator.h"
#include "Operator/OperatorLayouts.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
/**
 * The voxel stiffness with the micro-FE paper's offsets (its section 3.2.2): for each element the
 * position of its first node and the offsets of the others: short, of one byte, if all are below
 * 256, medium, of two, if below 65536, else long, of four. Elements are sorted as long, medium,
 * short.
 */
template <class Space>
class VoxelOffsetOperator : public VoxelCurveOperator<Space>
{
public:
  VoxelOffsetOperator(LayoutPointer<Space> unknowns, const MortonOrder& order, double poissonsRatio,
    ElementThreads threads = ElementThreads::Together);
  /// @param layouts of the nodes and elements of the grid, all of which this part owns
  VoxelOffsetOperator(const OperatorLayouts<Space>& layouts, const VoxelGrid& grid,
    double poissonsRatio, ElementThreads threads = ElementThreads::Together)
    : VoxelOffsetOperator(layouts.unknowns, makeMortonOrder(grid), poissonsRatio, threads)
  {
  }

  void multiply(const float* x, float* y) override;

  /// Number of long, medium and short elements.
  std::array<std::int64_t, 3> classes() const;
  std::size_t lookupBytes() const override;

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

  Class<std::int32_t> Long;
  Class<std::uint16_t> Medium;
  Class<std::uint8_t> Short;
};
}

#endif
