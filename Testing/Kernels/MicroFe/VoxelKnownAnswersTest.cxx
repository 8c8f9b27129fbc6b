// Tests of voxel micro-FE against closed-form solutions and published results.

#include "Support/Problems.h"
#include "Support/Spaces.h"
#include "Support/VoxelImages.h"

#include "MicroFe/VoxelMicroFe.h"
#include "MicroFe/VoxelMicroFeExamples.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class VoxelKnownAnswers : public OnDevice
{
protected:
  std::unique_ptr<VoxelMicroFe> solved(
    const VoxelMicroFeProblem& problem, std::size_t memoryLimit = 0)
  {
    auto analysis = std::make_unique<VoxelMicroFe>(problem, this->Used, this->Silent, memoryLimit);
    EXPECT_TRUE(analysis->solve(this->Silent));
    return analysis;
  }

  VoxelMicroFeSummary summary(const VoxelMicroFeProblem& problem)
  {
    return this->solved(problem)->summary();
  }

  Observer Silent;
};
TRABECULA_ON_EVERY_DEVICE(VoxelKnownAnswers);

VoxelMicroFeProblem solidProblem(const std::array<int, 3>& cells, MechanicalTest test)
{
  VoxelMicroFeProblem problem;
  problem.image = solidImage(cells, { 0.1, 0.12, 0.09 }, 6829.0);
  problem.test = test;
  problem.tolerance = 1e-11;
  return problem;
}

double lambdaOf(double E, double nu)
{
  return E * nu / ((1.0 + nu) * (1.0 - 2.0 * nu));
}

double muOf(double E, double nu)
{
  return 0.5 * E / (1.0 + nu);
}

/// Returns a bar of n x n voxels across and four times as many along z, with a cross-section of
/// edge 1.
VoxelMicroFeProblem bar(int n, MechanicalTest test)
{
  VoxelMicroFeProblem problem = solidProblem({ n, n, 4 * n }, test);
  problem.image.spacing = { 1.0 / n, 1.0 / n, 1.0 / n };
  problem.image.origin = { -0.2, 3.0, 7.0 };
  problem.image.moduli.assign(problem.image.moduli.size(), 1.0);
  return problem;
}

TEST_P(VoxelKnownAnswers, CubeCompressedAsInFaimsUnitTest)
{
  // The result is that of a unit test of Numerics88 FAIM, published to four digits.
  VoxelMicroFeProblem problem;
  problem.image = solidImage({ 6, 6, 6 }, { 1.0, 1.0, 1.0 }, 6829.0);
  problem.test = MechanicalTest::Axial;
  const VoxelMicroFeSummary s = this->summary(problem);
  EXPECT_NEAR(s.reactionForce[2], -2651.0, 5e-4 * 2651.0);
  EXPECT_NEAR(s.stiffness, 2651.0 / 0.06, 5e-4 * 2651.0 / 0.06);
  EXPECT_NEAR(s.apparentModulus, 2651.0 / 0.36, 5e-4 * 2651.0 / 0.36);
}

TEST_P(VoxelKnownAnswers, SlowSphereCompressedAsByParosol)
{
  // The result is that of ParOSol (fork of TU Wien) to 1e-6. The work of reactions has errors of
  // the order of the residual.
  VoxelMicroFeProblem problem = hollowSphere();
  problem.tolerance = 1e-7;
  const VoxelMicroFeSummary s = this->summary(problem);
  EXPECT_EQ(s.numberOfElements, 457428);
  EXPECT_EQ(s.numberOfNodes, 486800);
  EXPECT_NEAR(s.externalWork, 1.56190908e-03, 1e-6 * 1.56190908e-03);
  EXPECT_NEAR(s.strainEnergy, 1.56190908e-03, 1e-6 * 1.56190908e-03);
}

TEST_P(VoxelKnownAnswers, UniaxialStressIsUniform)
{
  for (int axis = 0; axis < 3; ++axis)
  {
    VoxelMicroFeProblem problem = solidProblem({ 5, 7, 6 }, MechanicalTest::Uniaxial);
    problem.axis = axis;
    const auto analysis = this->solved(problem);
    const VoxelMicroFeSummary& s = analysis->summary();
    EXPECT_NEAR(s.apparentModulus, 6829.0, 1e-6 * 6829.0);
    EXPECT_NEAR(s.volumeFraction, 1.0, 1e-14);
    EXPECT_NEAR(s.strainEnergy, 0.5 * 6829.0 * 1e-4 * s.boxVolume, 1e-6 * s.strainEnergy);
    // The strain is uniform.
    EXPECT_NEAR(s.pistoiaFactor, 0.7, 1e-6);
    EXPECT_NEAR(s.failureLoad, 0.7 * s.reactionForce[static_cast<std::size_t>(axis)],
      1e-6 * std::abs(s.failureLoad));
    const std::vector<double>& strain = analysis->solution().strain;
    const std::vector<double>& stress = analysis->solution().stress;
    for (std::size_t i = 0; i < strain.size(); ++i)
    {
      const bool along = i % 6 == static_cast<std::size_t>(axis);
      EXPECT_NEAR(strain[i], i % 6 > 2 ? 0.0 : along ? -0.01 : 0.003, 1e-8);
      EXPECT_NEAR(stress[i], along ? -68.29 : 0.0, 1e-5);
      EXPECT_NEAR(analysis->solution().vonMisesStress[i / 6], 68.29, 1e-5);
    }
  }
}

