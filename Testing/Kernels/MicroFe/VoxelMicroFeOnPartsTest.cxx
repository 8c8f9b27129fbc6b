// Tests that voxel micro-FE on several parts is that of a single part, and how it ends early.

#include "MicroFe/VoxelMicroFeOnDevice.h"
#include "Support/Parts/OnePart.h"
#include "Support/Refusals.h"
#include "Support/VoxelImages.h"

#include "Core/Error.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Requests a stop, or fails, when the solver has asked a number of times.
class Interrupter : public Observer
{
public:
  explicit Interrupter(int calls, bool fails = false) : Calls(calls), Fails(fails) {}
  bool stopRequested() override
  {
    if (--this->Calls >= 0)
    {
      return false;
    }
    if (this->Fails)
    {
      throw std::runtime_error("The observer failed.");
    }
    return true;
  }

private:
  int Calls;
  bool Fails;
};

/// A porous sample of several bricks, with voxels that are left out.
VoxelMicroFeProblem porousBricks(Random& random)
{
  VoxelMicroFeProblem problem = porousProblem(random);
  problem.image = porousImage({ 17, 9, 12 }, 0.2, random);
  const auto clear = [&](int i, int j, int k)
  { problem.image.moduli[voxel(problem.image, i, j, k)] = 0.0; };
  for (const int step : { -1, 1 })
  {
    clear(4 + step, 4, 4);
    clear(4, 4 + step, 4);
    clear(4, 4, 4 + step);
  }
  problem.image.moduli[voxel(problem.image, 4, 4, 4)] = 1.0;
  return problem;
}

/// Lists supports at the lower end, and random forces and some displacements at the upper one.
void addLists(VoxelMicroFeProblem& problem, Random& random)
{
  problem.test = MechanicalTest::FreeForm;
  const VoxelGrid grid(problem.image);
  const std::array<int, 3>& cells = problem.image.cells;
  for (std::int32_t j = 0; j <= cells[1]; ++j)
  {
    for (std::int32_t i = 0; i <= cells[0]; ++i)
    {
      problem.supports.push_back({ { i, j, 0 }, { 1, static_cast<std::uint8_t>(i % 2), 1 }, {} });
      if (grid.node(i, j, cells[2]) < 0)
      {
        continue;
      }
      problem.forces.push_back({ { i, j, cells[2] },
        { random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1) } });
      if (random.index(9) == 0)
      {
        problem.supports.push_back({ { i, j, cells[2] }, { 0, 1, 1 }, { 0.0, 0.3, -0.2 } });
      }
    }
  }
  problem.forces.push_back({ { 0, 0, 0 }, { 1.0, 2.0, 3.0 } }); // acts on its support
}

class VoxelMicroFeOnPartsTest : public VoxelMicroFeOnDevice
{
protected:
  std::vector<Device> devices(int parts) const
  {
    return this->Used.space == ExecutionSpace::Cuda ? devicesOfParts<CudaSpace>(parts)
                                                    : devicesOfParts<HostSpace>(parts);
  }

  void expectSame(const VoxelMicroFeProblem& problem, const VoxelMicroFe& one, int parts)
  {
    SCOPED_TRACE(
      std::to_string(parts) + " parts, test " + std::to_string(static_cast<int>(problem.test)));
    VoxelMicroFe several(problem, this->devices(parts), this->Silent);
    ASSERT_TRUE(several.solve(this->Silent));
    this->expectSame(problem, one, several);
  }

  void expectSame(
    const VoxelMicroFeProblem& problem, const VoxelMicroFe& one, const VoxelMicroFe& several)
  {
    const VoxelMicroFeSummary& s = several.summary();
    const VoxelMicroFeSummary& expected = one.summary();
    EXPECT_TRUE(s.converged);
    expectFields(several.solution(), one.solution());
    expectSummary(problem, s, expected);
    expectStrength(s, expected);
    EXPECT_EQ(s.numberOfElements, expected.numberOfElements);
    EXPECT_EQ(s.numberOfNodes, expected.numberOfNodes);
    EXPECT_EQ(s.droppedVoxels, expected.droppedVoxels);
    EXPECT_EQ(s.droppedSupports, expected.droppedSupports);
    EXPECT_NEAR(s.solverIterations, expected.solverIterations, 0.1 * expected.solverIterations + 1);
    ASSERT_EQ(several.history().empty(), one.history().empty()); // if all is prescribed
    EXPECT_TRUE(
      one.history().empty() || several.history().back().load == one.history().back().load);
    EXPECT_EQ(several.grid().moduli(), one.grid().moduli());
    const ApparentStiffness& apparent = several.apparentStiffness();
    for (std::size_t i = 0; i < apparent.stiffness.size(); ++i)
    {
      EXPECT_NEAR(apparent.stiffness[i], one.apparentStiffness().stiffness[i], 1e-7);
    }
  }
};
TRABECULA_ON_EVERY_DEVICE(VoxelMicroFeOnPartsTest);

