#include "Mesh/Voxel/Solid/SolidVoxels.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

namespace trabecula
{
namespace
{
constexpr int BrickEdge = VoxelBrick::Edge;

std::string sizeText(const std::array<int, 3>& cells)
{
  return std::to_string(cells[0]) + " x " + std::to_string(cells[1]) + " x " +
    std::to_string(cells[2]);
}
}

VoxelBits solidVoxels(const VoxelImage& image)
{
  for (int d = 0; d < 3; ++d)
  {
    if (image.cells[d] < 1)
    {
      throw Error("The image has no voxels: its size is " + sizeText(image.cells) +
        ". Give an image of one voxel at least.");
    }
    if (!(image.spacing[d] > 0.0) || !std::isfinite(image.spacing[d]) ||
      !std::isfinite(image.origin[d]))
    {
      throw Error("The spacing of the image along " + std::string(1, char('x' + d)) + " is " +
        shortText(image.spacing[d]) + ", its origin " + shortText(image.origin[d]) +
        ". Give a positive spacing and a finite origin.");
    }
  }
  const std::size_t voxels =
    std::size_t(image.cells[0]) * std::size_t(image.cells[1]) * std::size_t(image.cells[2]);
  if (image.moduli.size() != voxels)
  {
    throw Error("The image has " + std::to_string(image.moduli.size()) + " moduli for " +
      sizeText(image.cells) + " voxels. Give one Young's modulus for each voxel.");
  }
  VoxelBits solid(image.cells);
  bool any = false;
  const auto n = static_cast<std::int64_t>(voxels);
  std::int64_t bad = n;
  const std::int64_t rows = solid.rows();
  const int length = image.cells[0];
  const auto isModulus = [](double modulus)
  { return modulus >= 0.0 && modulus <= std::numeric_limits<double>::max(); };
#pragma omp parallel for schedule(static) reduction(|| : any) reduction(min : bad)
  for (std::int64_t row = 0; row < rows; ++row)
  {
    const double* moduli = image.moduli.data() + row * length;
    bool some = false;
    bool isValid = true;
    solid.setRow(row,
      [&](int i)
      {
        const double modulus = moduli[i];
        isValid &= isModulus(modulus);
        some |= modulus > 0.0;
        return modulus > 0.0;
      });
    any = any || some;
    if (!isValid)
    {
      bad =
        std::min(bad, std::find_if_not(moduli, moduli + length, isModulus) - image.moduli.data());
    }
  }
  if (bad < n)
  {
    throw Error("Young's modulus of voxel " + std::to_string(bad) + " is " +
      shortText(image.moduli[bad]) +
      ". Give finite positive moduli, and zero where the image is void.");
  }
  if (!any)
  {
    throw Error("All voxels of the image are void. Change the threshold or the table of labels so "
                "that some are solid.");
  }
  return solid;
}

namespace
{
/// Whether each brick is one that the part owns, or beside one, also across edges and corners.
std::vector<std::uint8_t> surroundingOf(
  const std::array<int, 3>& extent, const std::vector<std::uint8_t>& owned)
{
  std::vector<std::uint8_t> surrounding = owned;
  std::int64_t stride = 1;
  for (std::size_t d = 0; d < 3; ++d)
  {
    // One axis after another reaches edges and corners.
    const std::vector<std::uint8_t> before = surrounding;
    for (std::int64_t b = 0; b < static_cast<std::int64_t>(owned.size()); ++b)
    {
      const std::int64_t place = b / stride % extent[d];
      const bool isBeside = (place > 0 && before[static_cast<std::size_t>(b - stride)]) ||
        (place + 1 < extent[d] && before[static_cast<std::size_t>(b + stride)]);
      surrounding[static_cast<std::size_t>(b)] =
        before[static_cast<std::size_t>(b)] || isBeside ? 1 : 0;
    }
    stride *= extent[d];
  }
  return surrounding;
}

/// Makes the voxels of all other bricks void.
void clearOtherBricks(
  const std::array<int, 3>& extent, const std::vector<std::uint8_t>& kept, VoxelBits& solid)
{
  const std::array<int, 3>& cells = solid.cells();
  const std::int64_t rows = solid.rows();
#pragma omp parallel for schedule(static)
  for (std::int64_t row = 0; row < rows; ++row)
  {
    const std::int64_t first =
      extent[0] * (row % cells[1] / BrickEdge + extent[1] * (row / cells[1] / BrickEdge));
    for (std::int64_t begin = 0; begin < cells[0]; begin += BrickEdge)
    {
      if (!kept[static_cast<std::size_t>(first + begin / BrickEdge)])
      {
        const std::int64_t end = std::min<std::int64_t>(begin + BrickEdge, cells[0]);
        solid.clear(cells[0] * row + begin, cells[0] * row + end);
      }
    }
  }
}
}

void clearFarVoxels(const std::array<int, 3>& extent, const std::vector<std::uint8_t>& owned,
  GhostVoxels ghosts, VoxelBits& solid)
{
  if (ghosts == GhostVoxels::Surrounding)
  {
    clearOtherBricks(extent, surroundingOf(extent, owned), solid);
    return;
  }
  const bool isWhole = ghosts == GhostVoxels::WholeBricks;
  const std::array<int, 3>& cells = solid.cells();
  const std::int64_t rows = solid.rows();
#pragma omp parallel for schedule(static)
  for (std::int64_t row = 0; row < rows; ++row)
  {
    const std::int64_t j = row % cells[1];
    const std::int64_t k = row / cells[1];
    // Returns whether the part owns one of the bricks that contain the nodes of the row of voxels,
    // or of its bricks, at a position along x.
    const auto isOwned = [&](std::int64_t x)
    {
      for (int around = 0; around < 4; ++around)
      {
        const std::int64_t y = isWhole ? j / BrickEdge + around % 2 : (j + around % 2) / BrickEdge;
        const std::int64_t z = isWhole ? k / BrickEdge + around / 2 : (k + around / 2) / BrickEdge;
        if (y < extent[1] && z < extent[2] &&
          owned[static_cast<std::size_t>(x + extent[0] * (y + extent[1] * z))] != 0)
        {
          return true;
        }
      }
      return false;
    };
    for (std::int64_t begin = 0; begin < cells[0]; begin += BrickEdge)
    {
      const std::int64_t x = begin / BrickEdge;
      if (!isOwned(x))
      {
        // The last voxel also touches the next brick.
        const bool isNextOwned = x + 1 < extent[0] && isOwned(x + 1);
        const int kept = !isNextOwned ? 0 : isWhole ? BrickEdge : 1;
        const std::int64_t end = std::min<std::int64_t>(begin + BrickEdge - kept, cells[0]);
        if (begin < end)
        {
          solid.clear(cells[0] * row + begin, cells[0] * row + end);
        }
      }
    }
  }
}
}
