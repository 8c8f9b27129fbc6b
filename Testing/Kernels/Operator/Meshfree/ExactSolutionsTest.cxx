// Tests of errors relative to exact solutions, against an independent program in Python:
// Timoshenko's cantilever, and a linear field that is prescribed on all faces.

#include "Support/Meshfree.h"
#include "Support/Problems.h"
#include "Support/Spaces.h"

#include "Operator/Meshfree/MeshfreeOperator.h"
#include "Operator/SpringOperator.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/DiagonalPreconditioner.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;
using namespace trabecula::testing::meshfree;

namespace
{
using Field = std::function<Position(const Position&)>;

std::vector<double> valuesAt(const std::vector<double>& places, const Field& field)
{
  std::vector<double> values;
  for (std::size_t i = 0; i < places.size() / 3; ++i)
  {
    const Position value = field(positionOf(places, i));
    values.insert(values.end(), value.begin(), value.end());
  }
  return values;
}

void append(ConstrainedPoints& constrained, const FacePoints& points, double penalty)
{
  constrained.places.insert(constrained.places.end(), points.places.begin(), points.places.end());
  for (const double weight : points.weights)
  {
    constrained.stiffness.insert(constrained.stiffness.end(), 3, penalty * weight);
  }
}

/// Solves a system up to rounding; the matrix is positive definite.
template <class Space>
std::vector<double> solve(
  MeshfreeOperator<Space>& A, const Vector<Space>& moduli, const Vector<Space>& f)
{
  SpringOperator<Space> system(A, {});
  DiagonalPreconditioner<Space> jacobi(A, system, {});
  jacobi.update(moduli, 1.0);
  Vector<Space> u(A.layoutPointer());
  u.zero();
  ConjugateGradient<Space> solver(A.layoutPointer());
  Observer silent;
  solver.solve(A, jacobi, f, u, 1e-15, 20000, silent);
  return u.toHost();
}

struct TimoshenkoErrors
{
  double displacement; ///< relative error in the L2 norm
  double energy;       ///< relative error in the energy norm
  double tip;
};

template <class Space>
TimoshenkoErrors timoshenko(const Context<Space>& context, int n)
{
  constexpr double E = 1000.0;
  constexpr double P = 1.0;
  constexpr double L = 40.0;
  constexpr double I = 1250.0 / 3.0;
  const auto exact = [](const Position& x)
  {
    const double Y = x[1] - 5.0;
    return Position{ P * Y * ((240.0 - 3.0 * x[0]) * x[0] + 2.0 * (Y * Y - 25.0)) / (6.0 * E * I),
      -P * (100.0 * x[0] + (120.0 - x[0]) * x[0] * x[0]) / (6.0 * E * I), 0.0 };
  };
  const Mesh mesh = makeBoxMesh({ 8 * n, 2 * n, n }, { L, 10.0, 5.0 });
  const IntegrationPoints points = cellPoints(mesh, 2);
  const NodeCloud<Space> cloud = makeNodeCloud(context, mesh.points, 2.0);
  ConstrainedPoints constrained;
  append(constrained, sideOf(mesh, 0, 0.0), 200.0 * n * E);
  MeshfreeDiscretization<Space> discretization(context, cloud, points, nullptr, constrained);
  MeshfreeOperator<Space> A(layoutsOf(context, discretization), discretization, 0.0);
  const Vector<Space> moduli(A.materialPointsPointer(), std::vector<double>(points.size(), E));
  A.setModuli(moduli);

  const FacePoints loaded = sideOf(mesh, 0, L);
  const Context<HostSpace> host;
  const NodeCloud<HostSpace> hostCloud = makeNodeCloud(host, mesh.points, 2.0);
  const ShapeLists<HostSpace> loadedShapes(host, hostCloud, loaded.places);
  const ShapeListsView shapes = loadedShapes.view();
  std::vector<double> force(mesh.points.size(), 0.0);
  for (std::size_t q = 0; q < loaded.size(); ++q)
  {
    const double Y = loaded.places[3 * q + 1] - 5.0;
    for (std::int64_t e = shapes.starts[q]; e < shapes.starts[q + 1]; ++e)
    {
      force[3 * std::size_t(shapes.node[e]) + 1] -=
        loaded.weights[q] * P * (25.0 - Y * Y) / (2.0 * I) * shapes.values[e];
    }
  }
  Vector<Space> f(A.layoutPointer(), force);
  discretization.constraints.addForces(valuesAt(constrained.places, exact), f);
  const std::vector<double> u = solve(A, moduli, f);

  const ShapeLists<HostSpace> atPoints(host, hostCloud, points.places);
  const ShapeListsView s = atPoints.view();
  std::array<double, 4> sums{}; // squared errors and norms
  for (std::size_t q = 0; q < points.size(); ++q)
  {
    const Position x = positionOf(points.places, q);
    Position value{};
    std::array<std::array<double, 3>, 3> h{};
    for (std::int64_t e = s.starts[q]; e < s.starts[q + 1]; ++e)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        const double un = u[3 * std::size_t(s.node[e]) + c];
        value[c] += s.values[e] * un;
        for (std::size_t k = 0; k < 3; ++k)
        {
          h[c][k] += un * s.gradients[3 * std::size_t(e) + k];
        }
      }
    }
    const Position expected = exact(x);
    const double Y = x[1] - 5.0;
    const double xx = P * (L - x[0]) * Y / I / E;
    const double xy = -P / I * (25.0 - Y * Y) / E;
    // For nu = 0 the energy is E times the sum of squares of normal strains and half of those of
    // shear strains.
    const auto energyOf = [&](double exactShare)
    {
      const double a = h[0][0] - exactShare * xx;
      const double shear = h[0][1] + h[1][0] - exactShare * xy;
      return a * a + h[1][1] * h[1][1] + h[2][2] * h[2][2] +
        0.5 *
        (shear * shear + (h[1][2] + h[2][1]) * (h[1][2] + h[2][1]) +
          (h[0][2] + h[2][0]) * (h[0][2] + h[2][0]));
    };
    for (std::size_t c = 0; c < 3; ++c)
    {
      sums[0] += points.weights[q] * (value[c] - expected[c]) * (value[c] - expected[c]);
      sums[1] += points.weights[q] * expected[c] * expected[c];
    }
    sums[2] += points.weights[q] * energyOf(1.0);
    sums[3] += points.weights[q] * (xx * xx + 0.5 * xy * xy);
  }
  const ShapeLists<HostSpace> atTip(host, hostCloud, { L, 5.0, 2.5 });
  const ShapeListsView t = atTip.view();
  double tip = 0.0;
  for (std::int64_t e = 0; e < t.starts[1]; ++e)
  {
    tip += t.values[e] * u[3 * std::size_t(t.node[e]) + 1];
  }
  return { std::sqrt(sums[0] / sums[1]), std::sqrt(sums[2] / sums[3]), tip };
}

