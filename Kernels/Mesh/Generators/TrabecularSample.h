#ifndef TRABECULA_MESH_GENERATORS_TRABECULARSAMPLE_H
#define TRABECULA_MESH_GENERATORS_TRABECULARSAMPLE_H

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * What a bone-like voxel structure is made from: the intersection of two thresholded noise
 * functions, as in CUDA-ParOSol's perlin meshes (µFE paper, section 4).
 */
struct TrabecularSampleSettings
{
  std::array<int, 3> cells = { 64, 64, 64 }; ///< voxels along x, y, z
  /// Edge of a cell of the noise, in voxels; at least 2. Struts are about a third of it thick and
  /// one of it apart.
  double voxelsPerPeriod = 16.0;
  double volumeFraction = 0.25; ///< solid voxels over all, in (0, 1]
  std::uint64_t seed = 1;       ///< chooses both noise functions
  /// Keeps the largest part joined through faces and clears the others, so that the volume fraction
  /// may end lower.
  bool connected = false;
};

/// Fields of a sample, one value per voxel, x fastest.
struct TrabecularSample
{
  std::vector<std::uint8_t> solid; ///< 1 where it is solid, else 0
  /// Relative density that rises from 0 in void to 1 in solid across the surface, where it is 1/2;
  /// 1/2 or more where it is solid, less elsewhere, 0 in voxels that were cleared.
  std::vector<float> density;
  /// What both noise functions reach or exceed where the sample is solid.
  double threshold = 0.0;
};

/// How much the noise changes while the density goes from 0 to 1.
constexpr double TrabecularDensityWidth = 0.25;

/**
 * Samples the same two functions, given by the seed, at the centres of voxels, whatever their
 * number is. With twice the cells and twice the voxels a period it is the same structure at twice
 * the resolution. The threshold is the quantile that gives the volume fraction: the number of
 * solid voxels is the wanted one, rounded, or more by the voxels that are equal to the last.
 *
 * The functions are gradient noise (K. Perlin, Improving noise, SIGGRAPH 2002), with gradients
 * hashed from seed and lattice point instead of a table, so that nothing repeats, and the second
 * lattice shifted by half a cell, as the noise is zero at the points of its lattice.
 *
 * Bitwise the same for any number of threads. Takes one byte a voxel, four more with the density,
 * and for a moment four more if it shall be connected.
 *
 * @param withDensity fills TrabecularSample::density, which is empty otherwise
 * @throws Error for settings out of the ranges above
 */
TrabecularSample makeTrabecularSample(
  const TrabecularSampleSettings& settings, bool withDensity = false);
}

#endif
