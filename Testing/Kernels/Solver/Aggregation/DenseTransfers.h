#ifndef TRABECULA_TESTING_KERNELS_SOLVER_AGGREGATION_DENSETRANSFERS_H
#define TRABECULA_TESTING_KERNELS_SOLVER_AGGREGATION_DENSETRANSFERS_H

#include "Support/Random.h"

#include "Solver/Aggregation/BlockMatrixReference.h"
#include "Solver/Aggregation/BlockTransfer.h"
#include "Solver/Aggregation/Smoothers/BlockSmoother.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

/// Transfers and smoothers of rows of blocks beside dense matrices.
namespace trabecula::testing
{
template <class Space>
std::vector<double> widened(const DeviceVector<float, Space>& values)
{
  const std::vector<float> host = values.toHost();
  return std::vector<double>(host.begin(), host.end());
}

template <class Space>
reference::DenseMatrix denseOf(const BlockTransfer<Space>& transfer)
{
  return reference::denseOfBlocks(transfer.pattern.starts.toHost(), transfer.pattern.nodes.toHost(),
    widened(transfer.values), static_cast<std::size_t>(transfer.fineBlock),
    static_cast<std::size_t>(transfer.coarseBlock), static_cast<std::size_t>(transfer.coarseNodes));
}

/// @param tolerance times the largest entry that is expected, which may not be zero
inline void expectNear(
  const reference::DenseMatrix& found, const reference::DenseMatrix& expected, double tolerance)
{
  ASSERT_EQ(found.rows, expected.rows);
  ASSERT_EQ(found.columns, expected.columns);
  double scale = 0.0;
  double error = 0.0;
  for (std::size_t i = 0; i < found.values.size(); ++i)
  {
    scale = std::max(scale, std::abs(expected.values[i]));
    error = std::max(error, std::abs(found.values[i] - expected.values[i]));
  }
  EXPECT_GT(scale, 0.0);
  EXPECT_LE(error, tolerance * scale);
}

inline std::vector<double> denseTimes(const reference::DenseMatrix& a, const std::vector<double>& x)
{
  std::vector<double> y(a.rows, 0.0);
  for (std::size_t i = 0; i < y.size(); ++i)
  {
    y[i] = std::inner_product(x.begin(), x.end(), &a.values[i * a.columns], 0.0);
  }
  return y;
}

/// Expects the first two steps of a smoother to be those of Chebyshev's iteration.
/// @param inverse of the diagonal blocks of the matrix, zero for constrained unknowns, which must
/// keep their values
template <class Space>
void expectSmoothing(const Context<Space>& context, Random& random, BlockSmoother<Space>& smoother,
  const reference::DenseMatrix& matrix, const reference::DenseMatrix& inverse,
  const std::vector<std::uint8_t>& constrained)
{
  const std::size_t n = constrained.size();
  const std::vector<double> start = random.vector(n, -1.0, 1.0);
  const std::vector<double> right = random.vector(n, -1.0, 1.0);
  const auto there = [&](const std::vector<double>& x)
  { return DeviceVector<float, Space>(context, std::vector<float>(x.begin(), x.end())); };
  DeviceVector<float, Space> x = there(start);
  DeviceVector<float, Space> r = there(right);
  DeviceVector<float, Space> d(context, n);
  DeviceVector<float, Space> q(context, n);
  smoother.start(r.data(), 0.7F, false, d.data(), x.data());
  smoother.step(d.data(), 0.3F, 0.5F, r.data(), q.data(), x.data());
  smoother.subtract(q.data(), r.data());

  std::vector<double> residual = right;
  std::vector<double> solution = start;
  std::vector<double> last = denseTimes(inverse, residual);
  for (std::size_t i = 0; i < n; ++i)
  {
    last[i] *= 0.7;
    solution[i] += last[i];
  }
  std::vector<double> product = denseTimes(matrix, last);
  for (std::size_t i = 0; i < n; ++i)
  {
    residual[i] -= product[i];
  }
  const std::vector<double> scaled = denseTimes(inverse, residual);
  for (std::size_t i = 0; i < n; ++i)
  {
    last[i] = 0.3 * last[i] + 0.5 * scaled[i];
    solution[i] += last[i];
  }
  product = denseTimes(matrix, last);
  const std::vector<float> found = x.toHost();
  const std::vector<float> left = r.toHost();
  double scale = 0.0;
  for (const double value : solution)
  {
    scale = std::max(scale, std::abs(value));
  }
  for (std::size_t i = 0; i < n; ++i)
  {
    ASSERT_NEAR(found[i], solution[i], 1e-5 * scale);
    ASSERT_NEAR(left[i], residual[i] - product[i], 1e-4);
    if (constrained[i] != 0)
    {
      ASSERT_EQ(found[i], static_cast<float>(start[i]));
    }
  }
}
}

#endif
