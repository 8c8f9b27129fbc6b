// Tests that all results of voxel micro-FE on every device equal those of the sequential reference.

#include "MicroFe/VoxelMicroFeOnDevice.h"
#include "Support/Problems.h"
#include "Support/VoxelImages.h"

#include "Mesh/Generators/TrabecularSample.h"
#include "MicroFe/VoxelMicroFeReference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double Tolerance = 1e-7;

/// Returns a sample of trabecular bone with a modulus of 1.
VoxelMicroFeProblem trabecularProblem(int edge, double voxelsPerPeriod)
{
  TrabecularSampleSettings sample;
  sample.cells = { edge, edge, edge };
  sample.voxelsPerPeriod = voxelsPerPeriod;
  sample.volumeFraction = 0.3;
  sample.connected = true;
  const std::vector<std::uint8_t> solid = makeTrabecularSample(sample).solid;
  VoxelMicroFeProblem problem;
  problem.image.cells = sample.cells;
  problem.image.moduli.assign(solid.begin(), solid.end());
  return problem;
}

/// Returns the largest difference of two stiffnesses, relative to the exact diagonal entries.
double differenceOf(const std::array<double, 36>& C, const std::array<double, 36>& exact)
{
  double largest = 0.0;
  for (std::size_t i = 0; i < 6; ++i)
  {
    for (std::size_t j = 0; j < 6; ++j)
    {
      largest = std::max(largest,
        std::abs(C[6 * i + j] - exact[6 * i + j]) / std::sqrt(exact[7 * i] * exact[7 * j]));
    }
  }
  return largest;
}

using VoxelMicroFeTest = VoxelMicroFeOnDevice;
TRABECULA_ON_EVERY_DEVICE(VoxelMicroFeTest);

TEST_P(VoxelMicroFeTest, TestsMatchReference)
{
  Random random(401);
  for (const MechanicalTest test : { MechanicalTest::Uniaxial, MechanicalTest::Axial,
         MechanicalTest::Confined, MechanicalTest::Torsion })
  {
    for (int axis = 0; axis < 3; ++axis)
    {
      SCOPED_TRACE(std::to_string(static_cast<int>(test)) + " along " + "xyz"[axis]);
      VoxelMicroFeProblem problem = porousProblem(random);
      problem.test = test;
      problem.axis = axis;
      expectReference(problem, *this->solved(problem));
    }
  }
}

TEST_P(VoxelMicroFeTest, TestsWithADirectionMatchReference)
{
  Random random(402);
  for (const MechanicalTest test : { MechanicalTest::Shear, MechanicalTest::Bending })
  {
    for (int axis = 0; axis < 3; ++axis)
    {
      for (const int direction : { (axis + 1) % 3, (axis + 2) % 3 })
      {
        SCOPED_TRACE(std::to_string(static_cast<int>(test)) + " along " + "xyz"[axis]);
        VoxelMicroFeProblem problem = porousProblem(random);
        problem.test = test;
        problem.axis = axis;
        problem.direction = direction;
        expectReference(problem, *this->solved(problem));
      }
    }
  }
}

TEST_P(VoxelMicroFeTest, SlowStiffnessIsAccurateAtTheDefaultTolerance)
{
  VoxelMicroFeProblem problem = trabecularProblem(40, 10.0);
  double largestOfReactions = 0.0;
  for (const MechanicalTest test :
    { MechanicalTest::Uniaxial, MechanicalTest::Axial, MechanicalTest::Confined,
      MechanicalTest::Shear, MechanicalTest::Bending, MechanicalTest::Torsion })
  {
    SCOPED_TRACE(static_cast<int>(test));
    problem.test = test;
    problem.tolerance = 1e-11;
    const VoxelMicroFeSummary exact = this->solved(problem)->summary();
    EXPECT_NEAR(exact.externalWork / exact.strainEnergy, 1.0, 1e-8);
    problem.tolerance = VoxelMicroFeSettings().tolerance;
    const VoxelMicroFeSummary found = this->solved(problem)->summary();
    // The energy is minimal for the exact solution.
    EXPECT_GT(found.stiffness, (1.0 - 1e-9) * exact.stiffness);
    EXPECT_LT(found.stiffness, (1.0 + 2e-6) * exact.stiffness);
    EXPECT_NEAR(found.apparentModulus / exact.apparentModulus, 1.0, 2e-6);
    largestOfReactions =
      std::max(largestOfReactions, std::abs(found.externalWork / exact.externalWork - 1.0));
  }
  // The test is meaningful only if reactions have larger errors.
  EXPECT_GT(largestOfReactions, 1e-5);

  // All entries of the apparent stiffness are accurate if the loads are solved together, or one by
  // one with their displacements kept, but not if they are solved one by one without.
  problem.test = MechanicalTest::ApparentStiffness;
  const std::size_t least = estimateDeviceMemory(problem);
  const std::size_t kept = 5 * sizeof(float) * 3 * 41 * 41 * 41; // an upper bound
  const auto stiffness = [&](double tolerance, std::size_t memoryLimit)
  {
    problem.tolerance = tolerance;
    VoxelMicroFe analysis(problem, this->Used, this->Silent, memoryLimit);
    EXPECT_TRUE(analysis.solve(this->Silent));
    return analysis.apparentStiffness().stiffness;
  };
  const std::array<double, 36> exact = stiffness(1e-11, 0);
  EXPECT_LT(differenceOf(stiffness(1e-9, least), exact), 1e-7);
  const double byDefault = VoxelMicroFeSettings().tolerance;
  EXPECT_LT(differenceOf(stiffness(byDefault, 0), exact), 1e-7);
  EXPECT_LT(differenceOf(stiffness(byDefault, least + kept), exact), 1e-7);
  EXPECT_GT(differenceOf(stiffness(byDefault, least), exact), 1e-6); // nothing is gained otherwise
}

