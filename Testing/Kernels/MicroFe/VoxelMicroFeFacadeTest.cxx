// Tests of the facade of voxel micro-FE: supports, parts, messages, memory and fingerprints.

#include "MicroFe/VoxelMicroFeOnDevice.h"
#include "Support/Refusals.h"
#include "Support/VoxelImages.h"

#include "Core/Error.h"
#include "Mesh/Generators/TrabecularSample.h"
#include "MicroFe/VoxelMicroFeValidation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
using VoxelMicroFeFacadeTest = VoxelMicroFeOnDevice;
TRABECULA_ON_EVERY_DEVICE(VoxelMicroFeFacadeTest);

TEST_P(VoxelMicroFeFacadeTest, SlowLeastSupportsCarryNothing)
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
    double largest[2] = {}; // reactions across the axis, and along it
    for (std::size_t i = 0; i < reactions.size(); ++i)
    {
      double& value = largest[i % 3 == 1 ? 1 : 0];
      value = std::max(value, std::abs(reactions[i]));
    }
    const bool warps = test == MechanicalTest::Torsion;
    EXPECT_LT(largest[warps ? 1 : 0], 1e-7 * largest[warps ? 0 : 1]);
  }
}

TEST_P(VoxelMicroFeFacadeTest, PartsThatShareNoFaceAreTestedTogether)
{
  // The image has two separate columns, and a third one that touches the second along an edge.
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

TEST_P(VoxelMicroFeFacadeTest, StopsAndSaysWhatItLeftOut)
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

TEST_P(VoxelMicroFeFacadeTest, RefusesWhatDoesNotFit)
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

TEST(VoxelFieldMemory, IsThatOfWhatFieldsAreKeptFor)
{
  // The image has a single solid voxel in a corner.
  VoxelMicroFeProblem problem;
  problem.image.cells = { 4, 5, 6 };
  problem.image.moduli.assign(120, 0.0);
  problem.image.moduli[0] = 1.0;
  const VoxelGrid grid(problem.image);
  EXPECT_EQ(voxelFieldMemory(grid, problem), (6U * 8U + 16U) * 8U);
  problem.fieldRoom = FieldRoom::Hexahedra;
  EXPECT_EQ(voxelFieldMemory(grid, problem), (9U * 8U + 26U) * 8U + 1U);
  problem.fieldRoom = FieldRoom::Surface; // the surface has six faces
  EXPECT_EQ(voxelFieldMemory(grid, problem), (9U * 8U + 21U * 6U + 3U * 8U) * 8U);
  problem.fieldRoom = FieldRoom::Image;
  EXPECT_EQ(voxelFieldMemory(grid, problem),
    (6U * 5U * 6U * 7U + 16U * 120U + 3U * 8U) * 8U + 5U * 6U * 7U + 120U);
  problem.fields = { false, false, false, false, true, true };
  EXPECT_EQ(voxelFieldMemory(grid, problem),
    (3U * 5U * 6U * 7U + 3U * 120U + 3U * 8U) * 8U + 5U * 6U * 7U + 120U);
}

TEST(VoxelMicroFeHostAgainstCuda, GivesTheSame)
{
  if (!cudaAvailable())
  {
    GTEST_SKIP() << "No GPU: " << cudaUnavailableReason();
  }
  TrabecularSampleSettings sample;
  sample.cells = { 32, 28, 30 };
  sample.voxelsPerPeriod = 10.0;
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