TEST_P(VoxelKnownAnswers, ConfinedModulus)
{
  for (int axis = 0; axis < 3; ++axis)
  {
    VoxelMicroFeProblem problem = solidProblem({ 4, 5, 6 }, MechanicalTest::Confined);
    problem.axis = axis;
    const double modulus = lambdaOf(6829.0, 0.3) + 2.0 * muOf(6829.0, 0.3);
    EXPECT_NEAR(this->summary(problem).apparentModulus, modulus, 1e-8 * modulus);
  }
}

TEST_P(VoxelKnownAnswers, ConfinedLaminate)
{
  // Two phases form layers along z. Across the layers they are in series; along them the result is
  // the mean of Backus (J. Geophys. Res. 67, 1962, eq. 13). Trilinear elements represent both
  // exactly.
  const double nu = 0.3;
  VoxelMicroFeProblem problem = solidProblem({ 4, 3, 6 }, MechanicalTest::Confined);
  double modulus = 0.0;
  double inverse = 0.0;
  double ratio = 0.0;
  double square = 0.0;
  for (int k = 0; k < 6; ++k)
  {
    const double E = k % 3 == 0 ? 100.0 : 3000.0;
    std::fill_n(problem.image.moduli.begin() + 12 * k, 12, E);
    const double lambda = lambdaOf(E, nu);
    const double m = lambda + 2.0 * muOf(E, nu);
    modulus += m / 6.0;
    inverse += 1.0 / m / 6.0;
    ratio += lambda / m / 6.0;
    square += lambda * lambda / m / 6.0;
  }
  problem.axis = 2;
  EXPECT_NEAR(this->summary(problem).apparentModulus, 1.0 / inverse, 1e-8 / inverse);
  problem.axis = 0;
  const double along = modulus - square + ratio * ratio / inverse;
  EXPECT_NEAR(this->summary(problem).apparentModulus, along, 1e-8 * along);
}

TEST_P(VoxelKnownAnswers, ApparentStiffnessOfASolidIsItsMaterials)
{
  const double nu = 0.3;
  VoxelMicroFeProblem problem = solidProblem({ 24, 20, 22 }, MechanicalTest::ApparentStiffness);
  // The loads are solved together, one by one with their displacements kept, and one by one
  // without.
  const std::size_t least = estimateDeviceMemory(problem);
  const std::size_t kept = 5 * sizeof(float) * 3 * 25 * 21 * 23;
  for (const std::size_t memoryLimit : { std::size_t(0), least + kept, least })
  {
    SCOPED_TRACE(memoryLimit);
    const auto analysis = this->solved(problem, memoryLimit);
    const ApparentStiffness& apparent = analysis->apparentStiffness();
    for (std::size_t i = 0; i < 36; ++i)
    {
      const std::size_t row = i / 6;
      const std::size_t column = i % 6;
      const double expected = (row < 3 && column < 3 ? lambdaOf(6829.0, nu) : 0.0) +
        (row == column ? (row < 3 ? 2.0 : 1.0) * muOf(6829.0, nu) : 0.0);
      EXPECT_NEAR(apparent.stiffness[i], expected, 1e-6) << i;
    }
    for (std::size_t d = 0; d < 3; ++d)
    {
      EXPECT_NEAR(apparent.youngsModulus[d], 6829.0, 1e-6);
      EXPECT_NEAR(apparent.shearModulus[d], muOf(6829.0, nu), 1e-6);
      EXPECT_NEAR(apparent.poissonsRatio[d], nu, 1e-9);
    }
    EXPECT_LT(apparent.orthotropyError, 1e-9);
  }
}

TEST_P(VoxelKnownAnswers, ApparentStiffnessOfALaminate)
{
  // Without lateral contraction, strains in the plane of the layers are uniform, as of parallel
  // springs.
  VoxelMicroFeProblem problem = solidProblem({ 5, 4, 6 }, MechanicalTest::ApparentStiffness);
  problem.poissonsRatio = 0.0;
  for (int k = 0; k < 6; ++k)
  {
    std::fill_n(problem.image.moduli.begin() + 20 * k, 20, k % 2 == 0 ? 10.0 : 400.0);
  }
  const auto analysis = this->solved(problem);
  const std::array<double, 36>& C = analysis->apparentStiffness().stiffness;
  const double mean = 205.0;
  EXPECT_NEAR(C[0], mean, 1e-7);
  EXPECT_NEAR(C[7], mean, 1e-7);
  EXPECT_NEAR(C[21], 0.5 * mean, 1e-7);
  // Across the layers, the stiffness is between those of springs in series and in parallel.
  EXPECT_GT(C[14], 2.0 / (1.0 / 10.0 + 1.0 / 400.0));
  EXPECT_LT(C[14], mean);
  EXPECT_LT(analysis->apparentStiffness().orthotropyError, 1e-9);
}

