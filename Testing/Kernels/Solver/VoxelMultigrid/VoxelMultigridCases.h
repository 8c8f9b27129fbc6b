#ifndef TRABECULA_TESTING_KERNELS_VOXELMULTIGRIDCASES_H
#define TRABECULA_TESTING_KERNELS_VOXELMULTIGRIDCASES_H

#include "Support/Random.h"

#include "Core/Vectors/Vector.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula::testing
{
constexpr double PoissonsRatio = 0.3;

/// Returns an image of bars along x, y and z that meet or pass each other, with random moduli.
inline VoxelImage lattice(const std::array<int, 3>& cells, int width, int period, Random& random)
{
  VoxelImage image;
  image.cells = cells;
  image.spacing = { 0.1, 0.12, 0.09 };
  for (int k = 0; k < cells[2]; ++k)
  {
    for (int j = 0; j < cells[1]; ++j)
    {
      for (int i = 0; i < cells[0]; ++i)
      {
        const bool x = i % period < width;
        const bool y = j % period < width;
        const bool z = k % period < width;
        const bool solid = (x && y) || (y && z) || (x && z);
        image.moduli.push_back(solid ? random.uniform(0.5, 2.0) : 0.0);
      }
    }
  }
  return image;
}

/// Supports of the nodes of the lowest layer.
inline std::vector<std::uint8_t> supportsBelow(const VoxelGrid& grid)
{
  const std::vector<std::int32_t> positions = grid.nodePositions();
  std::vector<std::uint8_t> supports(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i)
  {
    supports[i] = positions[i / 3 * 3 + 2] == 0;
  }
  return supports;
}

/// Returns values in single precision as numbers in double precision on the host.
template <class Space>
std::vector<double> copied(const Vector<Space, float>& values)
{
  const std::vector<float> result = values.toHost();
  return { result.begin(), result.end() };
}
}

#endif