TEST_P(VoxelMicroFeTest, ApparentStiffnessMatchesReference)
{
  Random random(403);
  for (int load = 0; load < 6; ++load)
  {
    SCOPED_TRACE(load);
    VoxelMicroFeProblem problem = porousProblem(random);
    problem.test = MechanicalTest::ApparentStiffness;
    problem.fieldLoad = load;
    const auto analysis = this->solved(problem);
    expectReference(problem, *analysis);
    const ApparentStiffness expected =
      reference::solveVoxelMicroFe(problem, analysis->grid(), {}).apparent;
    const ApparentStiffness& apparent = analysis->apparentStiffness();
    const auto difference = [](const auto& a, const auto& b)
    {
      return relativeDifference(
        std::vector<double>(a.begin(), a.end()), std::vector<double>(b.begin(), b.end()));
    };
    EXPECT_LT(difference(apparent.stiffness, expected.stiffness), Tolerance);
    EXPECT_LT(difference(apparent.compliance, expected.compliance), Tolerance);
    EXPECT_LT(difference(apparent.youngsModulus, expected.youngsModulus), Tolerance);
    EXPECT_LT(difference(apparent.shearModulus, expected.shearModulus), Tolerance);
    EXPECT_LT(difference(apparent.poissonsRatio, expected.poissonsRatio), Tolerance);
    EXPECT_NEAR(apparent.orthotropyError, expected.orthotropyError, Tolerance);
    EXPECT_GT(apparent.orthotropyError, 1e-4);
    EXPECT_TRUE(std::isnan(analysis->summary().stiffness));
    for (std::size_t i = 0; i + 1 < analysis->history().size(); ++i)
    {
      EXPECT_LE(analysis->history()[i].load, analysis->history()[i + 1].load);
    }
    EXPECT_EQ(analysis->history().back().load, 5);
  }
}

/// Solves the six loads of an apparent stiffness within limits of memory, given as multiples of the
/// least memory, such that they are solved one by one, some together, or all together. If the
/// displacements of all loads are kept, the default tolerance is also tested, as the error of the
/// strain energy is the square of that of the displacements.
/// @return the number of different peaks of memory
std::size_t solveWithinLimits(VoxelMicroFeProblem problem, const std::vector<double>& limits,
  const Device& device, Observer& silent)
{
  problem.test = MechanicalTest::ApparentStiffness;
  problem.fieldLoad = 3;
  problem.tolerance = 1e-10;
  const std::size_t least = estimateDeviceMemory(problem);
  VoxelMicroFe oneByOne(problem, device, silent, least);
  EXPECT_TRUE(oneByOne.solve(silent));
  const auto& expected = oneByOne.apparentStiffness().stiffness;
  std::set<std::size_t> peaks = { oneByOne.summary().peakDeviceMemory };
  for (const double times : limits)
  {
    SCOPED_TRACE(times);
    const auto limit = static_cast<std::size_t>(times * static_cast<double>(least));
    VoxelMicroFe limited(problem, device, silent, limit);
    EXPECT_TRUE(limited.solve(silent));
    EXPECT_LE(limited.summary().peakDeviceMemory, limit);
    peaks.insert(limited.summary().peakDeviceMemory);
    expectFields(limited.solution(), oneByOne.solution());
    expectSummary(problem, limited.summary(), oneByOne.summary());
    const auto& stiffness = limited.apparentStiffness().stiffness;
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
      EXPECT_NEAR(stiffness[i], expected[i], 1e-7);
    }
    EXPECT_EQ(limited.history().back().load, 5);

    VoxelMicroFeProblem byDefault = problem;
    byDefault.tolerance = VoxelMicroFeSettings().tolerance;
    VoxelMicroFe found(byDefault, device, silent, limit);
    EXPECT_TRUE(found.solve(silent));
    EXPECT_LT(differenceOf(found.apparentStiffness().stiffness, expected), 1e-7);
  }
  return peaks.size();
}

