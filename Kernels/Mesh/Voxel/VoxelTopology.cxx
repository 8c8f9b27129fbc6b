#include "Mesh/Voxel/VoxelTopology.h"

#include "Core/UnionFind.h"
#include "Mesh/Voxel/Solid/VoxelBits.h"
#include "Mesh/Voxel/Solid/VoxelRuns.h"

#include <algorithm>
#include <numeric>

namespace trabecula
{
namespace
{
/// A run of consecutive voxels of a row, [begin, end).
struct Run
{
  std::int32_t begin;
  std::int32_t end;
};

/// Void runs of an image, row by row, and the sets that they form through faces, edges and corners.
class VoidRuns
{
public:
  explicit VoidRuns(const VoxelMask& mask) : Mask(mask)
  {
    this->findRuns();
    this->Parents.resize(
      this->Runs.size() + 1); // the last stands for the void outside of the image
    std::iota(this->Parents.begin(), this->Parents.end(), 0);
    this->joinRuns();
  }

  std::int64_t numberShutIn() const
  {
    std::int64_t roots = 0;
    for (std::size_t i = 0; i < this->Parents.size(); ++i)
    {
      roots += this->Parents[i] == static_cast<std::int32_t>(i) ? 1 : 0;
    }
    return roots - 1; // one set contains the void outside
  }

private:
  void findRuns()
  {
    const std::int32_t n = this->Mask.cells[0];
    const std::size_t rows = std::size_t(this->Mask.cells[1]) * std::size_t(this->Mask.cells[2]);
    this->FirstRun.reserve(rows + 1);
    for (std::size_t row = 0; row < rows; ++row)
    {
      this->FirstRun.push_back(static_cast<std::int32_t>(this->Runs.size()));
      const std::uint8_t* solid = this->Mask.solid.data() + row * std::size_t(n);
      for (std::int32_t i = 0; i < n; ++i)
      {
        if (solid[i])
        {
          continue;
        }
        Run run = { i, i + 1 };
        while (run.end < n && !solid[run.end])
        {
          ++run.end;
        }
        this->Runs.push_back(run);
        i = run.end;
      }
    }
    this->FirstRun.push_back(static_cast<std::int32_t>(this->Runs.size()));
  }

  void joinRuns()
  {
    const int ny = this->Mask.cells[1];
    const int nz = this->Mask.cells[2];
    const auto outside = static_cast<std::int32_t>(this->Runs.size());
    for (int k = 0; k < nz; ++k)
    {
      for (int j = 0; j < ny; ++j)
      {
        const int row = j + ny * k;
        const bool atBorder = j == 0 || k == 0 || j == ny - 1 || k == nz - 1;
        for (std::int32_t r = this->FirstRun[row]; r < this->FirstRun[row + 1]; ++r)
        {
          if (atBorder || this->Runs[r].begin == 0 || this->Runs[r].end == this->Mask.cells[0])
          {
            this->join(r, outside);
          }
        }
        if (j > 0)
        {
          this->joinRows(row, row - 1);
        }
        for (int other = std::max(j - 1, 0); k > 0 && other <= std::min(j + 1, ny - 1); ++other)
        {
          this->joinRows(row, other + ny * (k - 1));
        }
      }
    }
  }

  /// Joins runs of two rows that overlap, or whose ends are diagonal neighbours.
  void joinRows(int a, int b)
  {
    std::int32_t r = this->FirstRun[a];
    std::int32_t s = this->FirstRun[b];
    while (r < this->FirstRun[a + 1] && s < this->FirstRun[b + 1])
    {
      if (this->Runs[r].begin <= this->Runs[s].end && this->Runs[s].begin <= this->Runs[r].end)
      {
        this->join(r, s);
      }
      ++(this->Runs[r].end < this->Runs[s].end ? r : s);
    }
  }

  void join(std::int32_t a, std::int32_t b) { unionfind::join(this->Parents.data(), a, b); }

  const VoxelMask& Mask;
  std::vector<Run> Runs;
  std::vector<std::int32_t> FirstRun; ///< of each row
  std::vector<std::int32_t> Parents;
};

/// The contribution to the Euler characteristic of voxels, pairs, squares and cubes whose lowest
/// voxel is in a row.
std::int64_t eulerCharacteristicOfRow(const VoxelMask& mask, int j, int k)
{
  const int nx = mask.cells[0];
  // Rows beyond the image are void.
  const std::uint8_t* rows[4] = {};
  for (int r = 0; r < 4; ++r)
  {
    const int y = j + (r & 1);
    const int z = k + (r >> 1);
    rows[r] = y < mask.cells[1] && z < mask.cells[2] ? &mask.solid[mask.at(0, y, z)] : nullptr;
  }
  std::int64_t sum = 0;
  bool solid[8] = {};
  for (int r = 0; r < 4; ++r)
  {
    solid[2 * r + 1] = rows[r] && rows[r][0];
  }
  for (int i = 0; i < nx; ++i)
  {
    for (int r = 0; r < 4; ++r)
    {
      solid[2 * r] = solid[2 * r + 1];
      solid[2 * r + 1] = i + 1 < nx && rows[r] && rows[r][i + 1];
    }
    if (!solid[0])
    {
      continue;
    }
    const bool xy = solid[1] && solid[2] && solid[3];
    const bool xz = solid[1] && solid[4] && solid[5];
    const bool yz = solid[2] && solid[4] && solid[6];
    sum +=
      1 - (solid[1] + solid[2] + solid[4]) + (xy + xz + yz) - (xy && xz && yz && solid[7] ? 1 : 0);
  }
  return sum;
}
}

std::optional<VoxelTopology> measureTopology(const VoxelMask& mask, Observer& observer)
{
  VoxelTopology result;
  std::int64_t euler = 0;
#pragma omp parallel for schedule(static) reduction(+ : euler)
  for (int k = 0; k < mask.cells[2]; ++k)
  {
    for (int j = 0; j < mask.cells[1]; ++j)
    {
      euler += eulerCharacteristicOfRow(mask, j, k);
    }
  }
  result.eulerCharacteristic = euler;
  observer.progress(0.2, "");
  if (observer.stopRequested())
  {
    return std::nullopt;
  }
  result.pieces =
    static_cast<std::int64_t>(VoxelRuns(VoxelBits(mask.cells, mask.solid)).sizes().size());
  observer.progress(0.6, "");
  if (observer.stopRequested())
  {
    return std::nullopt;
  }
  result.cavities = VoidRuns(mask).numberShutIn();
  result.holes = result.pieces + result.cavities - result.eulerCharacteristic;
  observer.progress(1.0, "");
  return result;
}
}
