#include "Solver/SymmetricInverse.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace trabecula
{
template <>
bool invertSymmetric<HostSpace>(std::int64_t n, double* matrix, float* inverse)
{
  // With a unit diagonal, single precision is sufficient for a preconditioner.
  Eigen::Map<Eigen::MatrixXd> a(matrix, n, n);
  const Eigen::VectorXd scale = a.diagonal().cwiseSqrt().cwiseInverse();
  Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factor(a);
  if (!scale.allFinite() || factor.info() != Eigen::Success)
  {
    return false;
  }
  Eigen::MatrixXd result = Eigen::MatrixXd::Identity(n, n);
  factor.solveInPlace(result);
  Eigen::Map<Eigen::MatrixXf>(inverse, n, n) = result.cast<float>();
  return result.allFinite();
}
}
