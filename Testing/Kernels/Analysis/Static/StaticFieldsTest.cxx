// Tests of the fields that a static analysis computes from displacements, against the textbook's
// formulas.

#include "Support/Problems.h"
#include "Support/Random.h"

#include "Analysis/Loads/BodyForce.h"
#include "Analysis/Static/Reactions.h"
#include "Analysis/Static/StaticReference.h"
#include "Analysis/Stress/IsotropicStress.h"
#include "Analysis/Stress/StressError.h"
#include "Analysis/Stress/StressRecovery.h"
#include "Core/Error.h"
#include "Mesh/Generators/BoxMeshes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class StaticFields : public ::testing::TestWithParam<CellType>
{
protected:
  /// A distorted mesh, whose edges with mid-edge nodes are curved, with a positive Jacobian
  /// everywhere.
  static Mesh mesh(Random& random, int n = 3)
  {
    const std::vector<double> a = random.vector(3, -0.06, 0.06);
    return makeBox(GetParam(), { n, n, n },
      [a](const std::array<double, 3>& p)
      {
        const double bump = std::sin(3.0 * p[0]) * std::sin(2.0 * p[1]) * std::sin(3.0 * p[2]);
        return std::array<double, 3>{ p[0] + a[0] * bump, p[1] + a[1] * bump, p[2] + a[2] * bump };
      });
  }
};

std::string typeName(const ::testing::TestParamInfo<CellType>& info)
{
  const CellShape& shape = cellShape(info.param);
  return (shape.corners == 4 ? "Tet" : "Hex") + std::to_string(shape.nodes);
}

std::vector<double> linearField(const Mesh& mesh, const std::vector<double>& gradient)
{
  std::vector<double> u(mesh.points.size(), 0.0);
  for (std::size_t i = 0; i < u.size(); ++i)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      u[i] += gradient[3 * (i % 3) + c] * mesh.points[i / 3 * 3 + c];
    }
  }
  return u;
}

void expectNear(const std::vector<double>& found, const std::vector<double>& expected, double error)
{
  ASSERT_EQ(found.size(), expected.size());
  EXPECT_LT(relativeDifference(found, expected), error);
}
}

TEST_P(StaticFields, BodyForcesFollowTheReference)
{
  Random random(7001);
  const Mesh part = mesh(random);
  const std::array<double, 3> perVolume = { random.uniform(-1, 1), random.uniform(-1, 1), 2.0 };
  const std::vector<double> forces = forcesOfBodyForce(part, perVolume);
  expectNear(forces, reference::bodyForces(part, perVolume), 1e-13);
  const std::vector<double> fractions = random.vector(part.numberOfElements(), 0.0, 1.0);
  expectNear(forcesOfBodyForce(part, perVolume, fractions),
    reference::bodyForces(part, perVolume, fractions), 1e-13);
}

TEST(Weight, NamesThePropertyThatIsNotFinite)
{
  EXPECT_EQ(weightPerVolume(2.0, { 0.0, 1.0, -3.0 }), (std::array<double, 3>{ 0.0, 2.0, -6.0 }));
  const auto refusal = [](double density, const std::array<double, 3>& acceleration)
  {
    try
    {
      weightPerVolume(density, acceleration);
    }
    catch (const Error& error)
    {
      return std::string(error.what());
    }
    return std::string();
  };
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_NE(
    refusal(1.0, { 0.0, infinity, 0.0 }).find("Acceleration is inf in y"), std::string::npos);
  EXPECT_NE(refusal(0.0, { 0.0, 0.0, std::nan("") }).find("in z"), std::string::npos);
  EXPECT_NE(refusal(infinity, {}).find("Mass Density is inf"), std::string::npos);
  EXPECT_NE(refusal(-1.0, {}).find("Mass Density is -1"), std::string::npos);
}

TEST_P(StaticFields, ReactionsFollowTheReference)
{
  Random random(7002);
  StructuralProblem problem;
  problem.mesh = mesh(random);
  const std::size_t unknowns = problem.mesh.points.size();
  problem.material.poissonsRatio = 0.27;
  problem.supports.resize(unknowns);
  problem.springs = random.vector(unknowns, 0.0, 2.0);
  for (std::uint8_t& held : problem.supports)
  {
    held = random.index(3) == 0 ? 1 : 0;
  }
  const std::vector<double> moduli = random.vector(problem.mesh.numberOfElements(), 0.5, 20.0);
  const std::vector<double> u = random.vector(unknowns, -1.0, 1.0);
  const std::vector<double> f = random.vector(unknowns, -1.0, 1.0);
  std::vector<double> expected = reference::internalForces(problem.mesh, moduli, 0.27, u);
  for (std::size_t i = 0; i < unknowns; ++i)
  {
    expected[i] = problem.supports[i] ? expected[i] - f[i] : -problem.springs[i] * u[i];
  }
  expectNear(
    reactionForces(problem, findNodeElements(problem.mesh), { problem.material, moduli }, u, f),
    expected, 1e-12);
}

