// Densities of nodes: known designs, derivatives against differences.

#include "Support/Meshfree.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Design/NodalParametrization.h"
#include "Design/Optimizer/OptimalityCriteria.h"
#include "Solver/ConjugateGradient.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;
using namespace trabecula::testing::meshfree;

namespace
{
template <class Space>
class NodalParametrizationTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(NodalParametrizationTest, Spaces, SpaceNames);

constexpr double LeastDensity = 1e-3;
constexpr double VolumeFraction = 0.4;
}

TYPED_TEST(NodalParametrizationTest, LeadsToTheKnownDesigns)
{
  // Box 20 x 10 x 2, by an independent program in Python: compliances of designs 1, 2 and 5, of
  // which the first is uniform, and a density of the second.
  Context<TypeParam>& context = this->context();
  const std::array<int, 3> cells = { 20, 10, 2 };
  const NodeCloud<TypeParam> cloud = makeNodeCloud(context, latticeOf(cells), 2.0);
  const IntegrationPoints points = gaussPoints(cells);
  MeshfreeOperator<TypeParam> A(context, cloud, points, Poisson, heldAt(cells, 2e7));
  const auto nodes = static_cast<std::size_t>(cloud.nodes());
  NodalParametrization<TypeParam> design(context, A.shapes(), { YoungsModulus, 0.0, 3.0 },
    LeastDensity, std::vector<std::uint8_t>(nodes, 1), std::vector<double>(nodes, VolumeFraction));
  const DeviceVector<double, TypeParam> weights(context, points.weights);
  const double bound =
    VolumeFraction * std::accumulate(points.weights.begin(), points.weights.end(), 0.0);

  const std::vector<double> loaded = shapesAt(context, cloud, { 20.0, 5.0, 1.0 });
  std::vector<double> force(3 * nodes, 0.0);
  for (std::size_t n = 0; n < nodes; ++n)
  {
    force[3 * n + 1] = -1000.0 * loaded[n];
  }
  const DeviceVector<double, TypeParam> f(context, force);
  DeviceVector<double, TypeParam> u(context, force.size());
  u.zero();
  DeviceVector<double, TypeParam> moduli(context, points.weights.size());
  DeviceVector<double, TypeParam> energies(context, points.weights.size());
  DeviceVector<double, TypeParam> gradient(context, nodes);
  DeviceVector<double, TypeParam> volumes(context, nodes);
  ConjugateGradient<TypeParam> solver(context, A.size());
  DiagonalPreconditioner<TypeParam> jacobi(std::vector<std::uint8_t>(3 * nodes, 0));
  OptimalityCriteria<TypeParam> criteria(LeastDensity, 0.2, 0.5);
  Observer silent;
  std::vector<double> compliances;
  design.evaluateTrial();
  for (int i = 0; i < 5; ++i)
  {
    design.accept();
    design.moduli(moduli.data());
    A.setModuli(moduli.data());
    A.diagonal(jacobi.diagonal());
    jacobi.invert();
    solver.solve(A, jacobi, f.data(), u.data(), 1e-8, 20000, silent);
    const std::vector<double> displacement = u.toHost();
    compliances.push_back(
      std::inner_product(force.begin(), force.end(), displacement.begin(), 0.0));
    energies.zero();
    A.addUnitEnergies(u.data(), 1.0, energies.data());
    design.pullBackModuli(-1.0, energies.data(), gradient.data());
    design.pullBackDensity(weights.data(), volumes.data());
    if (i == 0)
    {
      const std::vector<double> dc = gradient.toHost();
      EXPECT_NEAR(std::accumulate(dc.begin(), dc.end(), 0.0) / -11491.2732471, 1.0, 1e-7);
      EXPECT_NEAR(dc[(20 * 11 + 5) * 3 + 1] / -90.5219448502, 1.0, 1e-7);
    }
    criteria.update(static_cast<std::int64_t>(nodes), design.variables(), design.freeVariables(),
      gradient.data(), volumes.data(), bound, design.trialVariables());
    design.evaluateTrial();
    if (i == 0)
    {
      std::vector<double> next(nodes);
      Memory<TypeParam>::copyToHost(next.data(), design.trialVariables(), nodes * sizeof(double));
      EXPECT_NEAR(next[(10 * 11 + 5) * 3 + 1], 0.284303495, 1e-7);
    }
  }
  EXPECT_NEAR(compliances[0] / 1533.07113, 1.0, 1e-7);
  EXPECT_NEAR(compliances[1] / 969.366217, 1.0, 1e-6);
  EXPECT_NEAR(compliances[4] / 547.892141, 1.0, 1e-6);
}

TYPED_TEST(NodalParametrizationTest, HasTheDerivativesOfItsModuli)
{
  Context<TypeParam>& context = this->context();
  Random random(24);
  const std::array<int, 3> cells = { 3, 3, 2 };
  std::vector<double> places = latticeOf(cells);
  for (double& x : places)
  {
    x += random.uniform(-0.15, 0.15);
  }
  const NodeCloud<TypeParam> cloud = makeNodeCloud(context, places, 2.6);
  const IntegrationPoints points = gaussPoints(cells);
  const ShapeLists<TypeParam> shapes(context, cloud, points.places);
  const auto nodes = static_cast<std::size_t>(cloud.nodes());
  const std::vector<double> start = random.vector(nodes, 0.2, 1.0);
  const std::vector<double> values = random.vector(points.weights.size(), -1.0, 1.0);
  const DeviceVector<double, TypeParam> factors(context, values);
  const auto sumOf = [&](const std::vector<double>& variables)
  {
    NodalParametrization<TypeParam> design(context, shapes, { 2.0, 1e-4, 3.0 }, LeastDensity,
      std::vector<std::uint8_t>(nodes, 1), variables);
    design.evaluateTrial();
    DeviceVector<double, TypeParam> moduli(context, values.size());
    design.trialModuli(moduli.data());
    const std::vector<double> found = moduli.toHost();
    return std::inner_product(found.begin(), found.end(), values.begin(), 0.0);
  };
  NodalParametrization<TypeParam> design(
    context, shapes, { 2.0, 1e-4, 3.0 }, LeastDensity, std::vector<std::uint8_t>(nodes, 1), start);
  design.evaluateTrial();
  design.accept();
  DeviceVector<double, TypeParam> gradient(context, nodes);
  design.pullBackModuli(3.0, factors.data(), gradient.data());
  const std::vector<double> found = gradient.toHost();
  constexpr double step = 1e-6;
  for (std::size_t n = 0; n < nodes; n += 5)
  {
    std::vector<double> more = start;
    std::vector<double> less = start;
    more[n] += step;
    less[n] -= step;
    EXPECT_NEAR(found[n], 3.0 * (sumOf(more) - sumOf(less)) / (2.0 * step), 1e-7);
  }
}
