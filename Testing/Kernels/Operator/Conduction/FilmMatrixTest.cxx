// Tests of films on the boundary: integrals, which faces contribute, the sum with an operator,
// known temperatures.

#include "Support/Dot.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Error.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Operator/Conduction/ConductionMatrix.h"
#include "Operator/Conduction/ConductionOperator.h"
#include "Operator/Conduction/FilmMatrix.h"
#include "Operator/SpringOperator.h"

#include <Eigen/Sparse>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr CellType AllTypes[] = { CellType::Tetrahedron, CellType::QuadraticTetrahedron,
  CellType::Hexahedron, CellType::QuadraticHexahedron };

std::vector<double> coefficientsWhere(
  const Mesh& mesh, const std::function<double(const Point&)>& coefficient)
{
  std::vector<double> result;
  for (std::size_t node = 0; node < mesh.numberOfNodes(); ++node)
  {
    result.push_back(coefficient(nodePosition(mesh, node)));
  }
  return result;
}

std::vector<double> ones(const Mesh& mesh)
{
  return std::vector<double>(mesh.numberOfNodes(), 1.0);
}

/// Returns the matrix of a mesh with a film as an Eigen matrix.
Eigen::SparseMatrix<double> systemOf(const Mesh& mesh, double conductivity, const HostMatrix& film)
{
  const Context<HostSpace> context;
  ConductionMatrix<HostSpace> matrix(context, mesh, film);
  const Vector<HostSpace> k(layoutsOf(context, mesh, 1).materialPoints,
    std::vector<double>(mesh.numberOfElements(), conductivity));
  const double* values = matrix.compute(k);
  const auto n = static_cast<Eigen::Index>(mesh.numberOfNodes());
  std::vector<Eigen::Triplet<double>> entries;
  for (std::int64_t row = 0; row < n; ++row)
  {
    const std::int64_t* starts = matrix.pattern().starts.data();
    for (std::int64_t i = starts[row]; i < starts[row + 1]; ++i)
    {
      entries.emplace_back(int(row), int(matrix.pattern().nodes.data()[i]), values[i]);
    }
  }
  Eigen::SparseMatrix<double> result(n, n);
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

/// Solves for the temperatures. Prescribed temperatures are numbers; the other entries are NaN.
std::vector<double> solve(Eigen::SparseMatrix<double> A, const std::vector<double>& flows,
  const std::vector<double>& prescribed)
{
  const auto n = static_cast<Eigen::Index>(flows.size());
  Eigen::VectorXd given = Eigen::VectorXd::Zero(n);
  for (Eigen::Index i = 0; i < n; ++i)
  {
    given[i] = std::isnan(prescribed[std::size_t(i)]) ? 0.0 : prescribed[std::size_t(i)];
  }
  Eigen::VectorXd f = Eigen::Map<const Eigen::VectorXd>(flows.data(), n) - A * given;
  for (Eigen::Index column = 0; column < n; ++column)
  {
    for (Eigen::SparseMatrix<double>::InnerIterator entry(A, column); entry; ++entry)
    {
      const bool isFree = std::isnan(prescribed[std::size_t(entry.row())]) &&
        std::isnan(prescribed[std::size_t(column)]);
      entry.valueRef() = isFree ? entry.value() : entry.row() == column ? 1.0 : 0.0;
    }
    f[column] = std::isnan(prescribed[std::size_t(column)]) ? f[column] : 0.0;
  }
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors(A);
  const Eigen::VectorXd T = factors.solve(f) + given;
  return { T.data(), T.data() + n };
}

constexpr double Free = std::numeric_limits<double>::quiet_NaN();
}

TEST(FilmMatrix, IntegratesPolynomialsOverBoundaryFaces)
{
  // The coefficient and temperatures are linear over the face x = 2 of a box of 2 x 3 x 1.
  for (const CellType type : AllTypes)
  {
    const Mesh mesh = makeBox(type, { 2, 3, 2 },
      [](const Point& p) {
        return Point{ 2 * p[0], 3 * p[1], p[2] };
      });
    const std::vector<double> h = coefficientsWhere(
      mesh, [](const Point& p) { return p[0] > 2 - 1e-9 ? 1.0 + p[1] + 2.0 * p[2] : 0.0; });
    const HostMatrix film = filmMatrix(mesh, h);
    const std::vector<double> y = coefficientsWhere(mesh, [](const Point& p) { return p[1]; });
    const std::vector<double> z = coefficientsWhere(mesh, [](const Point& p) { return p[2]; });
    // These are the integrals over 0 <= y <= 3, 0 <= z <= 1 of h, h y, h y z and h z^2.
    EXPECT_NEAR(dot(ones(mesh), multiply(film, ones(mesh))), 10.5, 1e-12);
    EXPECT_NEAR(dot(y, multiply(film, ones(mesh))), 18.0, 1e-12);
    EXPECT_NEAR(dot(y, multiply(film, z)), 4.5 / 2 + 9.0 / 2 + 3.0, 1e-12);
    EXPECT_NEAR(dot(z, multiply(film, z)), 1.0 + 1.5 + 1.5, 1e-12);
    for (std::size_t row = 0; row < mesh.numberOfNodes(); ++row)
    {
      EXPECT_EQ(film.offsets[row + 1] > film.offsets[row], h[row] > 0.0);
    }
  }
}

