#ifndef TRABECULA_MICROFE_VOXELPARTSOFIMAGE_H
#define TRABECULA_MICROFE_VOXELPARTSOFIMAGE_H

#include "MicroFe/VoxelConditions.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The parts of solid voxels that are connected through faces.
struct LabelledParts
{
  std::array<int, 3> cells = {};
  std::vector<std::int32_t> labels; ///< of each voxel: 0 for void, else the number of its part + 1
  std::vector<std::int64_t> sizes;
  std::vector<LatticeBox> boxes; ///< of each part

  std::int32_t at(int i, int j, int k) const
  {
    const bool inside =
      i >= 0 && j >= 0 && k >= 0 && i < this->cells[0] && j < this->cells[1] && k < this->cells[2];
    return inside
      ? this->labels[std::size_t(i) +
          std::size_t(this->cells[0]) * (std::size_t(j) + std::size_t(this->cells[1]) * k)]
      : 0;
  }
};

/// All parts of an image.
LabelledParts partsOfImage(const VoxelImage& image);
/// A single part that is the whole grid; without labels.
LabelledParts onePart(const VoxelGrid& grid);

/// @param kept the parts that are analysed
/// @throws Error that names the gap, if none of them connects the ends of the box along an axis
void requireConnected(
  const VoxelMicroFeProblem& problem, const LabelledParts& kept, const LatticeBox& box, int axis);
}

#endif