TEST_P(StaticFields, EnergiesAndErrorsFollowTheReference)
{
  Random random(7003);
  const Mesh part = mesh(random);
  const std::vector<double> moduli = random.vector(part.numberOfElements(), 0.5, 20.0);
  const std::vector<double> u = random.vector(part.points.size(), -1.0, 1.0);
  const std::vector<double> nodal = random.vector(2 * part.points.size(), -10.0, 10.0);
  const ElementEnergies energies = estimateStressError(part, { { 1.0, 0.27 }, moduli }, u, nodal);
  // Strains of linear tetrahedra are constant, so that the energy does not depend on the
  // quadrature.
  expectNear(energies.strain, reference::stressEnergies(part, moduli, 0.27, u, {}), 1e-12);
  expectNear(energies.error, reference::stressEnergies(part, moduli, 0.27, u, nodal), 1e-12);
  // u.K u is twice the energy.
  const std::vector<double> f = reference::internalForces(part, moduli, 0.27, u);
  const double work = std::inner_product(f.begin(), f.end(), u.begin(), 0.0);
  const double energy = std::inner_product(
    energies.strain.begin(), energies.strain.end(), energies.volumes.begin(), 0.0);
  EXPECT_NEAR(2.0 * energy / work, 1.0, 1e-12);
}

TEST_P(StaticFields, LinearFieldsAreRecoveredWithoutError)
{
  Random random(7004);
  const Mesh part = mesh(random);
  const std::vector<double> gradient = random.vector(9, -1.0, 1.0);
  const std::vector<double> u = linearField(part, gradient);
  const ElementMaterials materials = { { 7.0, 0.27 } };
  std::array<double, 6> exact;
  stressOfGradient(gradient.data(), materials.common, exact.data());
  for (const StressRecovery recovery : { StressRecovery::Extrapolated, StressRecovery::Direct })
  {
    const std::vector<double> nodal = nodalStresses(part, materials, u, recovery);
    for (std::size_t i = 0; i < nodal.size(); ++i)
    {
      ASSERT_NEAR(nodal[i], exact[i % 6], 1e-11);
    }
    const ElementEnergies energies = estimateStressError(part, materials, u, nodal);
    EXPECT_LT(relativeError(energies), 1e-12);
  }
}

TEST_P(StaticFields, TheErrorEstimateHasTheOrderOfTheElement)
{
  // For the interpolant of a smooth field, the error of stresses is of first order in the element
  // size for linear elements and of second order for quadratic ones.
  const auto estimate = [](int n)
  {
    const Mesh part =
      makeBox(GetParam(), { n, n, n }, [](const std::array<double, 3>& p) { return p; });
    std::vector<double> u(part.points.size());
    for (std::size_t node = 0; node < part.numberOfNodes(); ++node)
    {
      const double* x = &part.points[3 * node];
      u[3 * node] = std::sin(x[0] + 2.0 * x[1]);
      u[3 * node + 1] = std::cos(x[1] - x[2]) * x[0];
      u[3 * node + 2] = std::exp(x[0] * x[2]);
    }
    const ElementMaterials materials = { { 1.0, 0.3 } };
    return relativeError(estimateStressError(
      part, materials, u, nodalStresses(part, materials, u, StressRecovery::Extrapolated)));
  };
  const double order = std::log2(estimate(4) / estimate(8));
  const double expected = cellShape(GetParam()).isQuadratic() ? 2.0 : 1.0;
  EXPECT_NEAR(order, expected, 0.3);
}

INSTANTIATE_TEST_SUITE_P(Every, StaticFields,
  ::testing::Values(CellType::Tetrahedron, CellType::QuadraticTetrahedron, CellType::Hexahedron,
    CellType::QuadraticHexahedron),
  typeName);

TEST(StressErrors, AreRelativeToTheEnergyOfStressesAndErrors)
{
  ElementEnergies energies;
  energies.strain = { 3.0, 1.0 };
  energies.error = { 1.0, 0.5 };
  energies.volumes = { 2.0, 4.0 };
  EXPECT_DOUBLE_EQ(
    relativeError(energies), std::sqrt((2.0 + 2.0) / (2.0 * (3.0 + 1.0) + 4.0 * (1.0 + 0.5))));
}

TEST(IsotropicStress, PrincipalStressesFollowTheReference)
{
  Random random(7005);
  for (int draw = 0; draw < 1000; ++draw)
  {
    std::array<double, 6> stress;
    for (double& component : stress)
    {
      // Some components are zero, equal, or of very different magnitudes.
      component = random.index(4) == 0
        ? 0.0
        : std::pow(10.0, double(random.index(9)) - 4.0) * double(int(random.index(7)) - 3);
    }
    const std::array<double, 3> found = principalStresses(stress.data());
    const std::array<double, 3> expected = reference::principalStresses(stress);
    double scale = 0.0;
    for (const double component : stress)
    {
      scale = std::max(scale, std::abs(component));
    }
    for (std::size_t k = 0; k < 3; ++k)
    {
      EXPECT_NEAR(found[k], expected[k], 1e-14 * scale);
    }
    const double square = 0.5 *
      (std::pow(found[0] - found[1], 2) + std::pow(found[1] - found[2], 2) +
        std::pow(found[2] - found[0], 2));
    EXPECT_NEAR(vonMisesStress(stress.data()), std::sqrt(square), 1e-13 * scale);
  }
}

TEST(IsotropicStress, OfUniaxialTensionIsTheForcePerArea)
{
  const double nu = 0.3;
  const double gradient[9] = { 0.01, 0, 0, 0, -0.01 * nu, 0, 0, 0, -0.01 * nu };
  std::array<double, 6> stress;
  stressOfGradient(gradient, { 200.0, nu }, stress.data());
  EXPECT_NEAR(stress[0], 2.0, 1e-14);
  for (std::size_t i = 1; i < 6; ++i)
  {
    EXPECT_NEAR(stress[i], 0.0, 1e-14);
  }
  EXPECT_NEAR(vonMisesStress(stress.data()), 2.0, 1e-14);
  EXPECT_NEAR(energyDensity(stress.data(), { 200.0, nu }), 0.5 * 2.0 * 0.01, 1e-15);
}
