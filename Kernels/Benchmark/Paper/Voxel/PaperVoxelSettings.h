#ifndef TRABECULA_BENCHMARK_PAPER_VOXEL_PAPERVOXELSETTINGS_H
#define TRABECULA_BENCHMARK_PAPER_VOXEL_PAPERVOXELSETTINGS_H

namespace trabecula
{
/// How elements find their nodes.
enum class VoxelStorage
{
  Offsets, ///< the paper's section 3.2.2
  Hash     ///< its section 3.2.1
};

/**
 * Settings of the micro-FE paper's solver. The paper names the methods and no numbers; those that
 * stand here are the defaults of ParOSol as published by its authors (version of TU Wien).
 */
struct PaperVoxelSettings
{
  VoxelStorage storage = VoxelStorage::Offsets;
  int coarsenings = 6;   ///< at most; fewer if a grid would have one element along an axis
  int cycles = 2;        ///< the paper's gamma: 1 is a V-cycle, 2 a W-cycle
  int degree = 10;       ///< of the Chebyshev polynomials
  double ratio = 16.0;   ///< largest over smallest smoothed eigenvalue
  double margin = 1.05;  ///< factor on the estimate of the largest one
  int lanczosSteps = 10; ///< for this estimate
  /// Of conjugate gradients with the diagonal on the coarsest grid: reduction of the residual's
  /// norm, and most steps.
  double coarseTolerance = 1e-7;
  int coarseIterations = 20;
  double tolerance = 1e-6; ///< on ||r|| / ||b||
  int maximumIterations = 1000;
};
}

#endif
