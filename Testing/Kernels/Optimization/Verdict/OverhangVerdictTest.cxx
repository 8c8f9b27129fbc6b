// Tests of the count of what of a body cannot be printed, by bodies of which it is known.

#include "Core/Observer.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Optimization/Verdict/JudgeOverhang.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

using namespace trabecula;

namespace
{
/// Cubes of edge 1 in a box.
Mesh domain()
{
  return makeBoxMesh({ 12, 5, 6 }, { 12.0, 5.0, 6.0 });
}

/// A box that is inclined towards x: it goes from low to high, and by slope times the height in x.
TriangleMesh inclined(
  const std::array<double, 3>& low, const std::array<double, 3>& high, double slope)
{
  TriangleMesh surface;
  for (std::size_t i = 0; i < 8; ++i)
  {
    const double z = i < 4 ? low[2] : high[2];
    surface.points.push_back((i % 2 == 0 ? low[0] : high[0]) + slope * z);
    surface.points.push_back(i / 2 % 2 == 0 ? low[1] : high[1]);
    surface.points.push_back(z);
  }
  surface.triangles = { 0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0,
    4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5 };
  return surface;
}

std::int64_t count(const TriangleMesh& surface, const OverhangSettings& overhang)
{
  Observer silent;
  return countUnsupported(surface, domain(), overhang, {}, silent).value_or(-1);
}

OverhangSettings upwards(double angle = 45.0)
{
  OverhangSettings overhang;
  overhang.direction = AxisDirection::PlusZ;
  overhang.angle = angle;
  return overhang;
}
}

TEST(UnsupportedPlaces, AreThoseOfTheLowestLayerOfABodyInTheAir)
{
  const TriangleMesh floating = inclined({ 2.0, 1.0, 2.0 }, { 9.0, 4.0, 5.0 }, 0.0);
  EXPECT_EQ(count(floating, upwards()), 7 * 3);
  EXPECT_EQ(count(inclined({ 2.0, 1.0, 0.0 }, { 9.0, 4.0, 5.0 }, 0.0), upwards()), 0);
  // From above, the layers begin at the other end.
  OverhangSettings downwards = upwards();
  downwards.direction = AxisDirection::MinusZ;
  EXPECT_EQ(count(floating, downwards), 7 * 3);
  EXPECT_EQ(count(inclined({ 2.0, 1.0, 2.0 }, { 9.0, 4.0, 6.0 }, 0.0), downwards), 0);
  // A surface whose normals point inwards encloses the same body.
  TriangleMesh turned = floating;
  for (std::size_t t = 0; t < turned.triangles.size(); t += 3)
  {
    std::swap(turned.triangles[t], turned.triangles[t + 1]);
  }
  EXPECT_EQ(count(turned, upwards()), 7 * 3);
}

TEST(UnsupportedPlaces, AreNoneAtTheAttachedSide)
{
  OverhangSettings overhang = upwards();
  overhang.attachedSide = AxisDirection::PlusX;
  const TriangleMesh shelf = inclined({ 5.0, 1.0, 2.0 }, { 12.0, 4.0, 5.0 }, 0.0);
  EXPECT_EQ(count(shelf, upwards()), 7 * 3);
  EXPECT_EQ(count(shelf, overhang), 6 * 3);
}

TEST(UnsupportedPlaces, FollowTheAngle)
{
  const TriangleMesh steep = inclined({ 0.0, 0.0, 0.0 }, { 3.0, 5.0, 6.0 }, 1.0);
  EXPECT_EQ(count(steep, upwards()), 0);
  const TriangleMesh flat = inclined({ 0.0, 0.0, 0.0 }, { 2.0, 5.0, 6.0 }, 1.6);
  EXPECT_GT(count(flat, upwards()), 0);
  EXPECT_EQ(count(flat, upwards(30.0)), 0);
  EXPECT_GT(count(steep, upwards(60.0)), 0);
  // The same vector, of any length.
  OverhangSettings vector = upwards();
  vector.direction = AxisDirection::Vector;
  vector.vector = { 0.0, 0.0, 3.0 };
  EXPECT_EQ(count(flat, vector), count(flat, upwards()));
}

TEST(UnsupportedPlaces, AreNotCountedIfStopped)
{
  class Stopping : public Observer
  {
  public:
    bool stopRequested() override { return true; }
  } stopping;
  EXPECT_FALSE(countUnsupported(
    inclined({ 0.0, 0.0, 0.0 }, { 3.0, 5.0, 6.0 }, 0.0), domain(), upwards(), {}, stopping)
                 .has_value());
}