/// A linear field on a box of 8 x 6 x 5 unit cells: u = Slopes x.
constexpr double Slopes[3][3] = { { 1e-3, 2e-3, 3e-3 }, { -1e-3, 0.5e-3, 2e-3 },
  { 0.7e-3, -2e-3, 1e-3 } };
const std::array<int, 3> PatchCells = { 8, 6, 5 };

Position linearField(const Position& x)
{
  Position u{};
  for (std::size_t c = 0; c < 3; ++c)
  {
    u[c] = Slopes[c][0] * x[0] + Slopes[c][1] * x[1] + Slopes[c][2] * x[2];
  }
  return u;
}

/// Returns the points on all six sides of the box.
FacePoints patchSides(const Mesh& mesh)
{
  FacePoints all;
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    for (const double place : { 0.0, double(PatchCells[axis]) })
    {
      const FacePoints side = sideOf(mesh, axis, place);
      all.places.insert(all.places.end(), side.places.begin(), side.places.end());
      all.weights.insert(all.weights.end(), side.weights.begin(), side.weights.end());
      all.normals.insert(all.normals.end(), side.normals.begin(), side.normals.end());
    }
  }
  return all;
}

/// Returns the relative error of the field in the energy norm if all sides are constrained by a
/// penalty.
template <class Space>
double patchError(const Context<Space>& context, double moved, double factor)
{
  const std::array<int, 3>& cells = PatchCells;
  const Mesh mesh = makeBoxMesh(cells, { 8.0, 6.0, 5.0 });
  ConstrainedPoints constrained;
  append(constrained, patchSides(mesh), factor * YoungsModulus);
  Box<Space> box(
    context, cells, movedNodes(mesh.points, { 8.0, 6.0, 5.0 }, moved), 2.0, constrained);
  MeshfreeOperator<Space> K(layoutsOf(context, box.discretization), box.discretization, Poisson);
  const Vector<Space> moduli(
    K.materialPointsPointer(), std::vector<double>(box.points.size(), YoungsModulus));
  K.setModuli(moduli);
  Vector<Space> f(K.layoutPointer());
  f.zero();
  box.discretization.constraints.addForces(valuesAt(constrained.places, linearField), f);
  std::vector<double> u = solve(K, moduli, f);
  const std::vector<double> exact = valuesAt(box.nodes, linearField);
  const auto energyOf = [&](const std::vector<double>& values)
  {
    const Vector<Space> onDevice(K.layoutPointer(), values);
    Vector<Space> energies(K.materialPointsPointer());
    energies.zero();
    K.addUnitEnergies(onDevice, 1.0, energies);
    double sum = 0.0;
    for (const double energy : energies.toHost())
    {
      sum += energy;
    }
    return sum;
  };
  for (std::size_t i = 0; i < u.size(); ++i)
  {
    u[i] -= exact[i];
  }
  return std::sqrt(energyOf(u) / energyOf(exact));
}

