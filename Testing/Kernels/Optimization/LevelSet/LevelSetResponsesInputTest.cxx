// Tests of the input of responses on patches: regions of elements, refusals.

#include "Optimization/LevelSet/ResponseProblems.h"
#include "Support/Refusals.h"

#include "Core/Error.h"
#include "Mesh/Nurbs/NurbsGenerators.h"
#include "Optimization/LevelSet/LevelSetModel.h"
#include "Optimization/LevelSet/LevelSetTask.h"
#include "Optimization/LevelSet/LevelSetValidation.h"
#include "Optimization/LevelSet/SolidElements.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;
using namespace trabecula::testing::levelset;

TEST(LevelSetResponsesInput, HasRegionsOfElementsByControlPoints)
{
  // Greville points of degree 2 are at the middles of inner elements.
  const NurbsPatch patch = makeBoxPatch(2, { 4, 1, 0 }, { 2, 2, 0 }, { 4, 1, 1 }); // 6 x 3
  std::vector<std::int32_t> regions;
  for (int j = 0; j < 3; ++j)
  {
    regions.insert(regions.end(), { 1, 1, 1, 2, 2, 2 });
  }
  EXPECT_EQ(volumeRegionsOf(patch, regions), (std::vector<std::int32_t>{ 1, 1, 2, 2 }));
}

TEST(LevelSetResponsesInput, FixesElementsThatNoDesignCanChange)
{
  // Two of three functions with 7/8 at the middle of the first element are fixed. Bounds are twice
  // the ends of the initial coefficients: 7/8 of the largest and 1/8 of the lower bound are
  // positive for coefficients from -1 to 1, not for those from -1 to 0.1.
  LevelSetProblem problem = makeLevelSetExample(LevelSetExample::Cantilever, { 8, 4, 1 });
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  const std::size_t count = problem.patch.numberOfControlPoints();
  const auto columns = static_cast<std::size_t>(problem.patch.counts()[0]);
  const auto perElement = static_cast<std::size_t>(problem.patch.functionsPerElement());
  const auto first = [&](DesignRegion region, std::size_t fixed, double least, double largest)
  {
    LinkedDesign linked;
    linked.region.assign(count, DesignRegion::Design);
    std::vector<double> start(count, least);
    start.back() = largest;
    for (std::size_t i = 0; i < count; ++i)
    {
      if (i % columns < fixed)
      {
        linked.region[i] = region;
        start[i] = region == DesignRegion::Solid ? largest : least;
      }
    }
    problem.design.designRegion = linked.region;
    const DesignProblem design =
      designOfMaterialPoints(Context<HostSpace>(), problem, linked, start);
    EXPECT_EQ(design.designRegion.size(), perElement * problem.patch.numberOfElements());
    EXPECT_EQ(design.designRegion.back(), DesignRegion::Design);
    return design.designRegion.front();
  };
  EXPECT_EQ(first(DesignRegion::Solid, 2, -1.0, 1.0), DesignRegion::Solid);
  EXPECT_EQ(first(DesignRegion::Solid, 2, -1.0, 0.1), DesignRegion::Design);
  EXPECT_EQ(first(DesignRegion::Solid, 3, -1.0, 0.1), DesignRegion::Solid);
  EXPECT_EQ(first(DesignRegion::Void, 2, -1.0, 1.0), DesignRegion::Void);
  EXPECT_EQ(first(DesignRegion::Void, 2, -0.1, 1.0), DesignRegion::Design);
  EXPECT_EQ(first(DesignRegion::Void, 3, -0.1, 1.0), DesignRegion::Void);
}

TEST(LevelSetResponsesInput, IsRefusedWithTheReason)
{
  const auto refusal = [](const ResponseSettings& response)
  {
    Random random(15);
    LevelSetProblem problem = plane(random);
    problem.design.settings.constraints.push_back({ response, 1.0 });
    try
    {
      validate(problem);
    }
    catch (const Error& error)
    {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal({ "LargestStress", InnerRegion }), "");
  expectMessage(refusal({ "LargestStress", 9 }), { "region 9", "no element" });
  expectMessage(refusal({ "Reaction", HeldEnd, {}, { { "DirectionZ", 1.0 } } }),
    { "region 3", "no point of it is supported" });
  expectMessage(refusal({ "OutputDisplacement", HeldEnd, {}, { { "DirectionX", 1.0 } } }),
    { "region 3", "supported in the direction" });
  expectMessage(refusal({ "VirtualTemperature" }), { "virtual temperature", "level sets" });
}
