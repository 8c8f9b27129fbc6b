// Tests of the fast element product against the textbook's stiffness matrix.

#include "Support/Problems.h"
#include "Support/Random.h"

#include "Element/Hex8.h"
#include "Element/Hex8Reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr int Draws = 20;
using Array24 = std::array<double, 24>;

/// A random convex hexahedron, rotated, translated and scaled.
Mesh randomElement(Random& random)
{
  Mesh mesh = distortedBox({ 1, 1, 1 }, 0.2, random);
  moveRigidly(mesh, std::pow(10.0, random.uniform(-3, 3)), random);
  return mesh;
}

/// Corner coordinates in the order of the fast product: 8 * component + corner.
Array24 coordinates(const Mesh& mesh)
{
  Array24 x{};
  const auto corners = reference::hex8Corners(mesh, 0);
  for (std::size_t a = 0; a < 8; ++a)
  {
    for (std::size_t i = 0; i < 3; ++i)
    {
      x[8 * i + a] = corners[a][i];
    }
  }
  return x;
}

/// E K u by the fast product, in the reference's order 3 * corner + component.
Array24 fastProduct(const Mesh& mesh, const Array24& u, double youngsModulus, double poissonsRatio)
{
  const Array24 x = coordinates(mesh);
  Array24 displacement{};
  for (std::size_t k = 0; k < 24; ++k)
  {
    displacement[8 * (k % 3) + k / 3] = u[k];
  }
  Array24 force;
  force.fill(NAN);
  hex8::product<double>(
    x.data(), displacement.data(), youngsModulus, unitElasticity(poissonsRatio), force.data());
  Array24 f{};
  for (std::size_t k = 0; k < 24; ++k)
  {
    f[k] = force[8 * (k % 3) + k / 3];
  }
  return f;
}

Array24 multiply(const reference::Hex8Matrix& K, const Array24& u)
{
  Array24 f{};
  for (std::size_t r = 0; r < 24; ++r)
  {
    for (std::size_t c = 0; c < 24; ++c)
    {
      f[r] += K[r][c] * u[c];
    }
  }
  return f;
}

/// Largest sum of |K_rc| over a row: the scale that rounding errors of K u have.
double rowSum(const reference::Hex8Matrix& K)
{
  double largest = 0.0;
  for (const auto& row : K)
  {
    double sum = 0.0;
    for (const double entry : row)
    {
      sum += std::abs(entry);
    }
    largest = std::max(largest, sum);
  }
  return largest;
}
}

TEST(Hex8, ProductMatchesReference)
{
  Random random(21);
  for (int draw = 0; draw < Draws; ++draw)
  {
    SCOPED_TRACE(draw);
    const Mesh mesh = randomElement(random);
    const double E = std::pow(10.0, random.uniform(-9, 6));
    const double nu = random.uniform(-0.9, 0.45);
    const auto K = reference::hex8Stiffness(reference::hex8Corners(mesh, 0), E, nu);
    Array24 u{};
    for (double& value : u)
    {
      value = random.uniform(-1, 1);
    }
    const Array24 expected = multiply(K, u);
    const Array24 f = fastProduct(mesh, u, E, nu);
    for (std::size_t k = 0; k < 24; ++k)
    {
      EXPECT_NEAR(f[k], expected[k], 1e-13 * rowSum(K)) << "entry " << k;
    }
  }
}

TEST(Hex8, EachColumnMatchesReference)
{
  Random random(22);
  const Mesh mesh = randomElement(random);
  const auto K = reference::hex8Stiffness(reference::hex8Corners(mesh, 0), 3.0, 0.3);
  reference::Hex8Matrix columns{};
  for (std::size_t c = 0; c < 24; ++c)
  {
    Array24 unit{};
    unit[c] = 1.0;
    const Array24 f = fastProduct(mesh, unit, 3.0, 0.3);
    for (std::size_t r = 0; r < 24; ++r)
    {
      EXPECT_NEAR(f[r], K[r][c], 1e-13 * rowSum(K)) << r << ", " << c;
      columns[r][c] = f[r];
    }
  }
  for (std::size_t r = 0; r < 24; ++r)
  {
    for (std::size_t c = 0; c < r; ++c)
    {
      EXPECT_NEAR(columns[r][c], columns[c][r], 1e-13 * rowSum(K)) << r << ", " << c;
    }
  }
}