TEST(FilmMatrix, IsOfAreasOfCurvedFaces)
{
  // This is a quarter of a cylinder of radius 2 and height 1, with a sufficiently fine division.
  for (const CellType type : { CellType::QuadraticTetrahedron, CellType::QuadraticHexahedron })
  {
    const Mesh mesh = makeBox(type, { 1, 12, 1 },
      [](const Point& p)
      {
        const double angle = 0.5 * M_PI * p[1];
        return Point{ (1 + p[0]) * std::cos(angle), (1 + p[0]) * std::sin(angle), p[2] };
      });
    const HostMatrix film = filmMatrix(mesh,
      coefficientsWhere(
        mesh, [](const Point& p) { return std::hypot(p[0], p[1]) > 2 - 1e-9 ? 3.0 : 0.0; }));
    EXPECT_NEAR(dot(ones(mesh), multiply(film, ones(mesh))), 3.0 * M_PI, 3e-5);
  }
}

TEST(FilmMatrix, LeavesOutFacesInsideAndThoseWithANodeWithoutCoefficient)
{
  const Mesh mesh = makeBoxMesh({ 2, 2, 1 }, { 2.0, 2.0, 1.0 });
  const auto area = [&](const std::function<double(const Point&)>& coefficient)
  {
    return dot(
      ones(mesh), multiply(filmMatrix(mesh, coefficientsWhere(mesh, coefficient)), ones(mesh)));
  };
  EXPECT_NEAR(area([](const Point&) { return 1.0; }), 16.0, 1e-13) << "the whole surface";
  EXPECT_EQ(area([](const Point& p) { return p[0] == 1.0 ? 1.0 : 0.0; }), 0.0) << "faces inside";
  EXPECT_EQ(area([](const Point&) { return 0.0; }), 0.0);
  EXPECT_NEAR(
    area([](const Point& p) { return p[0] == 0.0 && p[1] < 1.5 ? 1.0 : 0.0; }), 1.0, 1e-14);
}

TEST(FilmMatrix, RefusesWrongCoefficients)
{
  const Mesh mesh = makeBoxMesh({ 1, 1, 1 }, { 1.0, 1.0, 1.0 });
  EXPECT_THROW(filmMatrix(mesh, { 1.0 }), Error);
  std::vector<double> h(8, 1.0);
  h[3] = -1.0;
  EXPECT_THROW(filmMatrix(mesh, h), Error);
  h[3] = Free;
  EXPECT_THROW(filmMatrix(mesh, h), Error);
  EXPECT_THROW(multiply(filmMatrix(mesh, ones(mesh)), { 1.0 }), Error);
}

TEST(FilmMatrix, GivesTheExactTemperaturesOfASlab)
{
  // 0 <= x <= 2, k = 2, T(0) = 1, source 3, film h = 4 to T = -1 at x = 2: T = 1 + b x - 3 x^2 / 4
  // at the nodes, with b from 2 T' + 4 (T + 1) = 0 at x = 2.
  const Mesh mesh = makeBoxMesh({ 4, 1, 1 }, { 2.0, 1.0, 1.0 });
  const HostMatrix film = filmMatrix(
    mesh, coefficientsWhere(mesh, [](const Point& p) { return p[0] > 2 - 1e-9 ? 4.0 : 0.0; }));
  std::vector<double> flows = multiply(film, std::vector<double>(mesh.numberOfNodes(), -1.0));
  for (const std::int32_t node : mesh.connectivity)
  {
    flows[std::size_t(node)] += 3.0 * 0.5 / 8.0; // an eighth of a brick of volume 1/2
  }
  const std::vector<double> T = solve(systemOf(mesh, 2.0, film), flows,
    coefficientsWhere(mesh, [](const Point& p) { return p[0] < 1e-9 ? 1.0 : Free; }));
  for (std::size_t node = 0; node < T.size(); ++node)
  {
    const double x = nodePosition(mesh, node)[0];
    EXPECT_NEAR(T[node], 1.0 + x * (4.0 * (3.0 - 2.0) + 6.0) / 10.0 - 0.75 * x * x, 1e-12);
  }
}

