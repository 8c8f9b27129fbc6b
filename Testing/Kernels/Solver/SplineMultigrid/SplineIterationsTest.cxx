#include "Solver/SplineMultigrid/SplineMultigridTestInput.h"
#include "Support/Patches.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
struct Problem
{
  const char* name;
  NurbsPatch patch;
  int direction; ///< direction of the constrained face
};

std::vector<Problem> smallProblems()
{
  std::vector<Problem> all;
  for (const int p : { 2, 3 })
  {
    const std::array<int, 3> plane = { p, p, 0 };
    const std::array<int, 3> solid = { p, p, p };
    for (const int n : { 16, 32, 64 })
    {
      all.push_back({ "box", makeBoxPatch(2, { 2.0, 1.0, 1.0 }, plane, { 2 * n, n, 1 }), 0 });
      all.push_back({ "annulus", makeQuarterAnnulusPatch(1.0, 2.0, { p, p }, { n, n }), 1 });
    }
    for (const int n : { 4, 8 })
    {
      all.push_back({ "solid", makeBoxPatch(3, { 2.0, 1.0, 1.0 }, solid, { 2 * n, n, n }), 0 });
    }
    all.push_back({ "extruded annulus",
      extrude(makeQuarterAnnulusPatch(1.0, 2.0, { p, p }, { 8, 8 }), 1.0, p, 8), 1 });
  }
  return all;
}

/// Returns problems with up to a million unknowns in two dimensions and three million in three.
std::vector<Problem> largeProblems()
{
  std::vector<Problem> all;
  for (const int p : { 2, 3 })
  {
    const std::array<int, 3> plane = { p, p, 0 };
    for (const int n : { 128, 256, 512 })
    {
      all.push_back({ "box", makeBoxPatch(2, { 2.0, 1.0, 1.0 }, plane, { 2 * n, n, 1 }), 0 });
      all.push_back({ "annulus", makeQuarterAnnulusPatch(1.0, 2.0, { p, p }, { n, n }), 1 });
    }
    for (const int n : { 16, p == 2 ? 32 : 24, p == 2 ? 64 : 32 })
    {
      all.push_back(
        { "solid", makeBoxPatch(3, { 2.0, 1.0, 1.0 }, { p, p, p }, { 2 * n, n, n }), 0 });
      all.push_back({ "extruded annulus",
        extrude(makeQuarterAnnulusPatch(1.0, 2.0, { p, p }, { n, n }), 1.0, p, n), 1 });
    }
  }
  return all;
}
}

TYPED_TEST_SUITE(SplineMultigridTest, Spaces, SpaceNames);

TYPED_TEST(SplineMultigridTest, SlowTakesFewIterations)
{
  // These numbers were measured on the host; with smoothing steps of half the length they are a
  // fifth to a third larger.
  const std::vector<int> measured = { 14, 15, 14, 24, 9, 18, 14, 14, 19, 12, 16, 14, 21, 12, 16, 18,
    17, 22 };
  const std::vector<Problem> problems = smallProblems();
  ASSERT_EQ(problems.size(), measured.size());
  for (std::size_t i = 0; i < problems.size(); ++i)
  {
    const Problem& problem = problems[i];
    const auto system = this->make(problem.patch, holes(problem.patch, 1e-4),
      heldFace(problem.patch, problem.direction, 0), TypeParam::Id == ExecutionSpace::Host);
    EXPECT_LE(
      this->iterations(*system), TypeParam::Id == ExecutionSpace::Host ? measured[i] + 1 : 25)
      << problem.name << ", degree " << problem.patch.degrees[0] << ", "
      << problem.patch.elements()[0] << " x " << problem.patch.elements()[1] << " elements";
  }
}

TYPED_TEST(SplineMultigridTest, TakesAsFewIterationsOnLargePatchesSlow)
{
  if (TypeParam::Id == ExecutionSpace::Host)
  {
    GTEST_SKIP() << "Minutes on a processor.";
  }
  for (const Problem& problem : largeProblems())
  {
    const auto system = this->make(problem.patch, holes(problem.patch, 1e-4),
      heldFace(problem.patch, problem.direction, 0), false);
    EXPECT_LE(this->iterations(*system), 25)
      << problem.name << ", degree " << problem.patch.degrees[0] << ", "
      << problem.patch.elements()[0] << " x " << problem.patch.elements()[1] << " elements";
  }
}
