#ifndef TRABECULA_TESTING_KERNELS_VOXELIMAGES_H
#define TRABECULA_TESTING_KERNELS_VOXELIMAGES_H

#include "Support/Random.h"

#include "MicroFe/VoxelMicroFeProblem.h"

#include <array>
#include <cstddef>

namespace trabecula::testing
{
/// Returns an image in which all voxels have the same modulus.
inline VoxelImage solidImage(
  const std::array<int, 3>& cells, const std::array<double, 3>& spacing, double modulus = 1.0)
{
  VoxelImage image;
  image.cells = cells;
  image.spacing = spacing;
  image.moduli.assign(
    std::size_t(cells[0]) * std::size_t(cells[1]) * std::size_t(cells[2]), modulus);
  return image;
}

/// Returns an image of random moduli, in which voxels are solid with a given probability.
inline VoxelImage randomImage(const std::array<int, 3>& cells, double solid, Random& random)
{
  VoxelImage image;
  image.cells = cells;
  image.spacing = { random.uniform(0.5, 2.0), random.uniform(0.5, 2.0), random.uniform(0.5, 2.0) };
  image.origin = { random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1) };
  image.moduli.resize(std::size_t(cells[0]) * std::size_t(cells[1]) * std::size_t(cells[2]));
  for (double& modulus : image.moduli)
  {
    modulus = random.uniform(0, 1) < solid ? random.uniform(0.1, 1.0) : 0.0;
  }
  image.moduli[random.index(image.moduli.size())] = 1.0;
  return image;
}

/// Returns the number of a voxel.
inline std::size_t voxel(const VoxelImage& image, int i, int j, int k)
{
  return std::size_t(i) +
    std::size_t(image.cells[0]) * (std::size_t(j) + std::size_t(image.cells[1]) * std::size_t(k));
}

/// Returns a porous image of bricks with random moduli and edges that extends to all its faces: a
/// frame of struts along the edges of the box and through its middle, and random voxels.
inline VoxelImage porousImage(const std::array<int, 3>& cells, double solid, Random& random)
{
  VoxelImage image = solidImage(
    cells, { random.uniform(0.5, 2.0), random.uniform(0.5, 2.0), random.uniform(0.5, 2.0) });
  image.origin = { random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-5, 5) };
  for (int k = 0; k < cells[2]; ++k)
  {
    for (int j = 0; j < cells[1]; ++j)
    {
      for (int i = 0; i < cells[0]; ++i)
      {
        const int p[3] = { i, j, k };
        int onLines = 0;
        for (int d = 0; d < 3; ++d)
        {
          const int n = cells[static_cast<std::size_t>(d)];
          onLines += p[d] == 0 || p[d] == n - 1 || p[d] == n / 2;
        }
        image.moduli[voxel(image, i, j, k)] =
          onLines >= 2 || random.uniform(0, 1) < solid ? random.uniform(0.2, 1.0) : 0.0;
      }
    }
  }
  return image;
}
}

#endif
