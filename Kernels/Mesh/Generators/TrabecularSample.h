#ifndef TRABECULA_MESH_GENERATORS_TRABECULARSAMPLE_H
#define TRABECULA_MESH_GENERATORS_TRABECULARSAMPLE_H

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Settings of a bone-like voxel structure: the intersection of two thresholded noise
 * functions, as in CUDA-ParOSol's perlin meshes (µFE paper, section 4).
 */
struct TrabecularSampleSettings
{
  std::array<int, 3> cells = { 64, 64, 64 }; ///< voxels along x, y, z
  /// Edge of a cell of the noise, in voxels; at least 2. The thickness of struts is about a third
  /// of this edge, and their distance about equal to it.
  double voxelsPerPeriod = 16.0;
  double volumeFraction = 0.25; ///< solid voxels over all voxels, in (0, 1]
  std::uint64_t seed = 1;       ///< chooses both noise functions
  /// Keeps only the largest part connected through faces, so that the volume fraction may be lower.
  bool connected = false;
};

/// Fields of a sample, one value per voxel, x fastest.
struct TrabecularSample
{
  std::vector<std::uint8_t> solid; ///< 1 where it is solid, else 0
  /// Relative density, which increases from 0 in void to 1 in solid across the surface: at least
  /// 1/2 in solid voxels, less elsewhere, 0 in removed parts.
  std::vector<float> density;
  /// Smallest value of both noise functions in solid voxels.
  double threshold = 0.0;
};

/// Change of the noise over which the density increases from 0 to 1.
constexpr double TrabecularDensityWidth = 0.25;

/**
 * Samples two functions, given by the seed, at the centres of voxels. With twice the cells and
 * twice the voxels per period the structure is the same at twice the resolution. The threshold is
 * the quantile that gives the volume fraction: the number of solid voxels is the requested one,
 * rounded, plus further voxels of exactly the threshold.
 *
 * The functions are gradient noise (K. Perlin, Improving noise, SIGGRAPH 2002), with gradients
 * hashed from seed and lattice point instead of a table, so that the noise is not periodic, and the
 * second lattice shifted by half a cell, as the noise is zero at the points of its lattice.
 *
 * Bitwise independent of the number of threads. Takes one byte per voxel, four more with the
 * density, and temporarily four more if connected is set.
 *
 * @param withDensity fills TrabecularSample::density, which is empty otherwise
 * @throws Error for settings outside of the ranges above
 */
TrabecularSample makeTrabecularSample(
  const TrabecularSampleSettings& settings, bool withDensity = false);
}

#endif
