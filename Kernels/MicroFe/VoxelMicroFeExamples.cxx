#include "MicroFe/VoxelMicroFeExamples.h"

namespace trabecula
{
VoxelMicroFeProblem hollowSphere()
{
  constexpr int height = 97;
  constexpr int across = 101;
  VoxelMicroFeProblem problem;
  problem.image.cells = { across, across, height };
  problem.image.spacing.fill(1.0 / height);
  for (int k = 0; k < height; ++k)
  {
    for (int j = 0; j < across; ++j)
    {
      for (int i = 0; i < across; ++i)
      {
        // The position of the voxel's centre relative to the middle of the image, in half voxels.
        const int x = 2 * i + 1 - across;
        const int y = 2 * j + 1 - across;
        const int z = 2 * k + 1 - height;
        const int square = x * x + y * y + z * z;
        const bool soft = square >= 80 * 80 && square < 100 * 100;
        const bool hard = square >= 50 * 50 && square < 80 * 80;
        problem.image.moduli.push_back(hard ? 5.5 : soft ? 1.1 : 0.0);
      }
    }
  }
  problem.test = MechanicalTest::Axial;
  problem.strain = -0.1;
  return problem;
}
}
