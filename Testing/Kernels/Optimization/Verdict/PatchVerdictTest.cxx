// Tests of the verdict on level sets of patches.

#include "Core/Context.h"
#include "Design/LevelSet/InitialLevelSet.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Optimization/LevelSet/LevelSetExamples.h"
#include "Optimization/Verdict/JudgePatch.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace trabecula;

namespace
{
/// Returns coefficients of a level set that has the values of a function of position at Greville
/// points.
template <class Function>
std::vector<double> levelSetOf(const NurbsPatch& patch, Function function)
{
  std::vector<double> values;
  std::array<std::vector<double>, 3> places;
  for (std::size_t d = 0; d < 3; ++d)
  {
    places[d] = int(d) < patch.dimension ? grevillePoints(patch.degrees[d], patch.knots[d])
                                         : std::vector<double>{ 0.0 };
  }
  for (const double z : places[2])
  {
    for (const double y : places[1])
    {
      for (const double x : places[0])
      {
        values.push_back(function(evaluateAt(patch, { x, y, z }).position));
      }
    }
  }
  const Context<HostSpace> context;
  return levelSetOfValues(context, patch, values);
}

class PatchVerdict : public ::testing::TestWithParam<LevelSetExample>
{
protected:
  LevelSetProblem Problem = makeLevelSetExample(this->GetParam(), { 24, 12, 8 });
  DesignConditions Conditions = patchConditions(this->Problem);
};
}

TEST_P(PatchVerdict, SolidPatchesCarryTheirLoads)
{
  const DesignVerdict verdict = judgePatch(this->Conditions, this->Problem.patch,
    std::vector<double>(this->Problem.patch.numberOfControlPoints(), 1.0));
  EXPECT_EQ(1u, verdict.pieces);
  EXPECT_EQ(0u, verdict.loosePieces);
  ASSERT_EQ(1u, verdict.loads.size());
  EXPECT_EQ(1.0, verdict.loads[0].carried);
}

TEST_P(PatchVerdict, EmptyPatchesCarryNothing)
{
  const DesignVerdict verdict = judgePatch(this->Conditions, this->Problem.patch,
    std::vector<double>(this->Problem.patch.numberOfControlPoints(), -1.0));
  EXPECT_EQ(0u, verdict.pieces);
  EXPECT_EQ(0.0, verdict.loads[0].onMaterial);
}

INSTANTIATE_TEST_SUITE_P(Examples, PatchVerdict,
  ::testing::Values(LevelSetExample::Cantilever, LevelSetExample::MbbBeam,
    LevelSetExample::QuarterAnnulus, LevelSetExample::Box));

TEST(PatchVerdictOfCantilever, BodiesThatEndBeforeTheirLoad)
{
  const LevelSetProblem problem = makeLevelSetExample(LevelSetExample::Cantilever, { 32, 16, 0 });
  const auto verdictTo = [&](double end)
  {
    return judgePatch(patchConditions(problem), problem.patch,
      levelSetOf(problem.patch, [&](const auto& x) { return end - x[0]; }));
  };
  const double element = 2.0 / 32;
  EXPECT_EQ(1.0, verdictTo(2.0 + 0.1 * element).loads[0].carried);
  EXPECT_EQ(0.0, verdictTo(2.0 - 0.5 * element).loads[0].onMaterial);
}

TEST(PatchVerdictOfCantilever, GapsAndIslands)
{
  const LevelSetProblem problem = makeLevelSetExample(LevelSetExample::Cantilever, { 32, 16, 0 });
  const DesignVerdict verdict = judgePatch(patchConditions(problem), problem.patch,
    levelSetOf(problem.patch, [](const auto& x) { return std::abs(x[0] - 1.0) - 0.1; }));
  EXPECT_EQ(2u, verdict.pieces);
  EXPECT_EQ(1u, verdict.loosePieces);
  EXPECT_NEAR(0.5, verdict.looseShare, 0.02);
  EXPECT_EQ(1.0, verdict.loads[0].onMaterial);
  EXPECT_EQ(0.0, verdict.loads[0].carried);
}

TEST(PatchVerdictOfCantilever, VolumesAreThoseOfThePatch)
{
  // A circle of material is surrounded by a gap in a solid annulus.
  const LevelSetProblem problem =
    makeLevelSetExample(LevelSetExample::QuarterAnnulus, { 40, 40, 0 });
  const double radius = 0.25;
  const double centre = 1.5 * std::sqrt(0.5);
  const DesignVerdict verdict = judgePatch(patchConditions(problem), problem.patch,
    levelSetOf(problem.patch,
      [&](const auto& x)
      { return std::abs(std::hypot(x[0] - centre, x[1] - centre) - radius - 0.05) - 0.05; }));
  const double pi = std::acos(-1.0);
  const double island = pi * radius * radius;
  const double solid = measureOf(problem.patch) - pi * (radius + 0.1) * (radius + 0.1);
  EXPECT_EQ(1u, verdict.loosePieces);
  EXPECT_NEAR(island / (island + solid), verdict.looseShare, 0.01);
}
