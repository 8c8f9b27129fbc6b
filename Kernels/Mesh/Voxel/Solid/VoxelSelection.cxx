#include "Mesh/Voxel/Solid/VoxelSelection.h"

#include "Mesh/Voxel/Solid/SolidVoxels.h"
#include "Mesh/Voxel/Solid/VoxelRuns.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace trabecula
{
VoxelSelection selectVoxels(const VoxelImage& image, VoxelParts parts)
{
  VoxelSelection selection = { solidVoxels(image), 0, 0 };
  if (parts == VoxelParts::Largest)
  {
    const VoxelRuns runs(selection.voxels);
    const std::vector<std::int64_t>& sizes = runs.sizes();
    const auto largest = std::max_element(sizes.begin(), sizes.end());
    const auto kept = static_cast<std::int32_t>(largest - sizes.begin());
    if (sizes.size() > 1)
    {
      runs.visit(
        [&selection, kept](std::int32_t part, std::int64_t begin, std::int64_t end)
        {
          if (part != kept)
          {
            selection.voxels.clear(begin, end);
          }
        });
    }
    selection.droppedVoxels =
      std::accumulate(sizes.begin(), sizes.end(), std::int64_t(0)) - sizes[kept];
    selection.droppedParts = static_cast<std::int64_t>(sizes.size()) - 1;
  }
  return selection;
}
}