TEST_P(VoxelMicroFeTest, LengthyLoadsInGroupsGiveWhatLoadsOneByOneDo)
{
  const std::size_t peaks =
    solveWithinLimits(trabecularProblem(32, 12.0), { 1.4, 3.0 }, this->Used, this->Silent);
  // A GPU has enough memory to solve all loads of such a small sample together.
  EXPECT_GE(peaks, this->Used.space == ExecutionSpace::Host ? 3U : 1U);
}

TEST_P(VoxelMicroFeTest, SlowLoadsOfLargerSamplesInGroups)
{
  const std::size_t peaks =
    solveWithinLimits(trabecularProblem(48, 12.0), { 2.0, 4.0, 7.0 }, this->Used, this->Silent);
  EXPECT_GE(peaks, 3U);
}

TEST_P(VoxelMicroFeTest, FreeFormMatchesReference)
{
  Random random(404);
  for (const bool moves : { false, true })
  {
    VoxelMicroFeProblem problem = porousProblem(random);
    problem.test = MechanicalTest::FreeForm;
    const auto& cells = problem.image.cells;
    const VoxelGrid grid(problem.image);
    std::int64_t nowhere = 0;
    for (int n = 0; n < 30; ++n)
    {
      LatticeSupport support;
      support.node = { static_cast<std::int32_t>(random.index(std::size_t(cells[0]) + 1)),
        static_cast<std::int32_t>(random.index(std::size_t(cells[1]) + 1)), 0 };
      support.constrained = { 1, static_cast<std::uint8_t>(n % 2),
        static_cast<std::uint8_t>(n % 3 > 0) };
      problem.supports.push_back(support);
      nowhere += grid.node(support.node[0], support.node[1], 0) < 0;
      const std::array<std::int32_t, 3> above = { support.node[0], support.node[1], cells[2] };
      if (grid.node(above[0], above[1], above[2]) < 0)
      {
        continue;
      }
      // A force on a constrained node acts directly on the support.
      problem.forces.push_back({ n % 5 == 0 ? std::array<std::int32_t, 3>{ 0, 0, 0 } : above,
        { random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1) } });
      if (moves && n == 7)
      {
        support.node = above;
        support.constrained = { 0, 1, 1 };
        support.displacement = { 5.0, 0.3, -0.2 };
        problem.supports.push_back(support);
      }
    }
    problem.supports.push_back({ { 0, 0, 0 }, { 1, 1, 1 }, {} });
    const auto analysis = this->solved(problem);
    expectReference(problem, *analysis);
    EXPECT_EQ(analysis->summary().droppedSupports, nowhere);
  }
}

TEST_P(VoxelMicroFeTest, AnAxisOfOneVoxelAndOneVoxelAloneAreTested)
{
  Random random(407);
  for (const MechanicalTest test : { MechanicalTest::Uniaxial, MechanicalTest::Axial,
         MechanicalTest::Confined, MechanicalTest::Shear, MechanicalTest::Bending,
         MechanicalTest::Torsion, MechanicalTest::ApparentStiffness })
  {
    for (const std::array<int, 3>& cells : { std::array<int, 3>{ 5, 4, 1 }, { 1, 1, 1 } })
    {
      SCOPED_TRACE(static_cast<int>(test));
      VoxelMicroFeProblem problem = porousProblem(random);
      problem.image = porousImage(cells, 1.0, random);
      problem.test = test;
      expectReference(problem, *this->solved(problem), cells[0] == 1);
    }
  }
}

TEST_P(VoxelMicroFeTest, FieldsThatAreNotWantedStayEmpty)
{
  Random random(408);
  VoxelMicroFeProblem problem = porousProblem(random);
  const auto all = this->solved(problem);
  problem.fields = { false, false, false, false, false, false };
  const auto none = this->solved(problem);
  EXPECT_EQ(none->solution().displacement, all->solution().displacement);
  EXPECT_TRUE(none->solution().reactionForce.empty());
  EXPECT_TRUE(none->solution().strain.empty());
  EXPECT_TRUE(none->solution().stress.empty());
  EXPECT_TRUE(none->solution().strainEnergyDensity.empty());
  EXPECT_TRUE(none->solution().vonMisesStress.empty());
  EXPECT_TRUE(none->solution().effectiveStrain.empty());
  EXPECT_EQ(none->summary().strainEnergy, all->summary().strainEnergy);
  EXPECT_EQ(none->summary().pistoiaFactor, all->summary().pistoiaFactor);
}
}
