// Tests of products of few long columns on the host, for every instruction set that this processor
// supports.

#include "Support/Problems.h"
#include "Support/Random.h"

#include "Core/Execution/InstructionSet.h"
#include "Solver/Eigen/ColumnHostKernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Columns of random numbers, with numbers between them that must not be read.
std::vector<double> paddedColumns(
  Random& random, std::size_t rows, std::size_t columns, std::size_t stride)
{
  std::vector<double> values(columns * stride, NAN);
  for (std::size_t j = 0; j < columns; ++j)
  {
    for (std::size_t i = 0; i < rows; ++i)
    {
      values[j * stride + i] = random.uniform(-1.0, 1.0);
    }
  }
  return values;
}
}

TEST(ColumnHostLoops, HaveTheProductsOfEverySize)
{
  const std::vector<std::pair<InstructionSet, const ColumnHostKernels*>> sets = {
    { InstructionSet::Sse2, &columnHostKernels_sse2 },
    { InstructionSet::Avx2, &columnHostKernels_avx2 },
    { InstructionSet::Avx512, &columnHostKernels_avx512 }
  };
  Random random(3107);
  // Rows below those of a vector, of a tile and of several; columns below, at and above a block.
  for (const std::size_t rows : { std::size_t(3), std::size_t(64), std::size_t(301) })
  {
    for (const auto& [ofA, ofB] :
      std::vector<std::pair<std::size_t, std::size_t>>{ { 1, 1 }, { 4, 3 }, { 7, 5 }, { 160, 2 } })
    {
      const std::size_t stride = rows + 5;
      const std::vector<double> a = paddedColumns(random, rows, ofA, stride);
      const std::vector<double> b = paddedColumns(random, rows, ofB, stride);
      const std::vector<double> factors = random.vector(ofA * ofB, -1.0, 1.0);
      std::vector<double> products(ofA * ofB, 0.0);
      std::vector<double> combined(ofB * rows, 0.0);
      std::vector<double> added(ofB * rows, 0.0);
      for (std::size_t j = 0; j < ofB; ++j)
      {
        for (std::size_t r = 0; r < rows; ++r)
        {
          for (std::size_t k = 0; k < ofA; ++k)
          {
            products[j * ofA + k] += a[k * stride + r] * b[j * stride + r];
            combined[j * rows + r] += factors[j * ofA + k] * a[k * stride + r];
          }
          added[j * rows + r] = b[j * stride + r] + combined[j * rows + r];
        }
      }
      for (const auto& [set, loops] : sets)
      {
        if (set > instructionSet())
        {
          continue;
        }
        SCOPED_TRACE(static_cast<int>(set));
        const auto n = static_cast<std::int64_t>(rows);
        const auto step = static_cast<std::int64_t>(stride);
        const auto countOfA = static_cast<int>(ofA);
        const auto countOfB = static_cast<int>(ofB);
        std::vector<double> found(ofA * ofB, NAN);
        loops->innerProducts(n, a.data(), step, countOfA, b.data(), step, countOfB, found.data());
        EXPECT_LT(relativeDifference(found, products), 1e-13);
        const auto combine = [&](std::vector<double> to, bool isAdded)
        {
          loops->combine(
            n, a.data(), step, countOfA, factors.data(), to.data(), step, countOfB, isAdded);
          std::vector<double> results;
          for (std::size_t j = 0; j < ofB; ++j)
          {
            EXPECT_TRUE(std::isnan(to[j * stride + rows])) << "written beyond the rows";
            results.insert(results.end(), to.begin() + std::ptrdiff_t(j * stride),
              to.begin() + std::ptrdiff_t(j * stride + rows));
          }
          return results;
        };
        EXPECT_LT(relativeDifference(combine(b, false), combined), 1e-13);
        EXPECT_LT(relativeDifference(combine(b, true), added), 1e-13);
        if (ofB <= ofA)
        {
          // The results replace the first columns.
          std::vector<double> same = a;
          loops->combine(
            n, same.data(), step, countOfA, factors.data(), same.data(), step, countOfB, false);
          for (std::size_t j = 0; j < ofB; ++j)
          {
            for (std::size_t r = 0; r < rows; ++r)
            {
              ASSERT_NEAR(same[j * stride + r], combined[j * rows + r], 1e-12);
            }
          }
        }
      }
    }
  }
}
