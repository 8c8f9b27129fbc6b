#include "Solver/VoxelMultigrid/VoxelEigenvalue.h"

#include "Element/VoxelHex8.h"
#include "Element/VoxelTransferHex8.h"

#include <Eigen/Dense>

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
  const std::vector<double> K = voxelStiffness(spacing, poissonsRatio);
  Eigen::MatrixXd scaled = Eigen::Map<const Eigen::MatrixXd>(K.data(), 24, 24);
  const Eigen::VectorXd scale = scaled.diagonal().cwiseSqrt().cwiseInverse();
  scaled = scale.asDiagonal() * scaled * scale.asDiagonal();
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(scaled, Eigen::EigenvaluesOnly)
    .eigenvalues()
    .maxCoeff();
}
}
