#ifndef TRABECULA_FILTERS_VOXELMATERIAL_H
#define TRABECULA_FILTERS_VOXELMATERIAL_H

#include "VoxelImageConverter.h"

#include <utility>
#include <vector>

namespace trabecula::filters
{
/// Mapping of voxel values to Young's moduli.
struct VoxelMaterial
{
  enum Kind
  {
    Automatic, ///< Moduli for an array named "YoungsModulus", else AboveThreshold
    AboveThreshold,
    BetweenThresholds,
    Labels,
    PowerLaw,
    Moduli
  };

  Kind kind = Automatic;
  double youngsModulus = 1.0;                   ///< of all solid voxels, with thresholds
  double lowerThreshold = 0.5;                  ///< smallest value of a solid voxel
  double upperThreshold = 1.0;                  ///< largest one, with BetweenThresholds
  std::vector<std::pair<double, double>> table; ///< label and modulus, with Labels
  double coefficient = 1.0;                     ///< modulus = coefficient density ^ exponent
  double exponent = 1.0;
  double densityThreshold = 0.0; ///< voxels of lower density are void
};

/// The image of moduli in the image's axes, with its corner at the origin.
/// @throws Error naming the array or the property that is wrong
VoxelImage makeVoxelImage(const ImageVoxels& voxels, const VoxelMaterial& material);
}

#endif
