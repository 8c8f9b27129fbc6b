#ifndef TRABECULA_BENCHMARK_PAPER_VOXEL_PAPERVOXELLEVEL_H
#define TRABECULA_BENCHMARK_PAPER_VOXEL_PAPERVOXELLEVEL_H

#include "Benchmark/Paper/Voxel/CurveTransfer.h"
#include "Benchmark/Paper/Voxel/MortonOrder.h"
#include "Benchmark/Paper/Voxel/PaperVoxelSettings.h"
#include "Benchmark/Paper/Voxel/VoxelCurveOperator.h"
#include "Core/Context.h"
#include "Core/Vectors/Vector.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/// A grid of the micro-FE paper's hierarchy with its vectors in double precision.
template <class Space>
struct PaperVoxelLevel
{
  /// @param constrained bits of constrained components, one per node along the curve
  /// @param isCoarsest whether eigenvalues are not needed
  PaperVoxelLevel(const Context<Space>& context, const MortonOrder& order,
    const std::vector<std::uint8_t>& constrained, double poissonsRatio,
    const PaperVoxelSettings& settings, bool isCoarsest);

  std::int64_t size() const { return this->matrix->size(); }

  std::unique_ptr<VoxelCurveOperator<Space>> matrix;
  Vector<Space> inverseDiagonal;  ///< 0 on constrained unknowns
  double largestEigenvalue = 0.0; ///< of D^-1 K
  Vector<Space> z;                ///< a product or residual
  Vector<Space> p;                ///< a direction
  /// Right-hand side and solution; empty on the finest level.
  Vector<Space> b;
  Vector<Space> x;
  /// Lists to the next coarser level.
  DeviceVector<std::int32_t, Space> firstChild;
  DeviceVector<std::uint8_t, Space> children;
  DeviceVector<std::int32_t, Space> neighbours;

  void setTransfer(const CurveTransfer& transfer);
  std::size_t transferBytes() const
  {
    return this->firstChild.bytes() + this->children.bytes() + this->neighbours.bytes();
  }
};
}

#endif
