// Tests of all elements against the textbook's shape functions and matrices.

#include "Support/Problems.h"
#include "Support/Random.h"

#include "Element/ElementReference.h"
#include "Element/Elements.h"

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
using reference::Position;

struct ElementNames
{
  template <class Element>
  static std::string GetName(int /*index*/)
  {
    return (Element::Corners == 4 ? "Tet" : "Hex") + std::to_string(Element::Nodes);
  }
};

template <class Element>
class Elements : public ::testing::Test
{
protected:
  static constexpr std::size_t Nodes = Element::Nodes;

  /// Positions in the order of element arrays: Nodes * component + node.
  static std::vector<double> asArray(const std::vector<Position>& nodes)
  {
    std::vector<double> x(3 * Nodes);
    for (std::size_t i = 0; i < x.size(); ++i)
    {
      x[i] = nodes[i % Nodes][i / Nodes];
    }
    return x;
  }

  static Position randomPoint(Random& random)
  {
    if (Element::Corners == 8)
    {
      return { random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1) };
    }
    return { random.uniform(0, 0.3), random.uniform(0, 0.3), random.uniform(0, 0.3) };
  }

  /// The natural element with slightly displaced nodes, so that edges with mid-edge nodes are
  /// curved.
  static std::vector<Position> distorted(Random& random, double amplitude)
  {
    std::vector<Position> nodes = reference::naturalNodes(Element::Type);
    for (Position& node : nodes)
    {
      for (double& c : node)
      {
        c += random.uniform(-amplitude, amplitude);
      }
    }
    return nodes;
  }

  static Eigen::MatrixXd matrixOf(const std::vector<double>& x, double nu)
  {
    const auto rows = Eigen::Index(3 * Nodes);
    Eigen::MatrixXd K(rows, rows);
    for (Eigen::Index column = 0; column < rows; ++column)
    {
      const Eigen::VectorXd unit = Eigen::VectorXd::Unit(rows, column);
      Element::product(x.data(), unit.data(), 1.0, unitElasticity(nu), K.col(column).data());
    }
    return K;
  }
};
using AllElements = ::testing::Types<Tet4Element, Tet10Element, Hex8Element, Hex20Element>;
TYPED_TEST_SUITE(Elements, AllElements, ElementNames);
}

TYPED_TEST(Elements, HasTheShapeFunctionsOfItsMonomials)
{
  Random random(431);
  for (int draw = 0; draw < 20; ++draw)
  {
    const Position p = this->randomPoint(random);
    const reference::ShapeFunctions expected = reference::shapeFunctions(TypeParam::Type, p);
    std::array<double, TypeParam::Nodes> n;
    std::array<double, 3 * TypeParam::Nodes> dn;
    n.fill(NAN);
    dn.fill(NAN);
    TypeParam::shapesAt(p.data(), n.data());
    TypeParam::derivativesAt(p.data(), dn.data());
    double sum = 0.0;
    for (std::size_t a = 0; a < n.size(); ++a)
    {
      EXPECT_NEAR(n[a], expected.values[a], 1e-13);
      sum += n[a];
      for (std::size_t k = 0; k < 3; ++k)
      {
        EXPECT_NEAR(dn[3 * a + k], expected.derivatives[a][k], 1e-13);
      }
    }
    EXPECT_NEAR(sum, 1.0, 1e-14) << "partition of unity";
  }
}

TYPED_TEST(Elements, HasDerivativesOfItsShapeFunctions)
{
  Random random(432);
  const double step = 1e-5;
  const Position p = this->randomPoint(random);
  std::array<double, 3 * TypeParam::Nodes> dn;
  TypeParam::derivativesAt(p.data(), dn.data());
  for (std::size_t k = 0; k < 3; ++k)
  {
    Position before = p;
    Position after = p;
    before[k] -= step;
    after[k] += step;
    std::array<double, TypeParam::Nodes> low;
    std::array<double, TypeParam::Nodes> high;
    TypeParam::shapesAt(before.data(), low.data());
    TypeParam::shapesAt(after.data(), high.data());
    for (std::size_t a = 0; a < low.size(); ++a)
    {
      EXPECT_NEAR((high[a] - low[a]) / (2 * step), dn[3 * a + k], 1e-9);
    }
  }
}

TYPED_TEST(Elements, HasNodesWhereItsShapeFunctionsAreOne)
{
  const std::vector<Position> nodes = reference::naturalNodes(TypeParam::Type);
  for (int a = 0; a < TypeParam::Nodes; ++a)
  {
    Position p = { NAN, NAN, NAN };
    TypeParam::node(a, p.data());
    EXPECT_EQ(p, nodes[std::size_t(a)]);
    std::array<double, TypeParam::Nodes> n;
    TypeParam::shapesAt(p.data(), n.data());
    for (int b = 0; b < TypeParam::Nodes; ++b)
    {
      EXPECT_NEAR(n[std::size_t(b)], a == b ? 1.0 : 0.0, 1e-15);
    }
  }
}

