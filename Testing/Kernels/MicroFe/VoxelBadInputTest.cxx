// Tests of the refusals of voxel micro-FE and their messages.

#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"
#include "Support/VoxelImages.h"

#include "Core/Error.h"
#include "MicroFe/VoxelMicroFe.h"

#include <gtest/gtest.h>

#include <functional>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
VoxelMicroFeProblem goodProblem(MechanicalTest test = MechanicalTest::Uniaxial)
{
  VoxelMicroFeProblem problem;
  problem.image = solidImage({ 4, 3, 8 }, { 1.0, 1.2, 0.8 });
  problem.test = test;
  return problem;
}

/// Returns the message of validate(), which must equal that of the facade.
std::string refusal(const VoxelMicroFeProblem& problem)
{
  std::string message;
  try
  {
    validate(problem);
  }
  catch (const Error& error)
  {
    message = error.what();
  }
  try
  {
    Observer observer;
    const VoxelMicroFe analysis(problem, selectDevice(DeviceRequest::Host), observer);
    EXPECT_EQ(message, "");
  }
  catch (const Error& error)
  {
    EXPECT_EQ(message, error.what());
  }
  return message;
}

void expectRefusal(const std::function<void(VoxelMicroFeProblem&)>& change,
  const std::vector<std::string>& words, MechanicalTest test = MechanicalTest::Uniaxial)
{
  VoxelMicroFeProblem problem = goodProblem(test);
  change(problem);
  expectMessage(refusal(problem), words);
}

/// Makes layers along z void.
void empty(VoxelImage& image, int first, int last)
{
  for (int k = first; k <= last; ++k)
  {
    for (int j = 0; j < image.cells[1]; ++j)
    {
      for (int i = 0; i < image.cells[0]; ++i)
      {
        image.moduli[voxel(image, i, j, k)] = 0.0;
      }
    }
  }
}

using Problem = VoxelMicroFeProblem;

TEST(VoxelBadInput, NothingIsWrongWithTheGoodOne)
{
  EXPECT_EQ(refusal(goodProblem()), "");
}

TEST(VoxelBadInput, Images)
{
  expectRefusal([](Problem& p) { p.image.cells = { 0, 0, 0 }; }, { "no voxels" });
  expectRefusal([](Problem& p) { p.image.moduli.assign(96, 0.0); }, { "void" });
  expectRefusal([](Problem& p) { p.image.moduli.clear(); }, { "0 moduli" });
  expectRefusal([](Problem& p) { p.image.moduli[7] = NotANumber; }, { "voxel 7", "nan" });
  expectRefusal([](Problem& p) { p.image.moduli[8] = Infinity; }, { "voxel 8", "inf" });
  expectRefusal([](Problem& p) { p.image.moduli[9] = -2.0; }, { "voxel 9", "-2" });
  expectRefusal([](Problem& p) { p.image.moduli[9] = 1e200; }, { "modulus", "1e+200" });
  expectRefusal([](Problem& p) { p.image.moduli[9] = 1e-200; }, { "modulus", "1e-200" });
  expectRefusal([](Problem& p) { p.image.spacing[1] = 0.0; }, { "spacing", "y" });
  expectRefusal([](Problem& p) { p.image.spacing[2] = NotANumber; }, { "spacing", "z" });
  expectRefusal([](Problem& p) { p.image.spacing[0] = 1e-200; }, { "spacing", "x" });
}

TEST(VoxelBadInput, Settings)
{
  expectRefusal([](Problem& p) { p.poissonsRatio = 0.5; }, { "Poisson's ratio", "0.5" });
  expectRefusal([](Problem& p) { p.poissonsRatio = NotANumber; }, { "Poisson's ratio" });
  expectRefusal([](Problem& p) { p.tolerance = 0.0; }, { "tolerance" });
  expectRefusal([](Problem& p) { p.tolerance = 1e-80; }, { "tolerance is 1e-80", "1e-70" });
  expectRefusal([](Problem& p) { p.maximumIterations = 0; }, { "iterations", "0" });
  expectRefusal([](Problem& p) { p.criticalVolume = 1.0; }, { "Critical volume" });
  expectRefusal([](Problem& p) { p.criticalStrain = -1.0; }, { "Critical strain" });
  expectRefusal([](Problem& p) { p.axis = 3; }, { "axis", "3" });
  expectRefusal([](Problem& p) { p.strain = 0.0; }, { "Strain is 0" });
  expectRefusal([](Problem& p) { p.strain = Infinity; }, { "Strain", "inf" });
  expectRefusal([](Problem& p) { p.angle = 0.0; }, { "Angle is 0" }, MechanicalTest::Torsion);
  expectRefusal(
    [](Problem& p) { p.direction = 2; }, { "Direction", "both z" }, MechanicalTest::Shear);
  expectRefusal(
    [](Problem& p) { p.direction = -1; }, { "Direction", "-1" }, MechanicalTest::Bending);
  expectRefusal(
    [](Problem& p) { p.fieldLoad = 6; }, { "6", "0 to 5" }, MechanicalTest::ApparentStiffness);
}

