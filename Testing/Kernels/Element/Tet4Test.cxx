#include "Support/Problems.h"
#include "Support/Random.h"

#include "Element/Tet4Element.h"
#include "Element/Tet4Reference.h"

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
struct Tetrahedron
{
  reference::Tet4Corners corners;
  std::array<double, 12> x; ///< the same, entry 4 * component + node

  explicit Tetrahedron(const reference::Tet4Corners& given) : corners(given), x{}
  {
    for (std::size_t i = 0; i < 12; ++i)
    {
      this->x[i] = given[i % 4][i / 4];
    }
  }
};

/// The natural tetrahedron with slightly displaced corners and a positive volume.
Tetrahedron randomTetrahedron(Random& random)
{
  reference::Tet4Corners corners = { { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };
  for (auto& corner : corners)
  {
    for (double& c : corner)
    {
      c += random.uniform(-0.15, 0.15);
    }
  }
  return Tetrahedron(corners);
}
}

TEST(Tet4, MatchesItsReference)
{
  Random random(401);
  for (const double nu : { -0.4, 0.0, 0.3, 0.49 })
  {
    const Tetrahedron tetrahedron = randomTetrahedron(random);
    const Elasticity material = unitElasticity(nu);
    const reference::Tet4Matrix K = reference::tet4Stiffness(tetrahedron.corners, nu);
    const std::vector<double> u = random.vector(12, -1, 1);
    const double modulus = random.uniform(0.1, 5.0);
    std::vector<double> expected(12, 0.0);
    std::vector<double> diagonal(12);
    double energy = 0.0;
    for (std::size_t i = 0; i < 12; ++i)
    {
      for (std::size_t j = 0; j < 12; ++j)
      {
        expected[4 * (i % 3) + i / 3] += modulus * K[i][j] * u[4 * (j % 3) + j / 3];
      }
      diagonal[4 * (i % 3) + i / 3] = K[i][i];
    }
    for (std::size_t i = 0; i < 12; ++i)
    {
      energy += expected[i] * u[i];
    }
    std::vector<double> f(12, NAN);
    EXPECT_NEAR(Tet4Element::product(tetrahedron.x.data(), u.data(), modulus, material, f.data()),
      energy, 1e-12 * energy);
    EXPECT_LT(relativeDifference(f, expected), 1e-13);
    std::vector<double> d(12, NAN);
    Tet4Element::diagonal(tetrahedron.x.data(), material, d.data());
    EXPECT_LT(relativeDifference(d, diagonal), 1e-13);
    for (int node = 0; node < 4; ++node)
    {
      double row[3];
      Tet4Element::forceAtNode(tetrahedron.x.data(), u.data(), modulus, material, node, row);
      for (std::size_t c = 0; c < 3; ++c)
      {
        EXPECT_NEAR(row[c], f[4 * c + std::size_t(node)], 1e-13 * modulus);
      }
    }
    double volume = 0.0;
    EXPECT_GT(Tet4Element::smallestDeterminant(tetrahedron.x.data(), volume), 0.0);
    EXPECT_NEAR(volume, reference::tet4Volume(tetrahedron.corners), 1e-15);
  }
}

TEST(Tet4, KnowsTheGradientOfALinearField)
{
  Random random(402);
  const Tetrahedron tetrahedron = randomTetrahedron(random);
  const std::vector<double> G = random.vector(9, -1, 1);
  std::vector<double> u(12, 0.0);
  for (std::size_t i = 0; i < 3; ++i)
  {
    for (std::size_t a = 0; a < 4; ++a)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        u[4 * i + a] += G[3 * i + c] * tetrahedron.corners[a][c];
      }
    }
  }
  std::vector<double> g(9, NAN);
  Tet4Element::centreGradient(tetrahedron.x.data(), u.data(), g.data());
  EXPECT_LT(relativeDifference(g, G), 1e-13);
}

TEST(Tet4, HasTheKnownMatrixOfADistortedElement)
{
  // Natural nodes plus 0.05 sin(1 + 3 a + c), E = 1, nu = 0.3, u = cos(a + 2 c): computed by an
  // independent program in Python.
  reference::Tet4Corners corners = { { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };
  std::vector<double> u(12);
  for (std::size_t a = 0; a < 4; ++a)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      corners[a][c] += 0.05 * std::sin(1.0 + 3.0 * double(a) + double(c));
      u[4 * c + a] = std::cos(double(a) + 2.0 * double(c));
    }
  }
  const Tetrahedron tetrahedron(corners);
  const Elasticity material = unitElasticity(0.3);
  Eigen::Matrix<double, 12, 12> K;
  for (int column = 0; column < 12; ++column)
  {
    Eigen::Matrix<double, 12, 1> unit = Eigen::Matrix<double, 12, 1>::Unit(column);
    Tet4Element::product(tetrahedron.x.data(), unit.data(), 1.0, material, K.col(column).data());
  }
  double volume = 0.0;
  Tet4Element::smallestDeterminant(tetrahedron.x.data(), volume);
  std::vector<double> f(12);
  const Eigen::VectorXd eigenvalues =
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K, Eigen::EigenvaluesOnly).eigenvalues();
  EXPECT_NEAR(volume, 0.148572050, 1e-9);
  EXPECT_NEAR(K.trace(), 2.27110347, 1e-8);
  EXPECT_NEAR(K.norm(), 1.27292964, 1e-8);
  EXPECT_NEAR(eigenvalues[6], 0.111250574, 1e-9);
  EXPECT_NEAR(eigenvalues[11], 1.14174209, 1e-8);
  EXPECT_LT(std::abs(eigenvalues[5]), 1e-14) << "six rigid-body motions";
  EXPECT_NEAR(Tet4Element::product(tetrahedron.x.data(), u.data(), 1.0, material, f.data()),
    1.02515882, 1e-8);
}
