#include "Solver/VoxelMultigrid/VoxelEigenvalue.h"

#include "Core/SymmetricEigen.h"
#include "Element/VoxelHex8.h"
#include "Element/VoxelTransferHex8.h"

#include <cmath>
#include <cstddef>

namespace trabecula::detail
{
template <int Components>
std::vector<double> voxelStiffness(
  const std::array<double, 3>& spacing, const VoxelLaw<Components>& law)
{
  constexpr int n = 8 * Components;
  const auto unit = law.template unit<double>(spacing);
  std::vector<double> K(n * n);
  for (int column = 0; column < n; ++column)
  {
    double u[n] = {};
    double f[n];
    u[8 * (column % Components) + voxelhex8::vtkCorner(column / Components)] = 1.0;
    voxelhex8::product(u, 1.0, unit, f);
    for (int row = 0; row < n; ++row)
    {
      K[n * row + column] = f[8 * (row % Components) + voxelhex8::vtkCorner(row / Components)];
    }
  }
  return K;
}

template <int Components>
double voxelEigenvalue(const std::array<double, 3>& spacing, const VoxelLaw<Components>& law)
{
  constexpr std::size_t n = 8 * Components;
  std::vector<double> scaled = voxelStiffness(spacing, law);
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

template std::vector<double> voxelStiffness(const std::array<double, 3>&, const VoxelLaw<3>&);
template std::vector<double> voxelStiffness(const std::array<double, 3>&, const VoxelLaw<1>&);
template double voxelEigenvalue(const std::array<double, 3>&, const VoxelLaw<3>&);
template double voxelEigenvalue(const std::array<double, 3>&, const VoxelLaw<1>&);
}