TEST(VoxelBadInput, UnitsTooFarFromOne)
{
  const auto scale = [](double modulus)
  { return [=](Problem& p) { p.image.moduli.assign(96, modulus); }; };
  expectRefusal(scale(1e40), { "Young's modulus times the spacing", "too large" });
  expectRefusal(scale(1e-40), { "Young's modulus times the spacing", "too small" });
  expectRefusal([](Problem& p) { p.strain = 1e-50; }, { "displacement of the load", "too small" });
  expectRefusal([](Problem& p) { p.strain = 1e50; }, { "displacement of the load", "too large" });
  expectRefusal([](Problem& p) { p.angle = 1e50; }, { "displacement of the load", "too large" },
    MechanicalTest::Torsion);
  const auto force = [](double value) {
    return [=](Problem& p) { p.forces.push_back({ { 0, 0, 8 }, { 0, 0, value } }); };
  };
  expectRefusal(force(1e-50), { "largest force", "too small" }, MechanicalTest::FreeForm);
  expectRefusal(force(1e50), { "largest force", "too large" }, MechanicalTest::FreeForm);
  // Values at the ends of the admissible range can be analysed.
  for (const double modulus : { 1e-27, 1e33 })
  {
    Problem problem = goodProblem();
    scale(modulus)(problem);
    Observer observer;
    VoxelMicroFe analysis(problem, selectDevice(DeviceRequest::Host), observer);
    EXPECT_TRUE(analysis.solve(observer));
    EXPECT_NEAR(analysis.summary().apparentModulus, modulus, 1e-5 * modulus);
  }
}

TEST(VoxelBadInput, NamesTheGapBetweenTheEnds)
{
  for (const MechanicalTest test : { MechanicalTest::Uniaxial, MechanicalTest::Axial,
         MechanicalTest::Confined, MechanicalTest::Shear, MechanicalTest::Bending,
         MechanicalTest::Torsion, MechanicalTest::ApparentStiffness })
  {
    for (const VoxelParts parts : { VoxelParts::Largest, VoxelParts::All })
    {
      expectRefusal(
        [&](Problem& p)
        {
          empty(p.image, 3, 4);
          p.parts = parts;
        },
        { "along z", "between layer 2 and layer 5", "layers 0 to 7" }, test);
    }
  }
  // Layer 4 has no voxel that connects the adjacent layers.
  expectRefusal(
    [](Problem& p)
    {
      empty(p.image, 3, 3);
      empty(p.image, 5, 5);
    },
    { "between layer 2 and layer 6" });
}

TEST(VoxelBadInput, TellsStrutsThatPassEachOther)
{
  expectRefusal(
    [](Problem& p)
    {
      empty(p.image, 1, 6);
      for (int k = 1; k < 6; ++k)
      {
        p.image.moduli[voxel(p.image, 0, 0, k)] = 1.0;
        p.image.moduli[voxel(p.image, 1, 1, k + 1)] = 1.0;
      }
    },
    { "pass each other", "up to layer 5", "down to layer 2" });
}

TEST(VoxelBadInput, TellsAPartTooSmallToBeKept)
{
  // A column connects the ends, and a block beside it has more voxels.
  expectRefusal(
    [](Problem& p)
    {
      empty(p.image, 0, 7);
      for (int k = 0; k < 8; ++k)
      {
        p.image.moduli[voxel(p.image, 0, 0, k)] = 1.0;
        for (int j = 0; j < 3; ++j)
        {
          p.image.moduli[voxel(p.image, 2, j, k / 2)] = 1.0;
        }
      }
    },
    { "largest part", "a smaller one does" });
}

TEST(VoxelBadInput, TellsAnEndThatIsVoid)
{
  expectRefusal(
    [](Problem& p)
    {
      empty(p.image, 6, 7);
      p.box = TestBox::Image;
    },
    { "along z", "layers 0 to 5 of layers 0 to 7", "Crop" });
  Problem problem = goodProblem();
  empty(problem.image, 6, 7);
  EXPECT_EQ(refusal(problem), "");
}

