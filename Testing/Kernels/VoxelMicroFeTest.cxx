// Voxel micro-FE on every device, every output held against the sequential reference.

#include "Problems.h"
#include "Random.h"
#include "Refusals.h"
#include "Spaces.h"
#include "VoxelImages.h"

#include "Core/Error.h"
#include "Mesh/TrabecularSample.h"
#include "Problem/VoxelMicroFe.h"
#include "Problem/VoxelMicroFeReference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// The reference is exact, the solver's residual is below this.
constexpr double SolverTolerance = 1e-11;
constexpr double Tolerance = 1e-7;

/// Keeps what it is told.
class Listener : public Observer
{
public:
  void message(const std::string& text) override { this->Messages.push_back(text); }
  bool stopRequested() override { return this->Stop; }

  std::vector<std::string> Messages;
  bool Stop = false;
};

class VoxelMicroFeTest : public OnDevice
{
protected:
  std::unique_ptr<VoxelMicroFe> solved(const VoxelMicroFeProblem& problem)
  {
    auto analysis = std::make_unique<VoxelMicroFe>(problem, this->Used, this->Silent);
    EXPECT_TRUE(analysis->solve(this->Silent));
    EXPECT_TRUE(analysis->summary().converged);
    EXPECT_LE(analysis->summary().peakDeviceMemory, estimateDeviceMemory(problem));
    return analysis;
  }

  Listener Silent;
};
TRABECULA_ON_EVERY_DEVICE(VoxelMicroFeTest);

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
  double difference = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    // A NaN is a difference.
    difference = std::abs(values[i] - expected[i]) <= difference
      ? difference
      : std::abs(values[i] - expected[i]);
  }
  EXPECT_LE(difference, Tolerance * scale) << what;
}

