// The element-free Galerkin stiffness: known numbers, the plain sum over points, exact fields, and
// what is refused.

#include "Support/Meshfree.h"
#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Core/Error.h"
#include "Operator/Meshfree/MeshfreeOperator.h"
#include "Solver/ConjugateGradient.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;
using namespace trabecula::testing::meshfree;

namespace
{
template <class Space>
std::vector<double> product(
  Context<Space>& context, LinearOperator<Space>& A, const std::vector<double>& x)
{
  const DeviceVector<double, Space> in(context, x);
  DeviceVector<double, Space> out(context, x.size());
  A.apply(in.data(), out.data());
  return out.toHost();
}

template <class Space>
class MeshfreeOperatorTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(MeshfreeOperatorTest, Spaces, SpaceNames);
}

TYPED_TEST(MeshfreeOperatorTest, HasTheKnownNumbers)
{
  // Box 20 x 10 x 2 of unit cells, held at x = 0, pulled down at (20, 5, 1), by an independent
  // program in Python: traces, the integral of a corner's shape function, and the compliance of a
  // uniform density of 0.4.
  Context<TypeParam>& context = this->context();
  const std::array<int, 3> cells = { 20, 10, 2 };
  const NodeCloud<TypeParam> cloud = makeNodeCloud(context, latticeOf(cells), 2.0);
  const IntegrationPoints points = gaussPoints(cells);
  MeshfreeOperator<TypeParam> solid(context, cloud, points, Poisson, {});
  MeshfreeOperator<TypeParam> held(context, cloud, points, Poisson, heldAt(cells, 2e7));
  const auto unknowns = static_cast<std::size_t>(solid.size());
  const auto traceOf = [&](MeshfreeOperator<TypeParam>& A, double modulus)
  {
    const DeviceVector<double, TypeParam> moduli(
      context, std::vector<double>(points.weights.size(), modulus));
    A.setModuli(moduli.data());
    DeviceVector<double, TypeParam> diagonal(context, unknowns);
    A.diagonal(diagonal.data());
    const std::vector<double> d = diagonal.toHost();
    return std::accumulate(d.begin(), d.end(), 0.0);
  };
  EXPECT_NEAR(traceOf(solid, YoungsModulus) / 135426559.096, 1.0, 1e-11);
  EXPECT_NEAR(traceOf(held, 0.0) / 346237268.755, 1.0, 1e-11);

  double corner = 0.0;
  for (std::size_t q = 0; q < points.weights.size(); ++q)
  {
    const double* x = &points.places[3 * q];
    if (x[0] < 2.0 && x[1] < 2.0 && x[2] < 2.0)
    {
      corner += points.weights[q] * shapesAt(context, cloud, { x[0], x[1], x[2] })[0];
    }
  }
  EXPECT_NEAR(corner, 0.18260917855, 1e-10);

  const DeviceVector<double, TypeParam> moduli(
    context, std::vector<double>(points.weights.size(), 0.4 * 0.4 * 0.4 * YoungsModulus));
  held.setModuli(moduli.data());
  DiagonalPreconditioner<TypeParam> jacobi(std::vector<std::uint8_t>(unknowns, 0));
  held.diagonal(jacobi.diagonal());
  jacobi.invert();
  const std::vector<double> loaded = shapesAt(context, cloud, { 20.0, 5.0, 1.0 });
  std::vector<double> force(unknowns, 0.0);
  for (std::size_t n = 0; n < loaded.size(); ++n)
  {
    force[3 * n + 1] = -1000.0 * loaded[n];
  }
  const DeviceVector<double, TypeParam> f(context, force);
  DeviceVector<double, TypeParam> u(context, unknowns);
  u.zero();
  ConjugateGradient<TypeParam> solver(context, held.size());
  Observer silent;
  solver.solve(held, jacobi, f.data(), u.data(), 1e-11, 20000, silent);
  const std::vector<double> displacement = u.toHost();
  EXPECT_NEAR(
    std::inner_product(force.begin(), force.end(), displacement.begin(), 0.0) / 1533.07113, 1.0,
    1e-8);
}

