#include "Mesh/Voxel/Solid/VoxelRuns.h"

#include "Core/Error.h"
#include "Core/Execution/ZeroVector.h"
#include "Core/UnionFind.h"

#include <algorithm>
#include <limits>

namespace trabecula
{
VoxelRuns::VoxelRuns(const VoxelBits& solid) : Length(solid.cells()[0])
{
  const std::int64_t rows = solid.rows();
  const int rowsOfLayer = solid.cells()[1];
  this->Starts.assign(static_cast<std::size_t>(rows) + 1, 0);
#pragma omp parallel for schedule(static)
  for (std::int64_t row = 0; row < rows; ++row)
  {
    std::int64_t count = 0;
    solid.visitRuns(row, [&count](int, int) { ++count; });
    this->Starts[row + 1] = count;
  }
  for (std::int64_t row = 0; row < rows; ++row)
  {
    this->Starts[row + 1] += this->Starts[row];
  }
  const std::int64_t runs = this->Starts[rows];
  if (runs > std::numeric_limits<std::int32_t>::max())
  {
    throw Error("The image has more than " +
      std::to_string(std::numeric_limits<std::int32_t>::max()) +
      " runs of solid voxels. Crop it or make it coarser.");
  }
  this->Runs = zeroVector<std::array<std::int32_t, 2>>(static_cast<std::size_t>(runs));
  auto parents = zeroVector<std::int32_t>(static_cast<std::size_t>(runs));
#pragma omp parallel for schedule(static)
  for (std::int64_t row = 0; row < rows; ++row)
  {
    std::int64_t r = this->Starts[row];
    solid.visitRuns(row,
      [&](std::int32_t begin, std::int32_t end)
      {
        parents[r] = static_cast<std::int32_t>(r);
        this->Runs[r++] = { begin, end };
      });
  }
#pragma omp parallel for schedule(static)
  for (std::int64_t row = 0; row < rows; ++row)
  {
    // These are the previous rows along y and z.
    for (const std::int64_t other : { row % rowsOfLayer > 0 ? row - 1 : -1, row - rowsOfLayer })
    {
      std::int64_t a = this->Starts[row];
      std::int64_t b = other < 0 ? 0 : this->Starts[other];
      while (other >= 0 && a < this->Starts[row + 1] && b < this->Starts[other + 1])
      {
        if (this->Runs[a][0] < this->Runs[b][1] && this->Runs[b][0] < this->Runs[a][1])
        {
          unionfind::join(
            parents.data(), static_cast<std::int32_t>(a), static_cast<std::int32_t>(b));
        }
        (this->Runs[a][1] < this->Runs[b][1] ? a : b) += 1;
      }
    }
  }
  // The root of a part is its smallest run, which precedes all others.
  this->Parts = zeroVector<std::int32_t>(parents.size());
  for (std::size_t r = 0; r < parents.size(); ++r)
  {
    if (parents[r] == static_cast<std::int32_t>(r))
    {
      this->Parts[r] = static_cast<std::int32_t>(this->Sizes.size());
      this->Sizes.push_back(0);
    }
    else
    {
      // The parent precedes this run, so that its part is known.
      this->Parts[r] = this->Parts[parents[r]];
    }
    this->Sizes[this->Parts[r]] += this->Runs[r][1] - this->Runs[r][0];
  }
}
}
