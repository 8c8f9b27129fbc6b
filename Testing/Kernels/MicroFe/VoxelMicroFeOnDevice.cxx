#include "MicroFe/VoxelMicroFeOnDevice.h"

#include "Support/VoxelImages.h"

#include "MicroFe/VoxelMicroFeReference.h"

#include <algorithm>
#include <cmath>

namespace trabecula::testing
{
namespace
{
/// The reference is exact, and the residual of the solver is below this tolerance.
constexpr double SolverTolerance = 1e-11;
constexpr double Tolerance = 1e-7;

void expectNumber(double value, double expected, double scale, const char* what)
{
  EXPECT_NEAR(value, expected, Tolerance * scale) << what;
}

double largest(const std::vector<double>& values)
{
  double result = 0.0;
  for (const double value : values)
  {
    result = std::max(result, std::abs(value));
  }
  return result;
}

void expectNear(const std::vector<double>& values, const std::vector<double>& expected,
  double scale, const char* what)
{
  ASSERT_EQ(values.size(), expected.size()) << what;
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    // The negated comparison also detects NaN. Only the first difference is reported.
    if (!(std::abs(values[i] - expected[i]) <= Tolerance * scale))
    {
      ADD_FAILURE() << what << " " << i << " is " << values[i] << ", not " << expected[i];
      return;
    }
  }
}

}

VoxelMicroFeProblem porousProblem(Random& random)
{
  VoxelMicroFeProblem problem;
  problem.image = porousImage({ 7, 9, 8 }, 0.25, random);
  problem.poissonsRatio = random.uniform(0.0, 0.45);
  problem.strain = random.uniform(-0.02, -0.01);
  problem.angle = random.uniform(0.01, 0.02);
  problem.criticalVolume = 0.1;
  problem.tolerance = SolverTolerance;
  return problem;
}

void expectFields(const VoxelMicroFeSolution& s, const VoxelMicroFeSolution& expected)
{
  // By symmetry, strains at centroids may vanish where the energy does not, so that the scale is
  // taken from the energy.
  const double energy = largest(expected.strainEnergyDensity);
  const double strain = std::sqrt(2.0 * energy);
  expectNear(s.displacement, expected.displacement, largest(expected.displacement), "u");
  expectNear(s.reactionForce, expected.reactionForce, largest(expected.reactionForce), "reaction");
  expectNear(s.strain, expected.strain, strain, "strain");
  expectNear(s.stress, expected.stress, strain, "stress");
  expectNear(s.strainEnergyDensity, expected.strainEnergyDensity, energy, "energy");
  expectNear(s.vonMisesStress, expected.vonMisesStress, strain, "von Mises stress");
  expectNear(s.effectiveStrain, expected.effectiveStrain, strain, "effective strain");
}

void expectSummary(const VoxelMicroFeProblem& problem, const VoxelMicroFeSummary& s,
  const VoxelMicroFeSummary& expected)
{
  const auto length = [](const std::array<double, 3>& v)
  { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); };
  expectNumber(s.externalWork, expected.externalWork, expected.externalWork, "external work");
  expectNumber(s.strainEnergy, expected.strainEnergy, expected.strainEnergy, "strain energy");
  expectNumber(s.boxVolume, expected.boxVolume, expected.boxVolume, "box");
  expectNumber(s.boneVolume, expected.boneVolume, expected.boneVolume, "bone");
  expectNumber(s.volumeFraction, expected.volumeFraction, 1.0, "volume fraction");
  expectNumber(s.largestDisplacement, expected.largestDisplacement, expected.largestDisplacement,
    "largest displacement");
  expectNumber(s.largestDisplacementComponent, expected.largestDisplacementComponent,
    expected.largestDisplacement, "largest component");
  if (problem.test == MechanicalTest::ApparentStiffness)
  {
    return;
  }
  for (std::size_t c = 0; c < 3; ++c)
  {
    expectNumber(s.reactionForce[c], expected.reactionForce[c],
      std::max(length(expected.reactionForce), length(expected.reactionMoment)), "force");
    expectNumber(s.reactionMoment[c], expected.reactionMoment[c],
      std::max(length(expected.reactionForce), length(expected.reactionMoment)), "moment");
  }
  if (problem.test != MechanicalTest::FreeForm)
  {
    expectNumber(s.stiffness, expected.stiffness, std::abs(expected.stiffness), "stiffness");
  }
  if (problem.test != MechanicalTest::FreeForm && problem.test != MechanicalTest::Bending &&
    problem.test != MechanicalTest::Torsion)
  {
    expectNumber(s.apparentModulus, expected.apparentModulus, std::abs(expected.apparentModulus),
      "apparent modulus");
  }
}

void expectStrength(const VoxelMicroFeSummary& s, const VoxelMicroFeSummary& expected)
{
  expectNumber(s.pistoiaFactor, expected.pistoiaFactor, expected.pistoiaFactor, "Pistoia factor");
  if (!std::isnan(s.failureLoad))
  {
    expectNumber(
      s.failureLoad, expected.failureLoad, std::abs(expected.failureLoad), "failure load");
  }
}

void expectReference(
  const VoxelMicroFeProblem& problem, const VoxelMicroFe& analysis, bool oneVoxel)
{
  const reference::VoxelMicroFeResult expected =
    reference::solveVoxelMicroFe(problem, analysis.grid(), analysis.solution().displacement);
  expectFields(analysis.solution(), expected.solution);
  expectSummary(problem, analysis.summary(), expected.summary);
  if (!oneVoxel)
  {
    expectStrength(analysis.summary(), expected.summary);
  }
}
}