TYPED_TEST(Elements, HasTheQuadraturePointsOfItsRule)
{
  const std::vector<reference::WeightedPoint> expected =
    reference::quadraturePoints(TypeParam::Type);
  ASSERT_EQ(expected.size(), std::size_t(TypeParam::QuadraturePoints));
  std::vector<bool> found(expected.size(), false);
  for (int q = 0; q < TypeParam::QuadraturePoints; ++q)
  {
    Position p = { NAN, NAN, NAN };
    const double weight = TypeParam::quadraturePoint(q, p.data());
    std::array<double, TypeParam::Nodes> n;
    std::array<double, TypeParam::Nodes> atPoint;
    TypeParam::shapes(q, n.data());
    TypeParam::shapesAt(p.data(), atPoint.data());
    EXPECT_EQ(n, atPoint);
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
      const Position& e = expected[i].natural;
      if (std::abs(e[0] - p[0]) + std::abs(e[1] - p[1]) + std::abs(e[2] - p[2]) < 1e-15)
      {
        EXPECT_FALSE(found[i]);
        found[i] = true;
        EXPECT_NEAR(weight, expected[i].weight, 1e-15);
      }
    }
  }
  EXPECT_EQ(std::count(found.begin(), found.end(), true), TypeParam::QuadraturePoints);
}

TYPED_TEST(Elements, MatchesItsReference)
{
  constexpr std::size_t N = TypeParam::Nodes;
  Random random(433);
  for (const double nu : { -0.4, 0.0, 0.3, 0.49 })
  {
    const std::vector<Position> nodes = this->distorted(random, 0.07);
    const std::vector<double> x = this->asArray(nodes);
    const Elasticity material = unitElasticity(nu);
    const reference::ElementMatrix K = reference::elementStiffness(TypeParam::Type, nodes, nu);
    const std::vector<double> u = random.vector(3 * N, -1, 1);
    const double modulus = random.uniform(0.1, 5.0);
    std::vector<double> expected(3 * N, 0.0);
    std::vector<double> diagonal(3 * N);
    double energy = 0.0;
    for (std::size_t i = 0; i < 3 * N; ++i)
    {
      const std::size_t row = N * (i % 3) + i / 3;
      for (std::size_t j = 0; j < 3 * N; ++j)
      {
        expected[row] += modulus * K(i, j) * u[N * (j % 3) + j / 3];
      }
      diagonal[row] = K(i, i);
      energy += expected[row] * u[row];
    }
    std::vector<double> f(3 * N, NAN);
    EXPECT_NEAR(
      TypeParam::product(x.data(), u.data(), modulus, material, f.data()), energy, 1e-12 * energy);
    EXPECT_LT(relativeDifference(f, expected), 2e-13);
    for (std::size_t node = 0; node < N; ++node)
    {
      std::array<double, 3> row = { NAN, NAN, NAN };
      TypeParam::forceAtNode(x.data(), u.data(), modulus, material, int(node), row.data());
      for (std::size_t c = 0; c < 3; ++c)
      {
        EXPECT_NEAR(row[c], f[N * c + node], 1e-12 * modulus);
      }
    }
    std::vector<double> d(3 * N, NAN);
    TypeParam::diagonal(x.data(), material, d.data());
    EXPECT_LT(relativeDifference(d, diagonal), 2e-13);
    double volume = NAN;
    EXPECT_GT(TypeParam::smallestDeterminant(x.data(), volume), 0.0);
    EXPECT_NEAR(volume, reference::elementVolume(TypeParam::Type, nodes), 1e-13);
  }
}

