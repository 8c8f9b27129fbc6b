#ifndef TRABECULA_FILTERS_GRAYTHRESHOLD_H
#define TRABECULA_FILTERS_GRAYTHRESHOLD_H

#include "VoxelImageConverter.h"

#include <cstddef>
#include <optional>

namespace trabecula::filters
{
/// An image with more different values is not an image of labels.
constexpr std::size_t MostLabels = 32;

/**
 * Computes the threshold of an image of gray values by Otsu's method. An image is gray if it has
 * more than MostLabels different values and these do not all lie between 0 and 1, as solid
 * fractions do. Integers over a range of up to 65536 have one bin each; other values are counted in
 * 4096 bins. Hidden voxels are ignored.
 *
 * @return nothing for other images, and if a value is not finite
 */
std::optional<double> findGrayThreshold(const ImageVoxels& voxels);
}

#endif
