// Tests of voxels stored as bits against the image of bytes from which they are made.

#include "Support/Random.h"
#include "Support/VoxelMasks.h"

#include "Mesh/Voxel/Solid/VoxelBits.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
using Runs = std::vector<std::pair<int, int>>;

Runs runsOf(const VoxelBits& bits, std::int64_t row)
{
  Runs runs;
  bits.visitRuns(row, [&runs](int begin, int end) { runs.emplace_back(begin, end); });
  return runs;
}

Runs runsOf(const VoxelMask& mask, std::int64_t row)
{
  const int length = mask.cells[0];
  Runs runs;
  for (int i = 0; i < length; ++i)
  {
    if (mask.solid[static_cast<std::size_t>(row * length + i)] == 0)
    {
      continue;
    }
    if (runs.empty() || runs.back().second < i)
    {
      runs.emplace_back(i, i);
    }
    runs.back().second = i + 1;
  }
  return runs;
}

/// 1 for a solid voxel, 0 for a void one and beyond the image.
unsigned voxelAt(const VoxelMask& mask, int i, int j, int k)
{
  const auto [nx, ny, nz] = mask.cells;
  return i >= 0 && j >= 0 && k >= 0 && i < nx && j < ny && k < nz &&
      mask.solid[static_cast<std::size_t>(i + std::int64_t(nx) * (j + std::int64_t(ny) * k))] != 0
    ? 1U
    : 0U;
}

void expectSame(const VoxelBits& bits, const VoxelMask& mask)
{
  for (std::int64_t row = 0; row < bits.rows(); ++row)
  {
    EXPECT_EQ(runsOf(bits, row), runsOf(mask, row)) << "row " << row;
  }
  const auto [nx, ny, nz] = mask.cells;
  for (int k = -1; k <= nz; ++k)
  {
    for (int j = -1; j <= ny; ++j)
    {
      for (int eighth = 0; eighth <= nx / 8; ++eighth)
      {
        unsigned expected = 0;
        for (int bit = 0; bit < 9; ++bit)
        {
          expected |= voxelAt(mask, 8 * eighth + bit - 1, j, k) << bit;
        }
        EXPECT_EQ(bits.around(eighth, j, k), expected) << eighth << ", " << j << ", " << k;
      }
    }
  }
}
}

TEST(VoxelBits, AreThoseOfBytes)
{
  Random random(3301);
  // Words have 64 voxels: rows end before, at and after the end of a word.
  for (const int length : { 1, 7, 8, 63, 64, 65, 127, 128, 200 })
  {
    for (const double share : { 0.0, 0.05, 0.5, 0.97, 1.0 })
    {
      SCOPED_TRACE(std::to_string(length) + ", " + std::to_string(share));
      VoxelMask mask = randomMask({ length, 3, 2 }, share, random);
      VoxelBits bits(mask.cells, mask.solid);
      expectSame(bits, mask);

      const auto row = static_cast<std::int64_t>(random.uniform(0, 5.99));
      const int first = static_cast<int>(random.uniform(0, length));
      const int end = static_cast<int>(random.uniform(first, length + 0.99));
      bits.clear(row * length + first, row * length + end);
      for (int i = first; i < end; ++i)
      {
        mask.solid[static_cast<std::size_t>(row * length + i)] = 0;
      }
      expectSame(bits, mask);

      const auto isThird = [](int i) { return i % 3 == 0; };
      bits.setRow(row, isThird);
      for (int i = 0; i < length; ++i)
      {
        mask.solid[static_cast<std::size_t>(row * length + i)] = isThird(i) ? 1 : 0;
      }
      expectSame(bits, mask);
    }
  }
}

TEST(VoxelBits, AreVoidAtFirst)
{
  const VoxelBits bits({ 70, 2, 1 });
  EXPECT_TRUE(runsOf(bits, 0).empty());
  EXPECT_TRUE(runsOf(bits, 1).empty());
}