TEST_P(VoxelMicroFeOnPartsTest, EqualsOnePart)
{
  Random random(431);
  const std::array<int, 4> numbers = { 2, 3, 4, 7 };
  std::size_t next = 0;
  for (const MechanicalTest test : { MechanicalTest::Uniaxial, MechanicalTest::Axial,
         MechanicalTest::Confined, MechanicalTest::Shear, MechanicalTest::Bending,
         MechanicalTest::Torsion, MechanicalTest::ApparentStiffness, MechanicalTest::FreeForm })
  {
    VoxelMicroFeProblem problem = porousBricks(random);
    problem.test = test;
    problem.axis = static_cast<int>(next % 3);
    problem.direction = static_cast<int>((next + 1) % 3);
    if (test == MechanicalTest::FreeForm)
    {
      addLists(problem, random);
    }
    this->expectSame(problem, *this->solved(problem), numbers[next++ % 4]);
  }
}

TEST_P(VoxelMicroFeOnPartsTest, PartsMayBeEmptyOrAllPrescribed)
{
  Random random(432);
  VoxelMicroFeProblem problem = porousProblem(random); // four bricks
  problem.test = MechanicalTest::ApparentStiffness;
  problem.fieldLoad = 4;
  this->expectSame(problem, *this->solved(problem), 7);
  problem.image = porousImage({ 9, 1, 1 }, 1.0, random); // no unknown is free
  this->expectSame(problem, *this->solved(problem), 3);
}

TEST_P(VoxelMicroFeOnPartsTest, PartsMayBeProcesses)
{
  Random random(435);
  VoxelMicroFeProblem problem = porousBricks(random);
  addLists(problem, random);
  const auto one = this->solved(problem);
  runAsProcesses(this->devices(3),
    [&](const std::shared_ptr<Parts>& parts)
    {
      Observer observer;
      VoxelMicroFe several(problem, parts, observer);
      EXPECT_TRUE(several.solve(observer));
      EXPECT_EQ(several.numberOfParts(), 3);
      if (parts->first() == 0)
      {
        this->expectSame(problem, *one, several);
      }
      else
      {
        expectSummary(problem, several.summary(), one->summary());
        EXPECT_THROW((void)several.solution(), Error); // the first process has fields
      }
    });
}

TEST_P(VoxelMicroFeOnPartsTest, StopsOnAllPartsAndEndsIfOneFails)
{
  Random random(433);
  VoxelMicroFeProblem problem = porousBricks(random);
  const auto one = this->solved(problem);
  this->Silent.Messages.clear();
  VoxelMicroFe several(problem, this->devices(3), this->Silent);
  EXPECT_EQ(this->Silent.Messages.size(), 1U); // of what is left out
  Interrupter stopping(5);
  EXPECT_FALSE(several.solve(stopping));
  EXPECT_TRUE(several.solution().displacement.empty());
  Interrupter failing(5, true); // on the first part
  try
  {
    several.solve(failing);
    FAIL() << "did not fail";
  }
  catch (const std::runtime_error& error)
  {
    EXPECT_STREQ(error.what(), "The observer failed.");
  }
  ASSERT_TRUE(several.solve(this->Silent));
  expectFields(several.solution(), one->solution());

  problem.maximumIterations = 2;
  this->Silent.Messages.clear();
  VoxelMicroFe brief(problem, this->devices(3), this->Silent);
  EXPECT_TRUE(brief.solve(this->Silent));
  EXPECT_FALSE(brief.summary().converged);
  ASSERT_EQ(this->Silent.Messages.size(), 2U);
  expectMessage(this->Silent.Messages[1], { "2 iterations", "1e-11" });
}

TEST_P(VoxelMicroFeOnPartsTest, RefusesWhatDoesNotFitOnADevice)
{
  Random random(434);
  const VoxelMicroFeProblem problem = porousBricks(random);
  const auto refusal = [&](const std::vector<Device>& devices, std::size_t limit)
  {
    try
    {
      const VoxelMicroFe analysis(problem, devices, this->Silent, limit);
    }
    catch (const Error& error)
    {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::vector<Device> devices = this->devices(2);
  expectMessage(refusal(devices, 1000000), { "part of ", "MiB", "available", devices[0].name });
  expectMessage(refusal({}, 0), { "No devices" });
  if (this->Used.space == ExecutionSpace::Host)
  {
    std::vector<Device> unequal = devices;
    unequal[1].index = 1;
    unequal[1].name = "A small device";
    EXPECT_EQ(refusal(unequal, 0), "");
    unequal[1].availableMemory = 1000000;
    expectMessage(refusal(unequal, 0), { "part of ", "MiB", "available", "A small device" });
  }
  // The least limit that is accepted is that of both parts, as they share a device here.
  std::size_t tooLittle = 1000000;
  std::size_t enough = 1000000000;
  ASSERT_EQ(refusal(devices, enough), "");
  while (enough - tooLittle > enough / 20)
  {
    const std::size_t middle = (tooLittle + enough) / 2;
    (refusal(devices, middle).empty() ? enough : tooLittle) = middle;
  }
  VoxelMicroFe limited(problem, devices, this->Silent, enough);
  ASSERT_TRUE(limited.solve(this->Silent));
  EXPECT_LE(limited.summary().peakDeviceMemory, enough / 2);
}
}