TEST(FilmMatrix, GivesTheKnownTemperatureOfNafemsT4)
{
  // 0.6 x 1, k = 52, T = 100 on y = 0, film 750 to 0 on x = 0.6 and y = 1; T at (0.6, 0.2) by an
  // independent program in Python. Published: 18.3.
  const double expected[] = { 18.1706480, 18.2648875, 18.0927223, 18.2717572 };
  for (std::size_t t = 0; t < 4; ++t)
  {
    const Mesh mesh = makeBox(AllTypes[t], { 12, 20, 1 },
      [](const Point& p) {
        return Point{ 0.6 * p[0], p[1], 0.1 * p[2] };
      });
    const HostMatrix film = filmMatrix(mesh,
      coefficientsWhere(
        mesh, [](const Point& p) { return p[0] > 0.6 - 1e-9 || p[1] > 1 - 1e-9 ? 750.0 : 0.0; }));
    const std::vector<double> T =
      solve(systemOf(mesh, 52.0, film), std::vector<double>(mesh.numberOfNodes(), 0.0),
        coefficientsWhere(mesh, [](const Point& p) { return p[1] < 1e-9 ? 100.0 : Free; }));
    const std::vector<std::size_t> node = nodesWhere(
      mesh, [](const Point& p) { return std::hypot(p[0] - 0.6, p[1] - 0.2, p[2]) < 1e-9; });
    ASSERT_EQ(node.size(), 1U);
    EXPECT_NEAR(T[node[0]], expected[t], 1e-7);
  }
}

namespace
{
template <class Space>
class CoupledOperatorTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(CoupledOperatorTest, Spaces, SpaceNames);
}

TYPED_TEST(CoupledOperatorTest, AddsAMatrixAndSprings)
{
  Random random(3620);
  const Mesh mesh =
    makeBox(CellType::QuadraticTetrahedron, { 3, 2, 2 }, [](const Point& p) { return p; });
  const std::size_t n = mesh.numberOfNodes();
  const HostMatrix film = filmMatrix(
    mesh, coefficientsWhere(mesh, [](const Point& p) { return p[2] == 1.0 ? 1.0 + p[0] : 0.0; }));
  const std::vector<double> springs = random.vector(n, 0.0, 1.0);
  const auto K = makeConductionOperator(layoutsOf(this->context(), mesh, 1), mesh);
  const Vector<TypeParam> k(
    K->materialPointsPointer(), random.vector(mesh.numberOfElements(), 0.1, 1.0));
  K->setModuli(k);
  SpringOperator<TypeParam> system(*K, springs, film);
  EXPECT_TRUE(system.hasSprings());
  EXPECT_FALSE(system.hasProducts(Arrangement::Interleaved));
  const std::vector<double> x = random.vector(n, -1, 1);
  const std::vector<double> z = random.vector(n, -1, 1);
  const Vector<TypeParam> deviceX(K->layoutPointer(), x);
  const Vector<TypeParam> deviceZ(K->layoutPointer(), z);
  std::vector<double> added = multiply(film, x);
  for (std::size_t i = 0; i < n; ++i)
  {
    added[i] += springs[i] * x[i];
  }
  Vector<TypeParam> y(K->layoutPointer());
  K->apply(deviceX, y);
  std::vector<double> expected = y.toHost();
  for (std::size_t i = 0; i < n; ++i)
  {
    expected[i] += added[i];
  }
  DeviceVector<double, TypeParam> partials(
    this->context(), LinearOperator<TypeParam>::MostPartials);
  EXPECT_EQ(system.applyDot(deviceX, y, partials.data()), 0);
  EXPECT_LT(relativeDifference(y.toHost(), expected), 1e-15);
  EXPECT_NEAR(system.energy(deviceZ, deviceX), dot(z, added), 1e-13);
  const Vector<TypeParam, float> single(K->layoutPointer(), std::vector<float>(x.begin(), x.end()));
  Vector<TypeParam, float> forces(K->layoutPointer(), std::vector<float>(n, 0.0F));
  system.addSpringForces(single, forces);
  const std::vector<float> rounded = forces.toHost();
  EXPECT_LT(relativeDifference({ rounded.begin(), rounded.end() }, added), 1e-6);
  Vector<TypeParam> d(K->layoutPointer(), std::vector<double>(n, 1.0));
  system.addDiagonal(d);
  const std::vector<double> diagonal = d.toHost();
  for (std::size_t i = 0; i < n; ++i)
  {
    std::vector<double> unit(n, 0.0);
    unit[i] = 1.0;
    EXPECT_NEAR(diagonal[i], 1.0 + springs[i] + multiply(film, unit)[i], 1e-14);
  }
}

TYPED_TEST(CoupledOperatorTest, RefusesAMatrixOfAnotherSize)
{
  const Mesh mesh = makeBoxMesh({ 2, 1, 1 }, { 1.0, 1.0, 1.0 });
  const Mesh other = makeBoxMesh({ 1, 1, 1 }, { 1.0, 1.0, 1.0 });
  const auto K = makeConductionOperator(layoutsOf(this->context(), mesh, 1), mesh);
  const HostMatrix film = filmMatrix(other, ones(other));
  EXPECT_THROW(SpringOperator<TypeParam>(*K, {}, film), Error);
  EXPECT_THROW(ConductionMatrix<TypeParam>(this->context(), mesh, film), Error);
  // The entry couples nodes that belong to no common element.
  HostMatrix far;
  far.offsets.assign(mesh.numberOfNodes() + 1, 1);
  far.offsets[0] = 0;
  far.columns = { 2 };
  far.values = { 1.0 };
  EXPECT_THROW(ConductionMatrix<TypeParam>(this->context(), mesh, far), Error);
}
