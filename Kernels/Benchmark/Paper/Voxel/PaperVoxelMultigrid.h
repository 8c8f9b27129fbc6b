#ifndef TRABECULA_BENCHMARK_PAPER_VOXEL_PAPERVOXELMULTIGRID_H
#define TRABECULA_BENCHMARK_PAPER_VOXEL_PAPERVOXELMULTIGRID_H

#include "Benchmark/Paper/Voxel/PaperVoxelLevel.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * The micro-FE paper's multigrid preconditioner (its Algorithm 1): grids along the Morton curve
 * with averaged moduli, the same products on all of them, Chebyshev smoothing before and after the
 * coarse correction, and few steps of conjugate gradients with the diagonal on the coarsest grid.
 */
template <class Space>
class PaperVoxelMultigrid
{
public:
  /// @param constrained bits of constrained components, one per node along the curve
  PaperVoxelMultigrid(const Context<Space>& context, const MortonOrder& finest,
    const std::vector<std::uint8_t>& constrained, double poissonsRatio,
    const PaperVoxelSettings& settings);

  /// x = M^-1 b. @param b zero on constrained unknowns
  void apply(const Vector<Space>& b, Vector<Space>& x) { this->cycle(0, b, x); }

  std::size_t numberOfLevels() const { return this->Levels.size(); }
  PaperVoxelLevel<Space>& level(std::size_t number) { return *this->Levels[number]; }
  const PaperVoxelLevel<Space>& level(std::size_t number) const { return *this->Levels[number]; }

private:
  void cycle(std::size_t number, const Vector<Space>& b, Vector<Space>& x);
  void smooth(PaperVoxelLevel<Space>& level, const Vector<Space>& b, Vector<Space>& x, bool isZero);
  void solveCoarsest();

  PaperVoxelSettings Settings;
  std::vector<std::unique_ptr<PaperVoxelLevel<Space>>> Levels; ///< the finest first
};
}

#endif
