#include "Support/Problems.h"

#include "Core/Error.h"
#include "Mesh/Generators/QuadPatches.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// A quarter of a ring between the radii 1 and 2, anticlockwise from the x axis.
struct QuarterRing
{
  QuadPatches patches;
  std::int32_t a, b, c, d;

  QuarterRing(int across, int innerSegments, int outerSegments)
  {
    this->a = this->patches.vertex({ 1.0, 0.0 });
    this->b = this->patches.vertex({ 2.0, 0.0 });
    this->c = this->patches.vertex({ 0.0, 2.0 });
    this->d = this->patches.vertex({ 0.0, 1.0 });
    this->patches.line(this->a, this->b, across);
    this->patches.arc(this->b, this->c, { 0.0, 0.0 }, outerSegments);
    this->patches.line(this->d, this->c, across);
    this->patches.arc(this->d, this->a, { 0.0, 0.0 }, innerSegments); // in the opposite direction
  }
};

std::string messageOf(const std::function<void()>& call)
{
  try
  {
    call();
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return "";
}
}

TEST(QuadPatches, FillARingBetweenItsArcs)
{
  QuarterRing ring(4, 6, 6);
  EXPECT_EQ(ring.patches.patch(ring.a, ring.b, ring.c, ring.d), 0);
  const QuadMesh& mesh = ring.patches.mesh();
  ASSERT_EQ(mesh.numberOfElements(), 24u);
  ASSERT_EQ(mesh.numberOfNodes(), 35u);
  // Transfinite interpolation between concentric arcs results in the polar grid.
  for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
  {
    const double radius = std::hypot(mesh.points[2 * n], mesh.points[2 * n + 1]);
    const double angle = std::atan2(mesh.points[2 * n + 1], mesh.points[2 * n]);
    EXPECT_NEAR(4.0 * radius, std::round(4.0 * radius), 1e-12);
    EXPECT_NEAR(angle * 12.0 / 3.14159265358979323846,
      std::round(angle * 12.0 / 3.14159265358979323846), 1e-12);
  }
}

TEST(QuadPatches, ShareTheNodesOfTheirSide)
{
  QuarterRing ring(2, 3, 3);
  ring.patches.patch(ring.a, ring.b, ring.c, ring.d);
  const std::int32_t e = ring.patches.vertex({ 3.0, 0.0 });
  const std::int32_t f = ring.patches.vertex({ 0.0, 3.0 });
  ring.patches.line(ring.b, e, 1);
  ring.patches.line(f, ring.c, 1);
  ring.patches.arc(e, f, { 0.0, 0.0 }, 3);
  EXPECT_EQ(ring.patches.patch(ring.b, e, f, ring.c), 1);
  const QuadMesh& mesh = ring.patches.mesh();
  EXPECT_EQ(mesh.numberOfElements(), 9u);
  EXPECT_EQ(mesh.numberOfNodes(), 16u);
  EXPECT_EQ(mesh.patch, (std::vector<std::int32_t>{ 0, 0, 0, 0, 0, 0, 1, 1, 1 }));

  const std::vector<std::int32_t> side = ring.patches.side(ring.b, ring.c);
  ASSERT_EQ(side.size(), 4u);
  EXPECT_EQ(side.front(), ring.b);
  EXPECT_EQ(side.back(), ring.c);
}

TEST(QuadPatches, RefuseSidesThatDoNotFit)
{
  QuarterRing uneven(2, 3, 4);
  EXPECT_NE(
    messageOf([&] { uneven.patches.patch(uneven.a, uneven.b, uneven.c, uneven.d); }).find("equal"),
    std::string::npos);
  EXPECT_NE(
    messageOf([&] { uneven.patches.side(uneven.a, uneven.c); }).find("no side"), std::string::npos);
}

TEST(Extrude, StacksLayersInVtkOrder)
{
  QuarterRing ring(2, 3, 3);
  ring.patches.patch(ring.a, ring.b, ring.c, ring.d);
  const QuadMesh& plane = ring.patches.mesh();
  const Mesh mesh = extrude(plane, 1.5, 3);
  ASSERT_EQ(mesh.numberOfNodes(), 4 * plane.numberOfNodes());
  ASSERT_EQ(mesh.numberOfElements(), 3 * plane.numberOfElements());
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const std::size_t layer = e / plane.numberOfElements();
    for (std::size_t a = 0; a < 8; ++a)
    {
      const auto node = static_cast<std::size_t>(mesh.connectivity[8 * e + a]);
      const auto below =
        static_cast<std::size_t>(plane.connectivity[4 * (e % plane.numberOfElements()) + a % 4]);
      EXPECT_EQ(node % plane.numberOfNodes(), below);
      const Point p = nodePosition(mesh, node);
      EXPECT_EQ(p[0], plane.points[2 * below]);
      EXPECT_EQ(p[1], plane.points[2 * below + 1]);
      EXPECT_NEAR(p[2], 0.5 * static_cast<double>(layer + a / 4), 1e-15);
    }
  }
}

TEST(KeepElements, LeavesOutTheNodesOfOthers)
{
  const Mesh box = makeBoxMesh({ 3, 1, 1 }, { 3.0, 1.0, 1.0 });
  const Mesh kept = keepElements(box, { 1, 0, 1 });
  ASSERT_EQ(kept.numberOfElements(), 2u);
  ASSERT_EQ(kept.numberOfNodes(), 16u);
  const Mesh last = keepElements(box, { 0, 0, 1 });
  ASSERT_EQ(last.numberOfNodes(), 8u);
  EXPECT_EQ(last.connectivity, (std::vector<std::int32_t>{ 0, 1, 3, 2, 4, 5, 7, 6 }));
  EXPECT_EQ(nodePosition(last, 0), (Point{ 2.0, 0.0, 0.0 }));
}
