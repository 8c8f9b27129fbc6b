// Tests of products of dense matrices on the host, for every instruction set that this processor
// supports.

#include "Support/Problems.h"
#include "Support/Random.h"

#include "Core/Execution/InstructionSet.h"
#include "Solver/Host/DenseHostKernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

TEST(DenseHostLoops, MultiplyMatricesOfEverySize)
{
  const std::vector<std::pair<InstructionSet, const DenseHostKernels*>> sets = {
    { InstructionSet::Sse2, &denseHostKernels_sse2 },
    { InstructionSet::Avx2, &denseHostKernels_avx2 },
    { InstructionSet::Avx512, &denseHostKernels_avx512 }
  };
  Random random(921);
  // There are sizes below that of a vector, sizes that are no multiple of it, and a size for
  // several threads.
  for (const std::size_t n : { std::size_t(3), std::size_t(45), std::size_t(197) })
  {
    const std::size_t stride = n + 3;
    std::vector<double> matrix = random.vector(n * stride, -1.0, 1.0);
    for (std::size_t i = 0; i < matrix.size(); ++i)
    {
      // Entries are exact in single precision; those beyond the columns must not be read.
      matrix[i] = i % stride < n ? static_cast<double>(static_cast<float>(matrix[i])) : NAN;
    }
    std::vector<double> x = random.vector(n, -1.0, 1.0);
    for (double& value : x)
    {
      value = static_cast<double>(static_cast<float>(value));
    }
    const std::vector<double> start = random.vector(n, -1.0, 1.0);
    std::vector<double> product(n, 0.0);
    std::vector<double> doubled(n);
    std::vector<double> added(n);
    for (std::size_t row = 0; row < n; ++row)
    {
      for (std::size_t column = 0; column < n; ++column)
      {
        product[row] += matrix[row * stride + column] * x[column];
      }
      doubled[row] = 2.0 * product[row];
      added[row] = start[row] + product[row];
    }
    const std::vector<float> narrowMatrix(matrix.begin(), matrix.end());
    const std::vector<float> narrowX(x.begin(), x.end());
    const auto rows = static_cast<std::int64_t>(n);
    const auto rowStride = static_cast<std::int64_t>(stride);
    for (const auto& [set, loops] : sets)
    {
      if (set > instructionSet())
      {
        continue;
      }
      SCOPED_TRACE(static_cast<int>(set));
      std::vector<double> y(n, NAN);
      loops->multiplyFloat(rows, rows, rowStride, narrowMatrix.data(), 2.0, x.data(), y.data());
      EXPECT_LT(relativeDifference(y, doubled), 1e-14);
      std::vector<float> narrowY(n, NAN);
      loops->multiplyDouble(
        rows, rows, rowStride, matrix.data(), true, narrowX.data(), narrowY.data());
      EXPECT_LT(
        relativeDifference(std::vector<double>(narrowY.begin(), narrowY.end()), product), 1e-6);
      narrowY.assign(start.begin(), start.end());
      loops->multiplyDouble(
        rows, rows, rowStride, matrix.data(), false, narrowX.data(), narrowY.data());
      EXPECT_LT(
        relativeDifference(std::vector<double>(narrowY.begin(), narrowY.end()), added), 1e-6);
    }
  }
}