TYPED_TEST(Elements, KnowsTheGradientOfALinearFieldAlsoWhereItIsCurved)
{
  constexpr std::size_t N = TypeParam::Nodes;
  Random random(434);
  const std::vector<Position> nodes = this->distorted(random, 0.07);
  const std::vector<double> x = this->asArray(nodes);
  const std::vector<double> G = random.vector(9, -1, 1);
  std::vector<double> u(3 * N, 0.0);
  for (std::size_t i = 0; i < u.size(); ++i)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      u[i] += G[3 * (i / N) + c] * nodes[i % N][c];
    }
  }
  std::vector<double> h(9, NAN);
  TypeParam::centreGradient(x.data(), u.data(), h.data());
  EXPECT_LT(relativeDifference(h, G), 1e-12);
  const Position p = this->randomPoint(random);
  TypeParam::gradientAt(x.data(), u.data(), p.data(), h.data());
  EXPECT_LT(relativeDifference(h, G), 1e-12);
  double total = 0.0;
  for (int q = 0; q < TypeParam::QuadraturePoints; ++q)
  {
    std::array<double, 3 * TypeParam::Nodes> g;
    g.fill(NAN);
    total += TypeParam::gradients(x.data(), q, g.data());
    TypeParam::naturalGradient(u.data(), g.data(), h.data());
    EXPECT_LT(relativeDifference(h, G), 1e-12);
  }
  double volume = NAN;
  TypeParam::smallestDeterminant(x.data(), volume);
  EXPECT_NEAR(total, volume, 1e-14 * volume);
}

TYPED_TEST(Elements, HasTheKnownMatrixOfADistortedElement)
{
  // Natural nodes plus 0.05 sin(1 + 3 a + c), E = 1, nu = 0.3, u = cos(a + 2 c): computed by an
  // independent program in Python. Straight: mid-edge nodes in the middle of edges.
  struct Known
  {
    CellType type;
    bool straight;
    double volume, trace, norm, seventh, last, energy;
  };
  constexpr Known all[] = {
    { CellType::Tetrahedron, false, 0.148572050, 2.27110347, 1.27292964, 0.111250574, 1.14174209,
      1.02515882 },
    { CellType::QuadraticTetrahedron, true, 0.148572050, 10.4470760, 3.70125072, 0.00994220178,
      2.94036502, 4.16173176 },
    { CellType::QuadraticTetrahedron, false, 0.135830019, 10.4527044, 3.72401827, 0.00655851007,
      2.93862435, 3.86905891 },
    { CellType::Hexahedron, false, 7.96109702, 11.2732615, 3.44555311, 0.126899020, 2.49724910,
      6.74932887 },
    { CellType::QuadraticHexahedron, true, 7.96109702, 66.5269751, 15.2326529, 0.0745837587,
      6.38876010, 22.3293231 },
    { CellType::QuadraticHexahedron, false, 7.95459188, 66.8008703, 15.2930321, 0.0743288438,
      6.42293637, 23.1506545 },
  };
  const CellShape& shape = cellShape(TypeParam::Type);
  for (const Known& known : all)
  {
    if (known.type != TypeParam::Type)
    {
      continue;
    }
    SCOPED_TRACE(known.straight ? "straight" : "as it is");
    std::vector<Position> nodes = reference::naturalNodes(TypeParam::Type);
    std::vector<double> u(3 * nodes.size());
    for (std::size_t a = 0; a < nodes.size(); ++a)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        nodes[a][c] += 0.05 * std::sin(1.0 + 3.0 * double(a) + double(c));
        u[nodes.size() * c + a] = std::cos(double(a) + 2.0 * double(c));
      }
    }
    for (std::size_t e = 0; known.straight && e < std::size_t(shape.edges); ++e)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        nodes[std::size_t(shape.corners) + e][c] =
          (nodes[std::size_t(shape.edgeCorners[e][0])][c] +
            nodes[std::size_t(shape.edgeCorners[e][1])][c]) /
          2;
      }
    }
    // Published figures have nine digits.
    const auto near = [](double value, double expected)
    { return std::abs(value - expected) <= 5.1e-9 * std::abs(expected); };
    const std::vector<double> x = this->asArray(nodes);
    const Eigen::MatrixXd K = this->matrixOf(x, 0.3);
    double volume = NAN;
    TypeParam::smallestDeterminant(x.data(), volume);
    std::vector<double> f(u.size());
    const double energy =
      TypeParam::product(x.data(), u.data(), 1.0, unitElasticity(0.3), f.data());
    const Eigen::VectorXd eigenvalues =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K, Eigen::EigenvaluesOnly).eigenvalues();
    const double largest = eigenvalues[eigenvalues.size() - 1];
    EXPECT_PRED2(near, volume, known.volume);
    EXPECT_PRED2(near, K.trace(), known.trace);
    EXPECT_PRED2(near, K.norm(), known.norm);
    EXPECT_PRED2(near, eigenvalues[6], known.seventh);
    EXPECT_PRED2(near, largest, known.last);
    EXPECT_PRED2(near, energy, known.energy);
    EXPECT_LT(eigenvalues.head(6).cwiseAbs().maxCoeff(), 1e-12 * largest) << "rigid-body modes";
    EXPECT_LT((K - K.transpose()).norm(), 1e-14 * K.norm());
  }
}
