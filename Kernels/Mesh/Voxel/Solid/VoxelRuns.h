#ifndef TRABECULA_MESH_VOXEL_SOLID_VOXELRUNS_H
#define TRABECULA_MESH_VOXEL_SOLID_VOXELRUNS_H

#include "Mesh/Voxel/Solid/VoxelBits.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Solid voxels of an image as runs along x, and the connected parts that they form: two runs are
/// connected if a voxel of one shares a face with a voxel of the other.
class VoxelRuns
{
public:
  explicit VoxelRuns(const VoxelBits& solid);

  /// Voxels of each part, in the order of their first voxels.
  const std::vector<std::int64_t>& sizes() const { return this->Sizes; }

  /// Calls visit(part, begin, end) for the range of voxels of each run, by several threads.
  template <class Visit>
  void visit(const Visit& visit) const
  {
    const auto rows = static_cast<std::int64_t>(this->Starts.size()) - 1;
#pragma omp parallel for schedule(static)
    for (std::int64_t row = 0; row < rows; ++row)
    {
      for (std::int64_t r = this->Starts[row]; r < this->Starts[row + 1]; ++r)
      {
        const std::int64_t first = row * this->Length;
        visit(this->Parts[r], first + this->Runs[r][0], first + this->Runs[r][1]);
      }
    }
  }

private:
  std::int64_t Length;                           ///< voxels in a row
  std::vector<std::int64_t> Starts;              ///< of the runs in each row, and the end
  std::vector<std::array<std::int32_t, 2>> Runs; ///< first voxel in the row, and the end
  std::vector<std::int32_t> Parts;               ///< of each run
  std::vector<std::int64_t> Sizes;
};
}

#endif
