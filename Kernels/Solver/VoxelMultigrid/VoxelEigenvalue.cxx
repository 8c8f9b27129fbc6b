#include "Solver/VoxelMultigrid/VoxelEigenvalue.h"

#include "Core/SymmetricEigen.h"
#include "Element/VoxelHex8.h"
#include "Element/VoxelTransferHex8.h"

#include <cmath>
#include <cstddef>

namespace trabecula::detail
{
std::vector<double> voxelStiffness(const std::array<double, 3>& spacing, double poissonsRatio)
{
  const auto unit = voxelhex8::unitBrick<double>(spacing.data(), poissonsRatio);
  std::vector<double> K(576);
  for (int column = 0; column < 24; ++column)
  {
    double u[24] = {};
    double f[24];
    u[8 * (column % 3) + voxelhex8::vtkCorner(column / 3)] = 1.0;
    voxelhex8::product(u, 1.0, unit, f);
    for (int row = 0; row < 24; ++row)
    {
      K[24 * row + column] = f[8 * (row % 3) + voxelhex8::vtkCorner(row / 3)];
    }
  }
  return K;
}

double voxelEigenvalue(const std::array<double, 3>& spacing, double poissonsRatio)
{
  constexpr std::size_t n = 24;
  std::vector<double> scaled = voxelStiffness(spacing, poissonsRatio);
  std::array<double, n> scale;
  for (std::size_t i = 0; i < n; ++i)
  {
    scale[i] = 1.0 / std::sqrt(scaled[(n + 1) * i]);
  }
  for (std::size_t i = 0; i < n * n; ++i)
  {
    scaled[i] *= scale[i / n] * scale[i % n];
  }
  return symmetricEigenvalues(scaled.data(), n).back();
}
}
