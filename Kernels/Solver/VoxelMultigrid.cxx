#include "Solver/VoxelMultigrid.inl"

#include "Solver/VoxelGalerkin.inl"

#include <Eigen/Dense>

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

template class VoxelMultigrid<HostSpace>;
}
