#include "Benchmark/Problems/TrabecularProblems.h"

#include "Core/Execution/ZeroVector.h"
#include "Mesh/Generators/TrabecularSample.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace trabecula::benchmarks
{
namespace
{
/// The image and its mirror image, one after the other along an axis.
VoxelImage withMirrorImage(const VoxelImage& image, std::size_t axis)
{
  VoxelImage both = image;
  both.cells[axis] *= 2;
  both.moduli = zeroVector<double>(2 * image.moduli.size());
  std::size_t v = 0;
  for (int k = 0; k < both.cells[2]; ++k)
  {
    for (int j = 0; j < both.cells[1]; ++j)
    {
      for (int i = 0; i < both.cells[0]; ++i, ++v)
      {
        std::array<int, 3> from = { i, j, k };
        from[axis] = std::min(from[axis], both.cells[axis] - 1 - from[axis]);
        both.moduli[v] = image.moduli[static_cast<std::size_t>(from[0]) +
          static_cast<std::size_t>(image.cells[0]) *
            (static_cast<std::size_t>(from[1]) +
              static_cast<std::size_t>(image.cells[1]) * static_cast<std::size_t>(from[2]))];
      }
    }
  }
  return both;
}
}

VoxelMicroFeProblem trabecular(
  const std::array<int, 3>& cells, double period, double volumeFraction)
{
  TrabecularSampleSettings settings;
  settings.cells = cells;
  settings.voxelsPerPeriod = period;
  settings.volumeFraction = volumeFraction;
  settings.connected = true;
  VoxelMicroFeProblem problem;
  problem.image.cells = settings.cells;
  const std::vector<std::uint8_t> solid = makeTrabecularSample(settings).solid;
  problem.image.moduli = zeroVector<double>(solid.size());
  std::copy(solid.begin(), solid.end(), problem.image.moduli.begin());
  problem.test = MechanicalTest::Axial;
  return problem;
}

VoxelMicroFeProblem refined(int edge, double period, double volumeFraction, int times)
{
  const double factor = std::cbrt(static_cast<double>(times));
  return trabecular(static_cast<int>(std::lround(factor * edge)), factor * period, volumeFraction);
}

VoxelMicroFeProblem mirrored(VoxelMicroFeProblem problem, int times)
{
  std::size_t axis = 2;
  for (int so = 1; so < times; so *= 2)
  {
    problem.image = withMirrorImage(problem.image, axis);
    axis = (axis + 2) % 3;
  }
  return problem;
}
}
