#include "Core/SymmetricEigen.h"

#include <Eigen/Eigenvalues>

namespace trabecula
{
namespace
{
using Solver = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;

Solver solve(const double* matrix, std::size_t n, int options)
{
  const auto size = static_cast<Eigen::Index>(n);
  return Solver(Eigen::Map<const Eigen::MatrixXd>(matrix, size, size), options);
}

std::vector<double> valuesOf(const Solver& solver)
{
  const auto& values = solver.eigenvalues();
  return { values.data(), values.data() + values.size() };
}
}

SymmetricEigen symmetricEigen(const double* matrix, std::size_t n)
{
  const Solver solver = solve(matrix, n, Eigen::ComputeEigenvectors);
  const auto& vectors = solver.eigenvectors();
  return { valuesOf(solver), { vectors.data(), vectors.data() + vectors.size() } };
}

std::vector<double> symmetricEigenvalues(const double* matrix, std::size_t n)
{
  return valuesOf(solve(matrix, n, Eigen::EigenvaluesOnly));
}
}
