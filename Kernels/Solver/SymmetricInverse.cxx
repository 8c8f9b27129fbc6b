#include "Solver/SymmetricInverse.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <atomic>
#include <exception>

namespace trabecula
{
template <>
bool invertSymmetric<HostSpace>(std::int64_t n, double* matrix, float* inverse)
{
  Eigen::Map<Eigen::MatrixXd> a(matrix, n, n);
  Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factor(a);
  if (factor.info() != Eigen::Success)
  {
    return false;
  }
  Eigen::MatrixXd result = Eigen::MatrixXd::Identity(n, n);
  factor.solveInPlace(result);
  Eigen::Map<Eigen::MatrixXf>(inverse, n, n) = result.cast<float>();
  return result.allFinite();
}

template <>
bool invertSymmetricInPlace<HostSpace>(std::int64_t n, std::int64_t count, double* matrices)
{
  std::atomic<bool> succeeded = true;
  std::exception_ptr error; // an exception must not leave the loop
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t i = 0; i < count; ++i)
  {
    try
    {
      Eigen::Map<Eigen::MatrixXd> a(matrices + i * n * n, n, n);
      const Eigen::LLT<Eigen::MatrixXd> factor(a);
      a.setIdentity();
      factor.solveInPlace(a);
      if (factor.info() != Eigen::Success || !a.allFinite())
      {
        succeeded = false;
      }
    }
    catch (...)
    {
#pragma omp critical
      error = std::current_exception();
    }
  }
  if (error)
  {
    std::rethrow_exception(error);
  }
  return succeeded;
}
}