TEST(VoxelBadInput, RequiresOnePartIfAsked)
{
  for (const VoxelParts parts : { VoxelParts::Largest, VoxelParts::All })
  {
    Problem problem = goodProblem();
    problem.requireOnePart = true;
    problem.parts = parts;
    EXPECT_EQ(refusal(problem), "");
    for (int k = 0; k < 8; ++k)
    {
      for (int j = 0; j < 3; ++j)
      {
        problem.image.moduli[voxel(problem.image, 2, j, k)] = 0.0;
      }
    }
    expectMessage(refusal(problem), { "2 parts", "24 voxels", "48 voxels" });
  }
}

TEST(VoxelBadInput, TellsPartsThatAreFreeToMove)
{
  const auto loosePart = [](Problem& p)
  {
    p.parts = VoxelParts::All;
    empty(p.image, 1, 6);
    for (int k = 1; k < 7; ++k)
    {
      p.image.moduli[voxel(p.image, 0, 0, k)] = 1.0;
    }
    p.image.moduli[voxel(p.image, 3, 2, 4)] = 1.0;
  };
  expectRefusal(loosePart, { "1 voxel", "(3, 2, 4)", "translation in z" });
  expectRefusal(loosePart, { "1 voxel", "(3, 2, 4)", "translation in x" }, MechanicalTest::Axial);
  // Two voxels that share only an edge form a hinge.
  const auto hinge = [](Problem& p)
  {
    p.parts = VoxelParts::All;
    empty(p.image, 1, 6);
    for (int k = 1; k < 7; ++k)
    {
      p.image.moduli[voxel(p.image, 0, 0, k)] = 1.0;
    }
    p.image.moduli[voxel(p.image, 1, 1, 4)] = 1.0;
  };
  expectRefusal(hinge, { "(1, 1, 4)", "rotation about an axis along z" }, MechanicalTest::Axial);
  // The number of parts is too large for the check of their motions.
  expectRefusal(
    [](Problem& p)
    {
      p.parts = VoxelParts::All;
      p.image = solidImage({ 19, 19, 3 }, { 1, 1, 1 }, 0.0);
      for (int n = 0; n < 100; ++n)
      {
        p.image.moduli[voxel(p.image, n % 10 * 2, n / 10 * 2, 1)] = 1.0;
      }
    },
    { "100 parts", "64", "largest" });
}

TEST(VoxelBadInput, FreeForm)
{
  const MechanicalTest free = MechanicalTest::FreeForm;
  const auto clamp = [](Problem& p)
  {
    for (std::int32_t n = 0; n < 20; ++n)
    {
      p.supports.push_back({ { n % 5, n / 5, 0 }, { 1, 1, 1 }, {} });
    }
  };
  const auto push = [](Problem& p) { p.forces.push_back({ { 0, 0, 8 }, { 0, 0, -1 } }); };
  Problem good = goodProblem(free);
  clamp(good);
  push(good);
  EXPECT_EQ(refusal(good), "");
  expectRefusal(clamp, { "Nothing loads" }, free);
  expectRefusal(push, { "free to move", "nothing is held" }, free);
  const auto withClampAndPush = [&](const std::function<void(Problem&)>& change)
  {
    return [&, change](Problem& p)
    {
      clamp(p);
      push(p);
      change(p);
    };
  };
  expectRefusal(withClampAndPush([](Problem& p) { p.supports.resize(1); }), { "rotation" }, free);
  expectRefusal(withClampAndPush(
                  [](Problem& p) {
                    p.forces[0].node = { 0, 0, 9 };
                  }),
    { "force", "(0, 0, 9)", "(4, 3, 8)" }, free);
  expectRefusal(withClampAndPush(
                  [](Problem& p) {
                    p.supports[4].node = { -1, 0, 0 };
                  }),
    { "support", "(-1, 0, 0)" }, free);
  expectRefusal(withClampAndPush([](Problem& p) { p.forces[0].force[1] = NotANumber; }),
    { "force", "(0, 0, 8)", "nan" }, free);
  expectRefusal(withClampAndPush([](Problem& p) { p.supports[3].displacement[2] = Infinity; }),
    { "displacement", "(3, 0, 0)", "inf" }, free);
  expectRefusal(withClampAndPush(
                  [](Problem& p) {
                    p.supports.push_back({ { 3, 0, 0 }, { 0, 1, 0 }, { 0.0, 0.5, 0.0 } });
                  }),
    { "Two displacements along y", "(3, 0, 0)", "0.5" }, free);
  expectRefusal(
    withClampAndPush([](Problem& p) { empty(p.image, 7, 7); }), { "(0, 0, 8)", "no voxel" }, free);
}
}