/// Returns the largest difference between the field's nodal forces and those of its tractions on
/// the sides, relative to the largest of the latter.
template <class Space>
double tractionError(const Context<Space>& context, double moved, bool isConsistent)
{
  const Mesh mesh = makeBoxMesh(PatchCells, { 8.0, 6.0, 5.0 });
  const Box<Space> box(
    context, PatchCells, movedNodes(mesh.points, { 8.0, 6.0, 5.0 }, moved), 2.0, {}, isConsistent);
  MeshfreeOperator<Space> K(layoutsOf(context, box.discretization), box.discretization, Poisson);
  const Vector<Space> moduli(
    K.materialPointsPointer(), std::vector<double>(box.points.size(), YoungsModulus));
  K.setModuli(moduli);
  const Vector<Space> u(K.layoutPointer(), valuesAt(box.nodes, linearField));
  Vector<Space> y(K.layoutPointer());
  K.apply(u, y);

  const double mu = YoungsModulus / (2.0 * (1.0 + Poisson));
  const double lambda = 2.0 * mu * Poisson / (1.0 - 2.0 * Poisson);
  const double trace = Slopes[0][0] + Slopes[1][1] + Slopes[2][2];
  const FacePoints sides = patchSides(mesh);
  const Context<HostSpace> host;
  const ShapeLists<HostSpace> lists(host, makeNodeCloud(host, box.nodes, 2.0), sides.places);
  const ShapeListsView shapes = lists.view();
  std::vector<double> expected(box.nodes.size(), 0.0);
  for (std::size_t q = 0; q < sides.size(); ++q)
  {
    const double* n = &sides.normals[3 * q];
    for (std::size_t c = 0; c < 3; ++c)
    {
      double traction = lambda * trace * n[c];
      for (std::size_t k = 0; k < 3; ++k)
      {
        traction += mu * (Slopes[c][k] + Slopes[k][c]) * n[k];
      }
      for (std::int64_t e = shapes.starts[q]; e < shapes.starts[q + 1]; ++e)
      {
        expected[3 * std::size_t(shapes.node[e]) + c] +=
          sides.weights[q] * traction * shapes.values[e];
      }
    }
  }
  return relativeDifference(y.toHost(), expected);
}

