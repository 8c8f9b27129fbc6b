#ifndef TRABECULA_BENCHMARK_PAPER_VOXEL_CURVETRANSFER_H
#define TRABECULA_BENCHMARK_PAPER_VOXEL_CURVETRANSFER_H

#include "Benchmark/Paper/Voxel/MortonOrder.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Lists for trilinear interpolation between two grids along the Morton curve (micro-FE paper,
/// section 3.2.3). The children of a coarse node, which are at up to one fine step from it along
/// each axis, follow each other along the curve.
struct CurveTransfer
{
  std::vector<std::int32_t> firstChild; ///< of each coarse node
  std::vector<std::uint8_t> children;   ///< bit b of a coarse node: whether there is child b
  /// Coarse nodes at a coarse step from each along the axes of bits b, -1 where there is none: for
  /// b = 1 of all coarse nodes, then for b = 2, up to 7.
  std::vector<std::int32_t> neighbours;
};

CurveTransfer makeCurveTransfer(const MortonOrder& fine, const MortonOrder& coarse);

/// Bits of constrained components of coarse nodes: those of which a constrained fine component is
/// interpolated.
std::vector<std::uint8_t> coarsenedConstraints(
  const CurveTransfer& transfer, const std::vector<std::uint8_t>& fine);

/// The diagonal of the stiffness, 3 per node along the curve.
std::vector<double> curveDiagonal(const MortonOrder& order, double poissonsRatio);
}

#endif
