#ifndef TRABECULA_FILTERS_VOXELMATERIAL_H
#define TRABECULA_FILTERS_VOXELMATERIAL_H

#include "VoxelImageConverter.h"

#include <string>
#include <utility>
#include <vector>

namespace trabecula::filters
{
/// Mapping of voxel values to Young's moduli.
struct VoxelMaterial
{
  enum Kind
  {
    /// By the array: Moduli of "YoungsModulus", Fractions of "SolidFraction", else AboveThreshold.
    Automatic,
    AboveThreshold,
    BetweenThresholds,
    Labels,
    PowerLaw,
    Moduli,
    Fractions ///< the modulus of the solid times the value, from 0 to 1
  };

  /// With Automatic it stands for the threshold of a gray image by its histogram, and for itself
  /// with any other image.
  static constexpr double DefaultThreshold = 0.5;

  Kind kind = Automatic;
  double youngsModulus = 1.0;                   ///< of all solid voxels, with thresholds
  double lowerThreshold = DefaultThreshold;     ///< smallest value of a solid voxel
  double upperThreshold = 1.0;                  ///< largest one, with BetweenThresholds
  std::vector<std::pair<double, double>> table; ///< label and modulus, with Labels
  double coefficient = 1.0;                     ///< modulus = coefficient density ^ exponent
  double exponent = 1.0;
  double densityThreshold = 0.0; ///< voxels of lower density are void
};

/// How voxel values were mapped.
struct MaterialChoice
{
  double threshold = 0.0; ///< smallest value of a solid voxel; NaN without thresholds
  std::string method;     ///< a sentence on a threshold that was chosen by the histogram, or empty
  std::string warning;    ///< where all voxels are solid, which a wrong threshold may cause
};

/// The image of moduli in the image's axes, with its corner at the origin.
/// @throws Error naming the array or the property that is wrong
VoxelImage makeVoxelImage(
  const ImageVoxels& voxels, const VoxelMaterial& material, MaterialChoice& choice);
}

#endif
