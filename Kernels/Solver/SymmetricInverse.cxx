#include "Solver/SymmetricInverse.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <algorithm>
#include <atomic>
#include <exception>

namespace trabecula
{
namespace
{
/// Replaces a matrix by its inverse, of which only the lower triangle is computed.
bool invertLower(Eigen::Ref<Eigen::MatrixXd> a)
{
  constexpr Eigen::Index chunk = 64;
  const Eigen::Index n = a.rows();
  const Eigen::LLT<Eigen::MatrixXd> factor(a);
  if (factor.info() != Eigen::Success)
  {
    return false;
  }
  // Rows of column j of the inverse from j on depend only on rows and columns of the factor from j
  // on.
  std::exception_ptr error; // exceptions must not leave the parallel loop
#pragma omp parallel for schedule(dynamic)
  for (Eigen::Index first = 0; first < n; first += chunk)
  {
    try
    {
      const Eigen::Index rows = n - first;
      const auto lower = factor.matrixLLT().bottomRightCorner(rows, rows);
      auto columns = a.block(first, first, rows, std::min(chunk, rows));
      columns.setIdentity();
      lower.triangularView<Eigen::Lower>().solveInPlace(columns);
      lower.transpose().triangularView<Eigen::Upper>().solveInPlace(columns);
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
  return a.triangularView<Eigen::Lower>().toDenseMatrix().allFinite();
}
}

template <>
bool invertSymmetric(
  const Context<HostSpace>& /*context*/, std::int64_t n, double* matrix, float* inverse)
{
  Eigen::Map<Eigen::MatrixXd> a(matrix, n, n);
  if (!invertLower(a))
  {
    return false;
  }
  Eigen::Map<Eigen::MatrixXf> result(inverse, n, n);
  result.triangularView<Eigen::Lower>() = a.cast<float>();
  result.triangularView<Eigen::StrictlyUpper>() = result.transpose();
  return true;
}

template <>
bool invertSymmetricInPlace(
  const Context<HostSpace>& /*context*/, std::int64_t n, std::int64_t count, double* matrices)
{
  std::atomic<bool> succeeded = true;
  std::exception_ptr error;
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t i = 0; i < count; ++i)
  {
    try
    {
      Eigen::Map<Eigen::MatrixXd> a(matrices + i * n * n, n, n);
      if (invertLower(a))
      {
        a.triangularView<Eigen::StrictlyUpper>() = a.transpose();
      }
      else
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