TEST(Hex8, HasExactlySixZeroEnergyModes)
{
  // Rigid-body motions span the null space: three translations, and three rotations about the
  // corners' mean. Any field orthogonal to them has energy, as 2 x 2 x 2 points permit no hourglass
  // modes.
  Random random(23);
  for (int draw = 0; draw < Draws; ++draw)
  {
    SCOPED_TRACE(draw);
    Mesh mesh = distortedBox({ 1, 1, 1 }, 0.2, random);
    moveRigidly(mesh, 1.0, random);
    const auto corners = reference::hex8Corners(mesh, 0);
    const Point centre = reference::hex8Centroid(corners);
    std::array<Array24, 6> rigid{};
    for (std::size_t a = 0; a < 8; ++a)
    {
      for (std::size_t i = 0; i < 3; ++i)
      {
        const std::size_t j = (i + 1) % 3;
        rigid[i][3 * a + i] = 1.0;
        rigid[3 + i][3 * a + i] = -(corners[a][j] - centre[j]);
        rigid[3 + i][3 * a + j] = corners[a][i] - centre[i];
      }
    }
    const auto dot = [](const Array24& a, const Array24& b)
    {
      double sum = 0.0;
      for (std::size_t k = 0; k < 24; ++k)
      {
        sum += a[k] * b[k];
      }
      return sum;
    };
    for (std::size_t mode = 0; mode < 6; ++mode) // Gram-Schmidt
    {
      for (std::size_t other = 0; other < mode; ++other)
      {
        const double part = dot(rigid[mode], rigid[other]);
        for (std::size_t k = 0; k < 24; ++k)
        {
          rigid[mode][k] -= part * rigid[other][k];
        }
      }
      const double length = std::sqrt(dot(rigid[mode], rigid[mode]));
      for (double& value : rigid[mode])
      {
        value /= length;
      }
      for (const double force : fastProduct(mesh, rigid[mode], 1.0, 0.3))
      {
        EXPECT_NEAR(force, 0.0, 1e-14) << "rigid motion " << mode;
      }
    }
    for (int trial = 0; trial < 10; ++trial)
    {
      Array24 u{};
      for (double& value : u)
      {
        value = random.uniform(-1, 1);
      }
      for (const Array24& mode : rigid)
      {
        const double part = dot(u, mode);
        for (std::size_t k = 0; k < 24; ++k)
        {
          u[k] -= part * mode[k];
        }
      }
      EXPECT_GT(dot(u, fastProduct(mesh, u, 1.0, 0.3)) / dot(u, u), 1e-3);
    }
  }
}

TEST(Hex8, DiagonalMatchesReference)
{
  Random random(24);
  for (int draw = 0; draw < Draws; ++draw)
  {
    SCOPED_TRACE(draw);
    const Mesh mesh = randomElement(random);
    const double nu = random.uniform(-0.9, 0.45);
    const auto K = reference::hex8Stiffness(reference::hex8Corners(mesh, 0), 1.0, nu);
    Array24 diagonal;
    diagonal.fill(NAN);
    const Array24 x = coordinates(mesh);
    hex8::diagonal<double>(x.data(), unitElasticity(nu), diagonal.data());
    for (std::size_t k = 0; k < 24; ++k)
    {
      EXPECT_NEAR(diagonal[8 * (k % 3) + k / 3], K[k][k], 1e-13 * rowSum(K)) << "entry " << k;
    }
  }
}

TEST(Hex8, VolumeAndSmallestDeterminant)
{
  Random random(25);
  for (int draw = 0; draw < Draws; ++draw)
  {
    SCOPED_TRACE(draw);
    const Mesh mesh = randomElement(random);
    const Array24 x = coordinates(mesh);
    double volume = NAN;
    const double smallest = hex8::smallestDeterminant<double>(x.data(), volume);
    const double expected = reference::hex8Volume(reference::hex8Corners(mesh, 0));
    // Rounding increases with the distance from the origin, which is up to about two element sizes.
    EXPECT_NEAR(volume, expected, 1e-13 * expected);
    EXPECT_GT(smallest, 0.0);
    EXPECT_LE(smallest, volume / 8);
  }
  Mesh cube = makeBoxMesh({ 1, 1, 1 }, { 2.0, 3.0, 4.0 });
  double volume = NAN;
  EXPECT_NEAR(hex8::smallestDeterminant<double>(coordinates(cube).data(), volume), 3.0, 1e-14);
  EXPECT_NEAR(volume, 24.0, 1e-13);
  std::swap(cube.connectivity[0], cube.connectivity[1]); // folded
  EXPECT_LT(hex8::smallestDeterminant<double>(coordinates(cube).data(), volume), 0.0);
}
