#include "Solver/VoxelMultigrid.inl"

#include "Solver/VoxelGalerkin.inl"

#include <Eigen/Dense>

#include <algorithm>

namespace trabecula
{
namespace detail
{
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

std::size_t voxelMultigridMemory(std::size_t nodes)
{
  constexpr std::size_t bytesPerNode = 260;
  constexpr std::size_t mostInverseRows = 4096;
  constexpr std::size_t tile = 64;
  const std::size_t rows = std::min(mostInverseRows, 3 * nodes + tile);
  return bytesPerNode * nodes + rows * rows * (2 * sizeof(double) + sizeof(float));
}

template class VoxelMultigrid<HostSpace>;
}
