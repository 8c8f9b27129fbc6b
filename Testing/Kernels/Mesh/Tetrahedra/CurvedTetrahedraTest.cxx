// Tests of the Jacobian determinants of quadratic tetrahedra, and of straightening those that are
// curved too much.

#include "Support/Random.h"

#include "Mesh/Generators/BoxMeshes.h"
#include "Mesh/Generators/QuadraticMesh.h"
#include "Mesh/Tetrahedra/CurvedTetrahedra.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// One straight tetrahedron of ten nodes.
Mesh tetrahedron()
{
  Mesh mesh;
  mesh.points = { 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 3 };
  const std::int32_t nodes[4] = { 0, 1, 2, 3 };
  mesh.append(CellType::Tetrahedron, nodes);
  return makeQuadratic(mesh).mesh;
}

void shake(Mesh& mesh, double distance, Random& random)
{
  for (double& x : mesh.points)
  {
    x += random.uniform(-distance, distance);
  }
}

/// Position in a quadratic tetrahedron by its shape functions.
std::array<double, 3> positionIn(const Mesh& mesh, const std::array<double, 4>& l)
{
  const CellShape& shape = cellShape(CellType::QuadraticTetrahedron);
  std::array<double, 3> x = {};
  for (std::size_t a = 0; a < 10; ++a)
  {
    double value = 0.0;
    if (a < 4)
    {
      value = l[a] * (2.0 * l[a] - 1.0);
    }
    else
    {
      const auto& ends = shape.edgeCorners[a - 4];
      value = 4.0 * l[std::size_t(ends[0])] * l[std::size_t(ends[1])];
    }
    for (std::size_t k = 0; k < 3; ++k)
    {
      x[k] += value * mesh.points[3 * std::size_t(mesh.element(0)[a]) + k];
    }
  }
  return x;
}

/// Determinant of the Jacobian by central differences, which are exact for quadratic functions.
double determinantAt(const Mesh& mesh, const std::array<double, 4>& l)
{
  constexpr double h = 0.125;
  double j[3][3];
  for (std::size_t d = 0; d < 3; ++d)
  {
    std::array<double, 4> forward = l;
    std::array<double, 4> backward = l;
    forward[d + 1] += h;
    forward[0] -= h;
    backward[d + 1] -= h;
    backward[0] += h;
    const auto a = positionIn(mesh, forward);
    const auto b = positionIn(mesh, backward);
    for (std::size_t k = 0; k < 3; ++k)
    {
      j[d][k] = (a[k] - b[k]) / (2.0 * h);
    }
  }
  return j[0][0] * (j[1][1] * j[2][2] - j[1][2] * j[2][1]) -
    j[0][1] * (j[1][0] * j[2][2] - j[1][2] * j[2][0]) +
    j[0][2] * (j[1][0] * j[2][1] - j[1][1] * j[2][0]);
}

std::array<double, 20> coefficientsOf(const Mesh& mesh)
{
  double x[30];
  for (int a = 0; a < 10; ++a)
  {
    std::copy_n(&mesh.points[3 * std::size_t(mesh.element(0)[a])], 3, x + 3 * a);
  }
  return jacobianCoefficients(x);
}
}

TEST(CurvedTetrahedra, DeterminantIsItsBernsteinPolynomial)
{
  Random random(31);
  for (int round = 0; round < 5; ++round)
  {
    Mesh mesh = tetrahedron();
    shake(mesh, 0.3, random);
    const std::array<double, 20> coefficients = coefficientsOf(mesh);
    const std::array<double, 4> l = { 0.1, 0.2, 0.3, 0.4 };
    // The same order of multi-indices: corners i <= j <= k.
    double sum = 0.0;
    std::size_t number = 0;
    for (std::size_t i = 0; i < 4; ++i)
    {
      for (std::size_t j = i; j < 4; ++j)
      {
        for (std::size_t k = j; k < 4; ++k, ++number)
        {
          const double permutations = i == j && j == k ? 1.0 : i == j || j == k ? 3.0 : 6.0;
          sum += permutations * l[i] * l[j] * l[k] * coefficients[number];
        }
      }
    }
    EXPECT_NEAR(sum, determinantAt(mesh, l), 1e-12);
    // At corners the determinant is a coefficient; that of corner 3 is the last.
    EXPECT_NEAR(coefficients[19], determinantAt(mesh, { 0, 0, 0, 1 }), 1e-12);
    // A rule of Stroud that is exact for cubic functions.
    double volume = -0.8 * determinantAt(mesh, { 0.25, 0.25, 0.25, 0.25 });
    for (std::size_t corner = 0; corner < 4; ++corner)
    {
      std::array<double, 4> at = { 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0 };
      at[corner] = 0.5;
      volume += 0.45 * determinantAt(mesh, at);
    }
    EXPECT_NEAR(tetrahedronVolume(mesh, 0), volume / 6.0, 1e-12);
  }
}

