// Tests of links of coefficients of level sets: regions and starts of designs, refusals.

#include "Design/LevelSet/LinkedStages.h"
#include "Support/Patches.h"
#include "Support/Random.h"
#include "Support/Refusals.h"

#include "Core/Error.h"
#include "Design/LevelSet/CoefficientLinks.h"
#include "Design/LevelSet/LinkedValues.h"
#include "Mesh/Nurbs/NurbsGenerators.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
std::string refusalOfLinks(const NurbsPatch& patch, const StageSettings& stages)
{
  try
  {
    linksOf(patch, stages);
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return {};
}
}

TEST(CoefficientLinks, ExtendRegionsAndStarts)
{
  const NurbsPatch patch = makeBoxPatch(2, { 2, 1, 0 }, { 1, 1, 0 }, { 2, 3, 1 }); // 3 x 4
  StageSettings stages = symmetric(SymmetryMode::Planes, 0, { 1.0, 0.0, 0.0 });
  stages.draw.direction = AxisDirection::PlusY;
  const CoefficientLinks links = linksOf(patch, stages);
  using R = DesignRegion;
  std::vector<R> regions(12, R::Design);
  regions[6] = R::Solid; // left, third from below
  regions[4] = R::Void;  // middle, second from below
  linkRegions(links, regions);
  const std::vector<R> expected = { R::Solid, R::Design, R::Solid, R::Solid, R::Void, R::Solid,
    R::Solid, R::Void, R::Solid, R::Design, R::Void, R::Design };
  EXPECT_EQ(regions, expected);
  std::vector<double> start = { 5, 1, 4, 3, 2, 6, 7, 0.5, 8, 1, 1, 1 };
  linkStart(links, start);
  EXPECT_EQ(start, (std::vector<double>{ 4, 1, 4, 3, 2, 3, 7, 0.5, 7, 1, 1, 1 }));
  regions[10] = R::Solid; // above void
  EXPECT_THROW(linkRegions(links, regions), Error);
}

TEST(CoefficientLinks, RefuseWhatPatchesDoNotHave)
{
  const NurbsPatch box = makeBoxPatch(2, { 2, 1, 0 }, { 2, 2, 0 }, { 6, 4, 1 });
  const NurbsPatch annulus = makeQuarterAnnulusPatch(1.0, 2.0, { 2, 2 }, { 3, 4 });
  Random random(2);
  NurbsPatch irregular = box;
  irregular.knots[0] = randomKnots(random, 2, 6);
  NurbsPatch heavy = box;
  heavy.weights[3] = 1.01;
  expectMessage(refusalOfLinks(box, symmetric(SymmetryMode::Planes, 0, { 0.9, 0, 0 })),
    { "Symmetry", "the plane x = 0.9", "control point", "Symmetry Center" });
  for (const NurbsPatch& patch : { irregular, heavy })
  {
    expectMessage(refusalOfLinks(patch, symmetric(SymmetryMode::Planes, 0, { 1.0, 0, 0 })),
      { "Symmetry", "the plane x = 1", "no image" });
  }
  expectMessage(refusalOfLinks(annulus, symmetric(SymmetryMode::Planes, 1, { 0, 1.0, 0 })),
    { "Symmetry", "the plane y = 1" });
  expectMessage(refusalOfLinks(box, symmetric(SymmetryMode::Cyclic, 0, { 1.0, 0.5, 0 })),
    { "Symmetry", "full turn over 4", "axis Z" });
  EXPECT_EQ(refusalOfLinks(box, symmetric(SymmetryMode::Cyclic, 0, { 1.0, 0.5, 0 }, 2)), "");
  StageSettings extruded;
  extruded.extrusion.axis = 1;
  expectMessage(refusalOfLinks(annulus, extruded), { "Extrusion", "(1, 0, 0)", "straight" });
  extruded.extrusion.axis = 3;
  expectMessage(refusalOfLinks(box, extruded), { "Extrusion", "(0, 0, 1)" });
  expectMessage(refusalOfLinks(annulus, drawn(AxisDirection::PlusY, 0.0)), { "Draw Direction" });
  // A body with a curved upper side can be drawn from one of its ends alone.
  NurbsPatch curved = box;
  curved.points[3 * (curved.weights.size() - 3) + 1] += 0.2;
  EXPECT_EQ(refusalOfLinks(curved, drawn(AxisDirection::PlusY, 0.0)), "");
  expectMessage(refusalOfLinks(curved, drawn(AxisDirection::PlusY, 0.5)),
    { "Parting Plane is 0.5", "not plane", "control point" });
}