TYPED_TEST(MeshfreeOperatorTest, IsThePlainSumOverPoints)
{
  // On a random cloud with random moduli: energies of random fields, their derivatives, diagonal.
  Context<TypeParam>& context = this->context();
  Random random(1284);
  const std::array<int, 3> cells = { 5, 4, 3 };
  std::vector<double> nodes = latticeOf(cells);
  for (double& x : nodes)
  {
    x += random.uniform(-0.2, 0.2);
  }
  const NodeCloud<TypeParam> cloud = makeNodeCloud(context, nodes, 2.6);
  const IntegrationPoints points = gaussPoints(cells);
  const HeldFaces faces = heldAt(cells, 50.0);
  MeshfreeOperator<TypeParam> A(context, cloud, points, Poisson, faces);
  const std::vector<double> moduli = random.vector(points.weights.size(), 0.1, 2.0);
  const DeviceVector<double, TypeParam> onDevice(context, moduli);
  A.setModuli(onDevice.data());
  const auto unknowns = static_cast<std::size_t>(A.size());
  const std::vector<double> u = random.vector(unknowns, -1.0, 1.0);
  const std::vector<double> v = random.vector(unknowns, -1.0, 1.0);
  const std::vector<double> Au = product(context, A, u);
  const std::vector<double> Av = product(context, A, v);
  const double uAv = std::inner_product(u.begin(), u.end(), Av.begin(), 0.0);
  const double vAu = std::inner_product(v.begin(), v.end(), Au.begin(), 0.0);
  EXPECT_NEAR(uAv / vAu, 1.0, 1e-10);

  // u.A u from displacement gradients and unit energies.
  const DeviceVector<double, TypeParam> field(context, u);
  DeviceVector<double, TypeParam> gradients(context, 9 * points.weights.size());
  A.displacementGradients(field.data(), gradients.data());
  DeviceVector<double, TypeParam> energies(context, points.weights.size());
  energies.zero();
  A.addUnitEnergies(field.data(), 1.0, energies.data());
  const std::vector<double> h = gradients.toHost();
  const std::vector<double> e = energies.toHost();
  const double mu = 1.0 / (2.0 * (1.0 + Poisson));
  const double lambda = 2.0 * mu * Poisson / (1.0 - 2.0 * Poisson);
  double energy = 0.0;
  for (std::size_t q = 0; q < e.size(); ++q)
  {
    const double* g = &h[9 * q];
    const double trace = g[0] + g[4] + g[8];
    double sum = lambda * trace * trace;
    for (std::size_t i = 0; i < 3; ++i)
    {
      for (std::size_t j = 0; j < 3; ++j)
      {
        const double strain = 0.5 * (g[3 * i + j] + g[3 * j + i]);
        sum += 2.0 * mu * strain * strain;
      }
    }
    EXPECT_NEAR(e[q], points.weights[q] * sum, 1e-12 * (1.0 + std::abs(e[q])));
    energy += moduli[q] * e[q];
  }
  double penalty = 0.0;
  for (std::size_t q = 0; q < faces.points.weights.size(); ++q)
  {
    const double* x = &faces.points.places[3 * q];
    const std::vector<double> shapes = shapesAt(context, cloud, { x[0], x[1], x[2] });
    for (std::size_t c = 0; c < 3; ++c)
    {
      double value = 0.0;
      for (std::size_t n = 0; n < shapes.size(); ++n)
      {
        value += shapes[n] * u[3 * n + c];
      }
      penalty += faces.penalty * faces.points.weights[q] * value * value;
    }
  }
  const double uAu = std::inner_product(u.begin(), u.end(), Au.begin(), 0.0);
  EXPECT_NEAR(uAu / (energy + penalty), 1.0, 1e-11);

  // The diagonal by products with unit vectors.
  DeviceVector<double, TypeParam> diagonal(context, unknowns);
  A.diagonal(diagonal.data());
  const std::vector<double> d = diagonal.toHost();
  for (std::size_t i = 0; i < unknowns; i += 37)
  {
    std::vector<double> unit(unknowns, 0.0);
    unit[i] = 1.0;
    EXPECT_NEAR(product(context, A, unit)[i] / d[i], 1.0, 1e-11);
  }
}

TYPED_TEST(MeshfreeOperatorTest, HasNoForcesOfRigidMotions)
{
  Context<TypeParam>& context = this->context();
  Random random(8);
  const std::array<int, 3> cells = { 4, 3, 3 };
  std::vector<double> nodes = latticeOf(cells);
  for (double& x : nodes)
  {
    x += random.uniform(-0.15, 0.15);
  }
  const NodeCloud<TypeParam> cloud = makeNodeCloud(context, nodes, 2.6);
  const IntegrationPoints points = gaussPoints(cells);
  MeshfreeOperator<TypeParam> A(context, cloud, points, Poisson, {});
  const DeviceVector<double, TypeParam> moduli(
    context, random.vector(points.weights.size(), 0.1, 2.0));
  A.setModuli(moduli.data());
  for (std::size_t motion = 0; motion < 6; ++motion)
  {
    std::vector<double> u(nodes.size(), 0.0);
    for (std::size_t n = 0; n < u.size(); n += 3)
    {
      const std::size_t a = motion % 3;
      if (motion < 3)
      {
        u[n + a] = 1.0;
      }
      else
      {
        u[n + (a + 1) % 3] = -nodes[n + (a + 2) % 3];
        u[n + (a + 2) % 3] = nodes[n + (a + 1) % 3];
      }
    }
    for (const double force : product(context, A, u))
    {
      EXPECT_NEAR(force, 0.0, 1e-10);
    }
  }
}

TYPED_TEST(MeshfreeOperatorTest, NamesWhatIsWrong)
{
  Context<TypeParam>& context = this->context();
  const std::array<int, 3> cells = { 4, 3, 2 };
  std::vector<double> nodes = latticeOf(cells);
  const auto refusal = [&](const std::vector<double>& places, double scale)
  {
    try
    {
      const NodeCloud<TypeParam> cloud = makeNodeCloud(context, places, scale);
      MeshfreeOperator<TypeParam>(context, cloud, gaussPoints(cells), Poisson, {});
    }
    catch (const Error& error)
    {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal(nodes, 2.0), "");
  expectMessage(refusal(nodes, 0.7), { "Integration point 0", "in reach", "Support Scale" });
  std::vector<double> far = nodes;
  far.insert(far.end(), { 50.0, 0.0, 0.0 });
  far.insert(far.end(), { 51.0, 0.0, 0.0 });
  expectMessage(refusal(far, 2.0), { "Node 60", "reaches no integration point" });
  std::vector<double> twice = nodes;
  std::copy_n(twice.begin() + 15, 3, twice.begin() + 60);
  expectMessage(refusal(twice, 2.0), { "Node 5", "coincides" });
}