/// Strains may vanish at centroids, by symmetry, while the energy does not. Moduli are near 1.
void expectFields(const VoxelMicroFeSolution& s, const VoxelMicroFeSolution& expected)
{
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
  expectNumber(s.strainEnergy, expected.externalWork, expected.externalWork, "strain energy");
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

/// What depends on the strain of a single element.
void expectStrength(const VoxelMicroFeSummary& s, const VoxelMicroFeSummary& expected)
{
  expectNumber(s.pistoiaFactor, expected.pistoiaFactor, expected.pistoiaFactor, "Pistoia factor");
  if (!std::isnan(s.failureLoad))
  {
    expectNumber(
      s.failureLoad, expected.failureLoad, std::abs(expected.failureLoad), "failure load");
  }
}

/// Everything that is computed against the reference.
/// @param oneVoxel whose centroid may be unstrained
void expectReference(
  const VoxelMicroFeProblem& problem, const VoxelMicroFe& analysis, bool oneVoxel = false)
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
      support.held = { 1, static_cast<std::uint8_t>(n % 2), static_cast<std::uint8_t>(n % 3 > 0) };
      problem.supports.push_back(support);
      nowhere += grid.node(support.node[0], support.node[1], 0) < 0;
      const std::array<std::int32_t, 3> above = { support.node[0], support.node[1], cells[2] };
      if (grid.node(above[0], above[1], above[2]) < 0)
      {
        continue;
      }
      // Where it is held, too: such a force goes straight into the support.
      problem.forces.push_back({ n % 5 == 0 ? std::array<std::int32_t, 3>{ 0, 0, 0 } : above,
        { random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1) } });
      if (moves && n == 7)
      {
        support.node = above;
        support.held = { 0, 1, 1 };
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

TEST_P(VoxelMicroFeTest, LeastSupportsCarryNothing)
{
  Random random(405);
  for (const MechanicalTest test :
    { MechanicalTest::Uniaxial, MechanicalTest::Bending, MechanicalTest::Torsion })
  {
    VoxelMicroFeProblem problem = porousProblem(random);
    problem.test = test;
    problem.axis = 1;
    problem.direction = 2;
    const auto analysis = this->solved(problem);
    const std::vector<double>& reactions = analysis->solution().reactionForce;
    double largest[2] = {}; // of what is held across the axis, and along it
    for (std::size_t i = 0; i < reactions.size(); ++i)
    {
      double& value = largest[i % 3 == 1 ? 1 : 0];
      value = std::max(value, std::abs(reactions[i]));
    }
    const bool warps = test == MechanicalTest::Torsion;
    EXPECT_LT(largest[warps ? 1 : 0], 1e-7 * largest[warps ? 0 : 1]);
  }
}

TEST_P(VoxelMicroFeTest, PartsThatShareNoFaceAreTestedTogether)
{
  // Two columns apart, and one that leans on the second along an edge.
  Random random(406);
  VoxelMicroFeProblem problem = porousProblem(random);
  problem.image.cells = { 6, 3, 4 };
  problem.image.moduli.assign(72, 0.0);
  for (int k = 0; k < 4; ++k)
  {
    problem.image.moduli[voxel(problem.image, 0, 0, k)] = 1.0;
    problem.image.moduli[voxel(problem.image, 3, 0, k)] = 2.0;
    problem.image.moduli[voxel(problem.image, 4, 1, k)] = 3.0;
  }
  problem.parts = VoxelParts::All;
  const auto analysis = this->solved(problem);
  const double area = problem.image.spacing[0] * problem.image.spacing[1];
  EXPECT_NEAR(analysis->summary().reactionForce[2], 6.0 * area * problem.strain,
    1e-9 * std::abs(6.0 * area * problem.strain));
  problem.parts = VoxelParts::Largest;
  const auto largest = this->solved(problem);
  EXPECT_EQ(largest->summary().droppedVoxels, 8);
  EXPECT_EQ(largest->summary().droppedParts, 2);
  EXPECT_NEAR(largest->summary().boxVolume, analysis->summary().boxVolume, 1e-12);
  problem.box = TestBox::Kept;
  EXPECT_NEAR(this->solved(problem)->summary().volumeFraction, 1.0, 1e-12);
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

TEST_P(VoxelMicroFeTest, StopsAndSaysWhatItLeftOut)
{
  Random random(409);
  VoxelMicroFeProblem problem = porousProblem(random);
  problem.image = porousImage({ 12, 12, 12 }, 0.1, random);
  for (const int i : { 1, 2, 3 })
  {
    problem.image.moduli[voxel(problem.image, i, 1, 3)] = 0.0;
    problem.image.moduli[voxel(problem.image, 2, i, 3)] = 0.0;
    problem.image.moduli[voxel(problem.image, i, 1, 2)] = 0.0;
  }
  problem.maximumIterations = 1;
  Listener listener;
  VoxelMicroFe analysis(problem, this->Used, listener);
  EXPECT_EQ(analysis.summary().droppedVoxels > 0, !listener.Messages.empty());
  listener.Messages.clear();
  listener.Stop = true;
  EXPECT_FALSE(analysis.solve(listener));
  EXPECT_TRUE(analysis.solution().displacement.empty());
  listener.Stop = false;
  EXPECT_TRUE(analysis.solve(listener));
  EXPECT_FALSE(analysis.summary().converged);
  ASSERT_EQ(listener.Messages.size(), 1U);
  expectMessage(listener.Messages[0], { "1 iteration", "1e-11" });
}

TEST_P(VoxelMicroFeTest, RefusesWhatDoesNotFit)
{
  Random random(410);
  const VoxelMicroFeProblem problem = porousProblem(random);
  const std::size_t needed = estimateDeviceMemory(problem);
  checkDevice(problem, this->Used, needed);
  try
  {
    const VoxelMicroFe analysis(problem, this->Used, this->Silent, needed - 1);
    FAIL() << "was not refused";
  }
  catch (const Error& error)
  {
    expectMessage(error.what(), { "MiB", "available", this->Used.name });
  }
}

TEST(VoxelMicroFeHostAgainstCuda, GivesTheSame)
{
  if (!cudaAvailable())
  {
    GTEST_SKIP() << "No GPU: " << cudaUnavailableReason();
  }
  TrabecularSampleSettings sample;
  sample.cells = { 48, 40, 44 };
  sample.voxelsPerPeriod = 12.0;
  sample.connected = true;
  VoxelMicroFeProblem problem;
  problem.image = solidImage(sample.cells, { 0.03, 0.03, 0.04 });
  const std::vector<std::uint8_t> solid = makeTrabecularSample(sample).solid;
  std::transform(solid.begin(), solid.end(), problem.image.moduli.begin(),
    [](std::uint8_t voxelIsSolid) { return voxelIsSolid != 0 ? 1.0 : 0.0; });
  problem.tolerance = 1e-10;
  for (const MechanicalTest test : { MechanicalTest::Uniaxial, MechanicalTest::Axial,
         MechanicalTest::Torsion, MechanicalTest::ApparentStiffness })
  {
    SCOPED_TRACE(static_cast<int>(test));
    problem.test = test;
    Observer silent;
    VoxelMicroFe host(problem, selectDevice(DeviceRequest::Host), silent);
    VoxelMicroFe cuda(problem, selectDevice(DeviceRequest::Cuda), silent);
    ASSERT_TRUE(host.solve(silent));
    ASSERT_TRUE(cuda.solve(silent));
    expectFields(cuda.solution(), host.solution());
    expectSummary(problem, cuda.summary(), host.summary());
    expectStrength(cuda.summary(), host.summary());
    EXPECT_LE(cuda.summary().peakDeviceMemory, estimateDeviceMemory(problem));
  }
}

TEST(VoxelMicroFeFingerprint, FollowsWhatDeterminesTheResult)
{
  Random random(411);
  const VoxelMicroFeProblem problem = porousProblem(random);
  VoxelMicroFeProblem other = problem;
  other.fields.strain = false;
  EXPECT_EQ(fingerprint(other), fingerprint(problem));
  const auto differs = [&](const auto& change)
  {
    VoxelMicroFeProblem changed = problem;
    change(changed);
    return fingerprint(changed) != fingerprint(problem);
  };
  EXPECT_TRUE(differs([](VoxelMicroFeProblem& p) { p.image.moduli[3] += 1.0; }));
  EXPECT_TRUE(differs([](VoxelMicroFeProblem& p) { p.image.spacing[1] += 1.0; }));
  EXPECT_TRUE(differs([](VoxelMicroFeProblem& p) { p.image.origin[2] += 1.0; }));
  EXPECT_TRUE(differs([](VoxelMicroFeProblem& p) { p.poissonsRatio = 0.1; }));
  EXPECT_TRUE(differs([](VoxelMicroFeProblem& p) { p.parts = VoxelParts::All; }));
  EXPECT_TRUE(differs([](VoxelMicroFeProblem& p) { p.requireOnePart = true; }));
  EXPECT_TRUE(differs([](VoxelMicroFeProblem& p) { p.test = MechanicalTest::Axial; }));
  EXPECT_TRUE(differs([](VoxelMicroFeProblem& p) { p.box = TestBox::Image; }));
  EXPECT_TRUE(differs([](VoxelMicroFeProblem& p) { p.axis = 0; }));
  EXPECT_TRUE(differs([](VoxelMicroFeProblem& p) { p.direction = 1; }));
  EXPECT_TRUE(differs([](VoxelMicroFeProblem& p) { p.strain = 0.5; }));
  EXPECT_TRUE(differs([](VoxelMicroFeProblem& p) { p.angle = 0.5; }));
  EXPECT_TRUE(differs([](VoxelMicroFeProblem& p) { p.fieldLoad = 1; }));
  EXPECT_TRUE(differs([](VoxelMicroFeProblem& p) { p.tolerance = 0.5; }));
  EXPECT_TRUE(differs([](VoxelMicroFeProblem& p) { p.maximumIterations = 7; }));
  EXPECT_TRUE(differs([](VoxelMicroFeProblem& p) { p.criticalVolume = 0.5; }));
  EXPECT_TRUE(differs([](VoxelMicroFeProblem& p) { p.criticalStrain = 0.5; }));
  EXPECT_TRUE(differs([](VoxelMicroFeProblem& p) { p.supports.emplace_back(); }));
  EXPECT_TRUE(differs([](VoxelMicroFeProblem& p) { p.forces.emplace_back(); }));
}
}
