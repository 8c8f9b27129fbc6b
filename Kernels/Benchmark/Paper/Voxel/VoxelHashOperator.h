#ifndef TRABECULA_BENCHMARK_PAPER_VOXEL_VOXELHASHOPERATOR_H
#define TRABECULA_BENCHMARK_PAPER_VOXEL_VOXELHASHOPERATOR_H

#include "Benchmark/Paper/Voxel/PerfectHash.h"
#include "Benchmark/Paper/Voxel/VoxelCurveOperator.h"
#include "Operator/OperatorLayouts.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
/// The voxel stiffness with the micro-FE paper's perfect hashing (its section 3.2.1): a key per
/// element along the curve, and a hash from keys to nodes.
template <class Space>
class VoxelHashOperator : public VoxelCurveOperator<Space>
{
public:
  VoxelHashOperator(LayoutPointer<Space> unknowns, const MortonOrder& order, double poissonsRatio,
    ElementThreads threads = ElementThreads::Together);
  /// @param layouts of the nodes and elements of the grid, all of which this part owns
  VoxelHashOperator(const OperatorLayouts<Space>& layouts, const VoxelGrid& grid,
    double poissonsRatio, ElementThreads threads = ElementThreads::Together)
    : VoxelHashOperator(layouts.unknowns, makeMortonOrder(grid), poissonsRatio, threads)
  {
  }

  void multiply(const float* x, float* y) override;

  std::size_t lookupBytes() const override;

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override;

private:
  template <class Real>
  void multiplyBy(
    const VoxelElementMatrix<Real>& matrix, const Real* moduli, const Real* x, Real* y);

  DeviceVector<std::uint64_t, Space> Keys; ///< of elements
  DeviceVector<std::int32_t, Space> Slots;
  DeviceVector<std::uint16_t, Space> Offsets;
  DeviceVector<PerfectHashPart, Space> Parts;
  int Shift;
};
}

#endif