template <class Space>
class MeshfreeExactSolutionsTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(MeshfreeExactSolutionsTest, Spaces, SpaceNames);
}

TEST(IntegrationPoints, IntegratePolynomialsExactly)
{
  const Mesh mesh = makeBoxMesh({ 1, 1, 1 }, { 2.0, 2.0, 2.0 });
  for (int points = 1; points <= 4; ++points)
  {
    const IntegrationPoints found = cellPoints(mesh, points);
    ASSERT_EQ(found.size(), static_cast<std::size_t>(points * points * points));
    for (int degree = 0; degree < 2 * points; ++degree)
    {
      for (std::size_t axis = 0; axis < 3; ++axis)
      {
        double sum = 0.0;
        for (std::size_t q = 0; q < found.size(); ++q)
        {
          sum += found.weights[q] * std::pow(found.places[3 * q + axis], degree);
        }
        // This is the integral of x^k over [0, 2]^3.
        const double exact = 4.0 * std::pow(2.0, degree + 1) / (degree + 1);
        EXPECT_NEAR(sum, exact, 1e-12 * exact) << points << " points, degree " << degree;
      }
    }
  }
}

TYPED_TEST(MeshfreeExactSolutionsTest, OfTimoshenkosCantilever)
{
  const TimoshenkoErrors coarse = timoshenko(this->context(), 1);
  EXPECT_NEAR(coarse.displacement / 1.07818e-2, 1.0, 1e-5);
  EXPECT_NEAR(coarse.energy / 0.105728, 1.0, 1e-5);
  EXPECT_NEAR(coarse.tip / -0.05233058379, 1.0, 1e-9);
  const TimoshenkoErrors fine = timoshenko(this->context(), 2);
  EXPECT_NEAR(fine.displacement / 1.04016e-3, 1.0, 1e-5);
  EXPECT_NEAR(fine.energy / 0.0343073, 1.0, 1e-5);
  EXPECT_NEAR(fine.tip / -0.05275459823, 1.0, 1e-9);
}

TYPED_TEST(MeshfreeExactSolutionsTest, OfTimoshenkosCantileverOnAFineLattice)
{
  const TimoshenkoErrors finest = timoshenko(this->context(), 4);
  EXPECT_NEAR(finest.displacement / 5.02001e-5, 1.0, 1e-5);
  EXPECT_NEAR(finest.energy / 0.0120575, 1.0, 1e-5);
  EXPECT_NEAR(finest.tip / -0.05279994405, 1.0, 1e-9);
}

TYPED_TEST(MeshfreeExactSolutionsTest, LengthyOfALinearField)
{
  const Context<TypeParam>& context = this->context();
  EXPECT_NEAR(patchError(context, 0.0, 100.0) / 6.841e-3, 1.0, 1e-3);
  EXPECT_NEAR(patchError(context, 0.0, 1e4) / 6.589e-4, 1.0, 1e-3);
  EXPECT_NEAR(patchError(context, 0.15, 100.0) / 2.642e-2, 1.0, 1e-3);
  EXPECT_NEAR(patchError(context, 0.15, 1e4) / 2.259e-2, 1.0, 1e-3);
}

TYPED_TEST(MeshfreeExactSolutionsTest, GivesALinearFieldTheForcesOfItsTractions)
{
  for (const double moved : { 0.0, 0.15 })
  {
    EXPECT_GT(tractionError(this->context(), moved, false), 1e-4);
    EXPECT_LT(tractionError(this->context(), moved, true), 1e-12);
  }
}
