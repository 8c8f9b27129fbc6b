// Tests of the solid parts of level sets: their volume, and the initial holes that lie in them.

#include "Support/Refusals.h"

#include "Core/Error.h"
#include "Optimization/LevelSet/LevelSetExamples.h"
#include "Optimization/LevelSet/LevelSetTask.h"
#include "Optimization/LevelSet/SolidElements.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
std::string refusalOf(const LevelSetProblem& problem)
{
  try
  {
    validate(problem);
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return {};
}
}

TEST(LevelSetSolid, TellsOfHolesInWhatStaysSolid)
{
  LevelSetProblem problem = makeLevelSetExample(LevelSetExample::Cantilever, { 32, 16, 1 });
  problem.design.settings.volumeFraction = 0.6;
  const std::size_t columns = std::size_t(problem.patch.counts()[0]);
  problem.design.designRegion.assign(problem.patch.numberOfControlPoints(), DesignRegion::Design);
  const auto makeSolidTo = [&](std::size_t end)
  {
    for (std::size_t i = 0; i < problem.design.designRegion.size(); ++i)
    {
      problem.design.designRegion[i] =
        i % columns < end ? DesignRegion::Solid : DesignRegion::Design;
    }
  };
  makeSolidTo(2);
  EXPECT_TRUE(LevelSetTask(problem).warnings().empty());
  // The first holes of two rows end after 4.3 elements, and that of the third row after 6.9.
  makeSolidTo(6);
  const std::vector<std::string> warnings = LevelSetTask(problem).warnings();
  ASSERT_EQ(warnings.size(), 1U);
  expectMessage(warnings[0], { "Of the 17 holes", "2 lie where the body stays solid", "left out" });
  validate(problem);

  // There is only one hole.
  problem.method.holes.centres = { 0.2, 0.5, 0.0 };
  problem.method.holes.radius = 0.15;
  makeSolidTo(2);
  EXPECT_EQ(refusalOf(problem), "");
  makeSolidTo(12);
  expectMessage(refusalOf(problem), { "no boundary that could move", "stays solid" });
}

TEST(LevelSetSolid, LeavesRoomForVolume)
{
  for (const LevelSetExample example :
    { LevelSetExample::Cantilever, LevelSetExample::QuarterAnnulus, LevelSetExample::Box })
  {
    LevelSetProblem problem = makeLevelSetExample(example, { 12, 12, 6 });
    const std::size_t columns = std::size_t(problem.patch.counts()[0]);
    problem.design.designRegion.assign(problem.patch.numberOfControlPoints(), DesignRegion::Design);
    for (std::size_t i = 0; i < problem.design.designRegion.size(); ++i)
    {
      problem.design.designRegion[i] =
        i % columns < columns / 2 + 1 ? DesignRegion::Solid : DesignRegion::Design;
    }
    const double part = solidPartOf(problem.patch, problem.design.designRegion);
    EXPECT_GT(part, 0.3);
    EXPECT_LT(part, 0.7);
    problem.design.settings.volumeFraction = 1.01 * part;
    EXPECT_EQ(refusalOf(problem).find("Volume fraction"), std::string::npos);
    problem.design.settings.volumeFraction = 0.99 * part;
    expectMessage(refusalOf(problem), { "Volume fraction is", "solid control points alone take" });
    EXPECT_TRUE(fitsVolume(problem, {}));
    problem.design.settings.objective = { "Volume" };
    EXPECT_TRUE(fitsVolume(problem, problem.design.designRegion));
  }
}

TEST(LevelSetSolid, AutomaticLayersLeaveRoom)
{
  LevelSetProblem problem = makeLevelSetExample(LevelSetExample::Cantilever, { 24, 12, 1 });
  problem.design.settings.volumeFraction = 0.5;
  LevelSetTask open(problem);
  const KeptSolid made = open.keepNeighbourhoodSolid(1.0);
  EXPECT_GT(made.made, 0U);
  EXPECT_FALSE(made.isTooMuch);
  const double share = solidPartOf(problem.patch, open.problem().design.designRegion);
  EXPECT_EQ(made.share, share);
  EXPECT_FALSE(open.keepNeighbourhoodSolid(0.0).made) << "they are solid already";

  LevelSetTask limited(problem);
  const KeptSolid refused = limited.keepNeighbourhoodSolid(0.5 * share);
  EXPECT_TRUE(refused.isTooMuch);
  EXPECT_EQ(refused.made, 0U);
  EXPECT_TRUE(limited.problem().design.designRegion.empty());

  // The volume includes control points that the design region keeps solid.
  const auto columns = std::size_t(problem.patch.counts()[0]);
  problem.design.designRegion.assign(problem.patch.numberOfControlPoints(), DesignRegion::Design);
  for (std::size_t i = 0; i < problem.design.designRegion.size(); ++i)
  {
    problem.design.designRegion[i] =
      i % columns > 8 && i % columns < 20 ? DesignRegion::Solid : DesignRegion::Design;
  }
  const double ofRegion = solidPartOf(problem.patch, problem.design.designRegion);
  problem.design.settings.volumeFraction = ofRegion + 0.5 * share;
  EXPECT_TRUE(LevelSetTask(problem).keepNeighbourhoodSolid(1.0).isTooMuch);
  problem.design.settings.volumeFraction = ofRegion + 1.5 * share;
  EXPECT_FALSE(LevelSetTask(problem).keepNeighbourhoodSolid(1.0).isTooMuch);
}
