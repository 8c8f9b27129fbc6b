#ifndef TRABECULA_FILTERS_GRAYTHRESHOLD_H
#define TRABECULA_FILTERS_GRAYTHRESHOLD_H

#include "VoxelImageConverter.h"

#include <cstddef>
#include <optional>

namespace trabecula::filters
{
/// An image with more different values than this is not one of labels.
constexpr std::size_t MostLabels = 32;

/**
 * The threshold by Otsu's method for an image of gray values: one with more than MostLabels
 * different values that do not all lie between 0 and 1, as fractions of solid do. Whole numbers
 * over a range of up to 65536 have a bin each, other values one of 4096. Hidden voxels do not
 * count.
 *
 * @return nothing for other images, and if a value is not finite
 */
std::optional<double> findGrayThreshold(const ImageVoxels& voxels);
}

#endif
