#include "Core/SymmetricEigen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

namespace trabecula
{
namespace
{
TEST(SymmetricEigen, DiagonalizesRandomMatrices)
{
  std::mt19937 random(11);
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  for (const std::size_t n : { 1, 2, 3, 6, 24 })
  {
    std::vector<double> A(n * n);
    for (std::size_t i = 0; i < n; ++i)
    {
      for (std::size_t j = 0; j <= i; ++j)
      {
        A[i * n + j] = A[j * n + i] = entry(random);
      }
    }
    const SymmetricEigen eigen = symmetricEigen(A.data(), n);
    ASSERT_EQ(eigen.values.size(), n);
    EXPECT_TRUE(std::is_sorted(eigen.values.begin(), eigen.values.end()));
    const std::vector<double> values = symmetricEigenvalues(A.data(), n);
    for (std::size_t k = 0; k < n; ++k)
    {
      EXPECT_NEAR(values[k], eigen.values[k], 1e-13 * double(n));
      for (std::size_t i = 0; i < n; ++i)
      {
        double product = 0.0; // of A and vector k
        double cosine = 0.0;  // between vectors k and i
        for (std::size_t j = 0; j < n; ++j)
        {
          product += A[i * n + j] * eigen.vector(k)[j];
          cosine += eigen.vector(i)[j] * eigen.vector(k)[j];
        }
        EXPECT_NEAR(product, eigen.values[k] * eigen.vector(k)[i], 1e-13 * double(n));
        EXPECT_NEAR(cosine, i == k ? 1.0 : 0.0, 1e-13 * double(n));
      }
    }
  }
}
}
}
