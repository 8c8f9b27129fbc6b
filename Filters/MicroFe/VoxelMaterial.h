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
    /// Depends on the array: Moduli for "YoungsModulus", Fractions for "SolidFraction", else
    /// AboveThreshold.
    Automatic,
    AboveThreshold,
    BetweenThresholds,
    Labels,
    PowerLaw,
    Moduli,
    Fractions ///< the modulus of the solid times the value, from 0 to 1
  };

  /// With Automatic, this value is replaced by a threshold from the histogram if the image is gray;
  /// otherwise it is used as it is.
  static constexpr double DefaultThreshold = 0.5;

  Kind kind = Automatic;
  double youngsModulus = 1.0;               ///< of all solid voxels, with thresholds
  double lowerThreshold = DefaultThreshold; ///< smallest value of a solid voxel
  double upperThreshold = 1.0; ///< largest value of a solid voxel, with BetweenThresholds
  std::vector<std::pair<double, double>> table; ///< label and modulus, with Labels
  double coefficient = 1.0;                     ///< modulus = coefficient density ^ exponent
  double exponent = 1.0;
  double densityThreshold = 0.0; ///< voxels of lower density are void
};

/// How the values of voxels were mapped to moduli.
struct MaterialChoice
{
  double threshold = 0.0; ///< smallest value of a solid voxel; NaN without thresholds
  std::string method;  ///< a sentence on a threshold that was derived from the histogram, or empty
  std::string warning; ///< given if all voxels are solid, which a wrong threshold may cause
};

/// Makes the image of moduli in the axes of the image, with its corner at the origin.
/// @throws Error with the name of the invalid array or property
VoxelImage makeVoxelImage(
  const ImageVoxels& voxels, const VoxelMaterial& material, MaterialChoice& choice);
}

#endif