TEST(CurvedTetrahedra, StraightOnesHaveScaledJacobianOne)
{
  const Mesh mesh = tetrahedron();
  for (const double coefficient : coefficientsOf(mesh))
  {
    EXPECT_NEAR(coefficient, 6.0, 1e-13); // six times the volume
  }
  EXPECT_NEAR(scaledJacobian(mesh, 0), 1.0, 1e-13);
  EXPECT_NEAR(tetrahedronVolume(mesh, 0), 1.0, 1e-13);
  Mesh inside = mesh;
  std::swap(inside.connectivity[0], inside.connectivity[1]);
  EXPECT_EQ(scaledJacobian(inside, 0), -1.0);
}

TEST(CurvedTetrahedra, AreStraightenedAsFarAsNeeded)
{
  Mesh mesh = makeBox(CellType::QuadraticTetrahedron, { 3, 3, 3 },
    [](const std::array<double, 3>& x) {
      return std::array<double, 3>{ 3.0 * x[0], 3.0 * x[1], 3.0 * x[2] };
    });
  // A middle that is moved by half the edge along it makes the determinant zero at an end.
  const std::size_t node = std::size_t(mesh.element(7)[4]);
  const double* const a = &mesh.points[3 * std::size_t(mesh.element(7)[0])];
  const double* const b = &mesh.points[3 * std::size_t(mesh.element(7)[1])];
  std::array<double, 3> middle = {};
  std::array<double, 3> moved = {};
  for (std::size_t k = 0; k < 3; ++k)
  {
    middle[k] = 0.5 * (a[k] + b[k]);
    moved[k] = middle[k] + 0.4 * (b[k] - a[k]);
  }
  std::copy_n(moved.begin(), 3, &mesh.points[3 * node]);
  const Mesh before = mesh;
  std::int64_t expected = 0;
  double volume = 0.0;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    expected += scaledJacobian(mesh, e) < 0.1 ? 1 : 0;
  }
  ASSERT_GT(expected, 1);

  const StraightenedTetrahedra result = straightenTetrahedra(mesh, 0.1);
  EXPECT_EQ(result.found, expected);
  EXPECT_EQ(result.left, 0);
  EXPECT_EQ(result.nodes, 1);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    EXPECT_GE(scaledJacobian(mesh, e), 0.1) << e;
    volume += tetrahedronVolume(mesh, e);
  }
  EXPECT_NEAR(volume, 27.0, 1e-12);
  // At a distance d of edges from the middle the least coefficient is 1 - 4 d: 0.3 is too far yet,
  // 0.2 is not.
  EXPECT_NEAR(result.largestShift, 0.2, 1e-12);
  for (std::size_t i = 0; i < mesh.points.size(); ++i)
  {
    const double offset = i / 3 == node ? 0.5 * (moved[i % 3] - middle[i % 3]) : 0.0;
    EXPECT_NEAR(mesh.points[i], before.points[i] - offset, 1e-12) << i;
  }
}

TEST(CurvedTetrahedra, CannotBeMendedByMiddles)
{
  Mesh mesh = tetrahedron();
  // The mirrored tetrahedron: corners 0 and 1, and the nodes of the edges of each.
  for (const std::size_t i : { 0U, 5U, 7U })
  {
    std::swap(mesh.connectivity[i], mesh.connectivity[i + 1]);
  }
  const StraightenedTetrahedra result = straightenTetrahedra(mesh, 0.1);
  EXPECT_EQ(result.found, 1);
  EXPECT_EQ(result.left, 1);
  EXPECT_EQ(result.nodes, 0);
}
