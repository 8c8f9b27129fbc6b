// Areas and centres of groups of faces.

#include "Analysis/Geometry/FaceMeasures.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace trabecula;

TEST(FaceMeasures, OfFlatTrianglesAreExact)
{
  const std::vector<double> points = { 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 2 };
  const std::vector<std::int32_t> faces = { 0, 1, 2, 0, 1, 3, 0, 2, 3 };
  const std::vector<FaceMeasures> found = measureFaces(points, faces, 3, { 2, 0, 0 }, 3);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_NEAR(found[2].area, 6.0, 1e-14);
  EXPECT_NEAR(found[2].centre[0], 1.0, 1e-14);
  EXPECT_NEAR(found[2].centre[1], 4.0 / 3.0, 1e-14);
  // Triangles of areas 3 and 4 with centres (1, 0, 2/3) and (0, 4/3, 2/3).
  EXPECT_NEAR(found[0].area, 7.0, 1e-14);
  EXPECT_NEAR(found[0].centre[0], 3.0 / 7.0, 1e-14);
  EXPECT_NEAR(found[0].centre[1], 4.0 * 4.0 / 3.0 / 7.0, 1e-14);
  EXPECT_NEAR(found[0].centre[2], 2.0 / 3.0, 1e-14);
  EXPECT_EQ(found[1].area, 0.0);
  EXPECT_EQ(found[1].centre[0], 0.0);
}

TEST(FaceMeasures, OfCurvedTrianglesFollowTheCylinder)
{
  // A quarter of a cylinder of radius 2 and length 3 in strips of two triangles.
  constexpr int strips = 8;
  const double quarter = 0.5 * std::acos(-1.0);
  std::vector<double> points;
  std::vector<std::int32_t> faces;
  const auto add = [&](double angle, double z)
  {
    points.insert(points.end(), { 2.0 * std::cos(angle), 2.0 * std::sin(angle), z });
    return static_cast<std::int32_t>(points.size() / 3 - 1);
  };
  for (int i = 0; i < strips; ++i)
  {
    const double from = quarter * i / strips;
    const double to = quarter * (i + 1) / strips;
    const auto triangle = [&](double a, double za, double b, double zb, double c, double zc)
    {
      for (const std::int32_t node :
        { add(a, za), add(b, zb), add(c, zc), add(0.5 * (a + b), 0.5 * (za + zb)),
          add(0.5 * (b + c), 0.5 * (zb + zc)), add(0.5 * (c + a), 0.5 * (zc + za)) })
      {
        faces.push_back(node);
      }
    };
    triangle(from, 0, to, 0, to, 3);
    triangle(from, 0, to, 3, from, 3);
  }
  const std::vector<FaceMeasures> found =
    measureFaces(points, faces, 6, std::vector<std::int32_t>(2 * strips, 0), 1);
  // The parabola through the ends and the middle of an arc of angle h is shorter by h^4 / 960.
  const double h = quarter / strips;
  EXPECT_NEAR(found[0].area, 2.0 * quarter * 3.0, 2.0 * quarter * 3.0 * h * h * h * h / 500.0);
  const double centre = 2.0 / quarter; // of an arc, in x and y
  EXPECT_NEAR(found[0].centre[0], centre, 1e-5);
  EXPECT_NEAR(found[0].centre[1], centre, 1e-5);
  EXPECT_NEAR(found[0].centre[2], 1.5, 1e-5);
}