TEST_P(VoxelKnownAnswers, BendingOfABar)
{
  // In pure bending, M = E I angle / L. Linear elements are too stiff by a term in 1 / n^2.
  for (const int direction : { 0, 1 })
  {
    double error[2] = {};
    for (const int n : { 4, 8 })
    {
      VoxelMicroFeProblem problem = bar(n, MechanicalTest::Bending);
      problem.direction = direction;
      const VoxelMicroFeSummary s = this->summary(problem);
      error[n / 8] = s.apparentModulus - 1.0;
      EXPECT_NEAR(s.stiffness, s.apparentModulus / 12.0 / 4.0, 1e-9 * s.stiffness);
      EXPECT_NEAR(s.reactionForce[2], 0.0, 1e-9);
    }
    EXPECT_NEAR(error[0] / error[1], 4.0, 0.1);
    EXPECT_NEAR((4.0 * error[1] - error[0]) / 3.0, 0.0, 2e-3);
  }
}

TEST_P(VoxelKnownAnswers, TorsionOfABar)
{
  // For Saint-Venant torsion, M = G J angle / L, and J = 0.140577 for a square of edge 1
  // (Timoshenko, Goodier).
  double error[2] = {};
  for (const int n : { 4, 8 })
  {
    const VoxelMicroFeSummary s = this->summary(bar(n, MechanicalTest::Torsion));
    const double G = muOf(1.0, 0.3);
    error[n / 8] = s.stiffness * 4.0 / (G * 0.140577) - 1.0;
    EXPECT_NEAR(s.apparentModulus, s.stiffness * 4.0 / 0.140577, 1e-5);
  }
  EXPECT_NEAR(error[0] / error[1], 4.0, 0.3);
  EXPECT_NEAR((4.0 * error[1] - error[0]) / 3.0, 0.0, 2e-3);
}

TEST_P(VoxelKnownAnswers, TorsionConstantOfAPlate)
{
  // A strip with edges b and t has J = b t^3 / 3 (1 - 0.63 t / b). With one voxel through the
  // thickness it is too stiff; the test checks that the long and the short edge are distinguished.
  VoxelMicroFeProblem problem = bar(4, MechanicalTest::Torsion);
  problem.image.spacing[0] = 0.5;
  const VoxelMicroFeSummary wide = this->summary(problem);
  std::swap(problem.image.spacing[0], problem.image.spacing[1]);
  const VoxelMicroFeSummary high = this->summary(problem);
  EXPECT_NEAR(wide.apparentModulus, high.apparentModulus, 1e-8);
  // J of the rectangle 2 x 1 is 0.22868 * 2 (Timoshenko, Goodier, section 109).
  EXPECT_NEAR(wide.apparentModulus, wide.stiffness * 4.0 / (0.22868 * 2.0), 1e-4);
}

TEST_P(VoxelKnownAnswers, SlowShearOfASlenderBarIsItsBending)
{
  // A beam that is clamped at both ends and sheared by d has F = 12 E I d / (L^3 (1 + phi)), phi =
  // 12 E I / (k G A L^2), k = 10 (1 + nu) / (12 + 11 nu) (Cowper, J. Appl. Mech. 33, 1966). The bar
  // of length 8 is so slender that its clamped ends, which cannot contract, have little influence.
  for (const int direction : { 0, 1 })
  {
    double modulus[2] = {};
    for (const int n : { 3, 6 })
    {
      VoxelMicroFeProblem problem = bar(n, MechanicalTest::Shear);
      problem.image = solidImage({ n, n, 8 * n }, problem.image.spacing);
      problem.direction = direction;
      const VoxelMicroFeSummary s = this->summary(problem);
      modulus[n / 6] = s.apparentModulus;
      // The moments at both clamps balance the moment of the force, with M = F L / 2 at each.
      EXPECT_NEAR(std::abs(s.reactionMoment[direction == 0 ? 1 : 0]),
        4.0 * std::abs(s.reactionForce[static_cast<std::size_t>(direction)]), 1e-6);
    }
    const double phi = 2.6 / 64.0 * (12.0 + 3.3) / 13.0;
    const double beam = 1.0 / 64.0 / (1.0 + phi);
    EXPECT_NEAR((4.0 * modulus[1] - modulus[0]) / 3.0, beam, 0.02 * beam);
  }
}
}
