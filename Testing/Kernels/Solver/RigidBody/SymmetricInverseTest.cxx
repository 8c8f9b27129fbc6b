#include "Solver/RigidBody/CoarseSpaceTestInput.h"
#include "Support/CellTypes.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Vectors/Vector.h"
#include "Operator/StiffnessOperator.h"
#include "Solver/RigidBody/RigidBodyCoarseSpace.h"
#include "Solver/SymmetricInverse.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace trabecula;
using namespace trabecula::testing;

TYPED_TEST_SUITE(CoarseSpaceTest, Spaces, SpaceNames);

TYPED_TEST(CoarseSpaceTest, InvertsDenseMatrices)
{
  Random random(103);
  for (const std::int64_t n : { 64, 128, 320 })
  {
    SCOPED_TRACE(n);
    // A = B B^T + n I / 4, with rows scaled over six orders of magnitude.
    std::vector<double> b = random.vector(static_cast<std::size_t>(n * n), -1, 1);
    std::vector<double> scale(static_cast<std::size_t>(n));
    for (double& s : scale)
    {
      s = std::pow(10.0, random.uniform(-3, 3));
    }
    std::vector<double> a(b.size());
    for (std::int64_t i = 0; i < n; ++i)
    {
      for (std::int64_t j = 0; j < n; ++j)
      {
        double sum = i == j ? 0.25 * double(n) : 0.0;
        for (std::int64_t k = 0; k < n; ++k)
        {
          sum += b[i * n + k] * b[j * n + k];
        }
        a[i * n + j] = sum * scale[i] * scale[j];
      }
    }
    DeviceVector<double, TypeParam> matrix(this->context(), a);
    DeviceVector<float, TypeParam> inverse(this->context(), a.size());
    ASSERT_TRUE(invertSymmetric(this->context(), n, matrix.data(), inverse.data()));
    const std::vector<float> x = inverse.toHost();
    double worst = 0.0;
    for (std::int64_t i = 0; i < n; ++i)
    {
      for (std::int64_t j = 0; j < n; ++j)
      {
        double product = 0.0;
        for (std::int64_t k = 0; k < n; ++k)
        {
          product += a[i * n + k] * double(x[k * n + j]);
        }
        const double expected = i == j ? 1.0 : 0.0;
        worst = std::max(worst, std::abs(product - expected) * scale[j] / scale[i]);
      }
    }
    EXPECT_LT(worst, 1e-5); // error of single precision
  }
}

TYPED_TEST(CoarseSpaceTest, RefusesIndefiniteMatrices)
{
  for (const double wrong : { -1.0, 0.0, std::numeric_limits<double>::quiet_NaN() })
  {
    std::vector<double> a(64 * 64, 0.0);
    for (std::size_t i = 0; i < 64; ++i)
    {
      a[65 * i] = i == 17 ? wrong : 1.0;
    }
    DeviceVector<double, TypeParam> matrix(this->context(), a);
    DeviceVector<float, TypeParam> inverse(this->context(), a.size());
    EXPECT_FALSE(invertSymmetric(this->context(), 64, matrix.data(), inverse.data())) << wrong;
  }
}

TYPED_TEST(CoarseSpaceTest, InvertsSeveralMatricesInDoublePrecision)
{
  // The condition number is that of nearly void material: in single precision, the inverse of such
  // a matrix would not be positive definite.
  constexpr std::int64_t n = 128;
  constexpr std::int64_t count = 3;
  Random random(105);
  std::vector<double> a(count * n * n, 0.0);
  for (std::int64_t m = 0; m < count; ++m)
  {
    // H D H with a reflection H = 1 - 2 v v^T.
    std::vector<double> v(n);
    double square = 0.0;
    for (double& entry : v)
    {
      entry = random.uniform(-1.0, 1.0);
      square += entry * entry;
    }
    std::vector<double> d(n);
    for (double& entry : d)
    {
      entry = std::pow(10.0, random.uniform(-8.0, 0.0));
    }
    const auto reflection = [&](std::int64_t i, std::int64_t j)
    { return (i == j ? 1.0 : 0.0) - 2.0 * v[i] * v[j] / square; };
    for (std::int64_t i = 0; i < n; ++i)
    {
      for (std::int64_t j = 0; j < n; ++j)
      {
        for (std::int64_t k = 0; k < n; ++k)
        {
          a[(m * n + i) * n + j] += reflection(i, k) * d[k] * reflection(k, j);
        }
      }
    }
  }
  DeviceVector<double, TypeParam> matrices(this->context(), a);
  ASSERT_TRUE(invertSymmetricInPlace(this->context(), n, count, matrices.data()));
  const std::vector<double> x = matrices.toHost();
  for (std::int64_t m = 0; m < count; ++m)
  {
    double worst = 0.0;
    for (std::int64_t i = 0; i < n; ++i)
    {
      for (std::int64_t j = 0; j < n; ++j)
      {
        double product = i == j ? -1.0 : 0.0;
        for (std::int64_t k = 0; k < n; ++k)
        {
          product += a[(m * n + i) * n + k] * x[(m * n + k) * n + j];
        }
        worst = std::max(worst, std::abs(product));
      }
    }
    EXPECT_LT(worst, 1e-6) << m;
  }

  a[(2 * n + 5) * n + 5] = -1.0;
  DeviceVector<double, TypeParam> indefinite(this->context(), a);
  EXPECT_FALSE(invertSymmetricInPlace(this->context(), n, count, indefinite.data()));
}
