#include "Geometry/Faces/SurfaceFaces.h"

#include "Core/Error.h"
#include "Geometry/Faces/FaceTestParts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

namespace trabecula::testing
{
namespace
{
constexpr double Angle = 30.0;
/// Coordinates are rounded to single precision, as in files of triangles; parts are about 100 long.
constexpr double Rounding = 100.0 * std::numeric_limits<float>::epsilon();

std::vector<FaceShape> ofKind(const SurfaceFaces& faces, FaceKind kind, bool isInside)
{
  std::vector<FaceShape> found;
  std::copy_if(faces.shapes.begin(), faces.shapes.end(), std::back_inserter(found),
    [&](const FaceShape& shape) { return shape.kind == kind && shape.isInside == isInside; });
  return found;
}

void expectNear(const Position& a, const Position& b, double tolerance)
{
  for (std::size_t c = 0; c < 3; ++c)
  {
    EXPECT_NEAR(a[c], b[c], tolerance) << c;
  }
}

/// Checks the faces of a plate against its measures.
void checkPlate(const Plate& plate, const SurfaceFaces& faces, const Pose& pose)
{
  ASSERT_EQ(faces.shapes.size(), 11U);
  const auto planes = ofKind(faces, FaceKind::Plane, false);
  ASSERT_EQ(planes.size(), 6U);
  double sides = 0.0;
  for (const FaceShape& plane : planes)
  {
    const double along = dotProduct(plane.direction, pose.turned({ 0.0, 0.0, 1.0 }));
    const bool isSide = std::abs(along) < 0.5;
    sides += isSide ? plane.area : 0.0;
    EXPECT_NEAR(std::abs(along), isSide ? 0.0 : 1.0, 1e-5);
    if (!isSide)
    {
      // Of the whole plate, the centroid is on its axis.
      expectNear(plane.centre, pose.placed({ 0.0, 0.0, along > 0.0 ? plate.height : 0.0 }), 1e-4);
    }
  }
  const double straight = 2.0 * (plate.length + plate.width - 4.0 * plate.corner);
  EXPECT_NEAR(sides, plate.height * straight, 1e-5 * sides);

  const auto corners = ofKind(faces, FaceKind::Cylinder, false);
  ASSERT_EQ(corners.size(), 4U);
  for (const FaceShape& corner : corners)
  {
    // The true radius, although triangles are chords. The arc of a quarter magnifies rounding.
    EXPECT_NEAR(corner.radius, plate.corner, 20.0 * Rounding);
    EXPECT_NEAR(corner.span, 0.5 * PiOfFaces, 1e-4);
    const double chord = 2.0 * plate.corner * std::sin(0.25 * PiOfFaces / plate.strips);
    EXPECT_NEAR(corner.area, plate.strips * chord * plate.height, 1e-5 * corner.area);
  }
  const auto holes = ofKind(faces, FaceKind::Cylinder, true);
  ASSERT_EQ(holes.size(), 1U);
  EXPECT_NEAR(holes[0].radius, plate.hole, 5.0 * Rounding);
  EXPECT_TRUE(isAllAround(holes[0].span)) << holes[0].span;
  EXPECT_NEAR(std::abs(dotProduct(holes[0].direction, pose.turned({ 0.0, 0.0, 1.0 }))), 1.0, 1e-5);
  expectNear(holes[0].centre, pose.placed({ 0.0, 0.0, 0.5 * plate.height }), 0.1);
}

TEST(SurfaceFaces, PlateWithRoundedCornersAndHole)
{
  std::mt19937 random(20);
  for (int i = 0; i < 20; ++i)
  {
    SCOPED_TRACE(i);
    Plate plate;
    plate.strips = 4 + i % 7;
    plate.layers = 1 + std::size_t(i) % 3;
    plate.height = std::uniform_real_distribution<double>(2.0, 30.0)(random);
    plate.corner = std::uniform_real_distribution<double>(1.0, 12.0)(random);
    plate.hole = std::uniform_real_distribution<double>(3.0, 12.0)(random);
    const Pose pose(random);
    const TriangleMesh mesh = placed(plate.mesh(), pose);
    checkPlate(plate, findFaces(mesh, Angle), pose);
  }
}

/// As of a mesher: points are on the cylinders, but edges are not along them.
TEST(SurfaceFaces, PlateWithoutStrips)
{
  std::mt19937 random(21);
  for (int i = 0; i < 5; ++i)
  {
    SCOPED_TRACE(i);
    Plate plate;
    plate.strips = 5 + i;
    plate.layers = 6;
    plate.jitter = 0.3;
    const SurfaceFaces faces = findFaces(placed(plate.mesh(), Pose(random)), Angle);
    ASSERT_EQ(faces.shapes.size(), 11U);
    const auto corners = ofKind(faces, FaceKind::Cylinder, false);
    ASSERT_EQ(corners.size(), 4U);
    for (const FaceShape& corner : corners)
    {
      EXPECT_NEAR(corner.radius, plate.corner, 20.0 * Rounding);
    }
    EXPECT_EQ(ofKind(faces, FaceKind::Plane, false).size(), 6U);
  }
}

TEST(SurfaceFaces, NumbersAscendWithTriangles)
{
  std::mt19937 random(3);
  const TriangleMesh mesh = placed(Plate().mesh(), Pose(random));
  const SurfaceFaces faces = findFaces(mesh, Angle);
  std::int32_t next = 0;
  for (const std::int32_t face : faces.faceOf)
  {
    ASSERT_LE(face, next);
    next = std::max(next, face + 1);
  }
  EXPECT_EQ(next, 11);
}

/// Cuboid of 8 points, of which each side is two triangles.
TriangleMesh cuboid(const Position& size)
{
  TriangleMesh mesh;
  const auto at = [&](int i, int j, int k) {
    return Position{ i * size[0], j * size[1], k * size[2] };
  };
  addQuad(mesh, { at(0, 0, 0), at(0, 1, 0), at(1, 1, 0), at(1, 0, 0) });
  addQuad(mesh, { at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1) });
  addQuad(mesh, { at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1) });
  addQuad(mesh, { at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1) });
  addQuad(mesh, { at(1, 1, 0), at(0, 1, 0), at(0, 1, 1), at(1, 1, 1) });
  addQuad(mesh, { at(0, 1, 0), at(0, 0, 0), at(0, 0, 1), at(0, 1, 1) });
  return mesh;
}

TEST(SurfaceFaces, TwoCuboids)
{
  std::mt19937 random(4);
  const Pose pose(random);
  TriangleMesh mesh = cuboid({ 3.0, 4.0, 5.0 });
  const TriangleMesh other = cuboid({ 1.0, 1.0, 1.0 });
  for (const std::int32_t corner : other.triangles)
  {
    mesh.triangles.push_back(static_cast<std::int32_t>(mesh.numberOfPoints()));
    for (std::size_t c = 0; c < 3; ++c)
    {
      mesh.points.push_back(other.point(corner)[c] + 10.0);
    }
  }
  const SurfaceFaces faces = findFaces(placed(mesh, pose), Angle);
  ASSERT_EQ(faces.shapes.size(), 12U);
  const double areas[] = { 12.0, 12.0, 15.0, 20.0, 15.0, 20.0 };
  for (std::size_t f = 0; f < 12; ++f)
  {
    EXPECT_EQ(faces.shapes[f].kind, FaceKind::Plane);
    EXPECT_EQ(faces.solidOf[f], f < 6 ? 0 : 1);
    EXPECT_NEAR(faces.shapes[f].area, f < 6 ? areas[f] : 1.0, 1e-4);
  }
  expectNear(faces.shapes[3].direction, pose.turned({ 1.0, 0.0, 0.0 }), 1e-5);
  expectNear(faces.shapes[3].centre, pose.placed({ 3.0, 2.0, 2.5 }), 1e-4);
}

/// Triangles of a mesher: all points are on the cylinder, but no edges along it.
TEST(SurfaceFaces, CylinderOfArbitraryTriangles)
{
  std::mt19937 random(5);
  std::uniform_real_distribution<double> jitter(-0.3, 0.3);
  constexpr std::size_t around = 40;
  constexpr std::size_t layers = 9;
  constexpr double radius = 6.0;
  constexpr double height = 10.0;
  std::vector<Plane> shifts((around + 1) * (layers + 1));
  for (Plane& shift : shifts)
  {
    shift = { jitter(random), jitter(random) };
  }
  TriangleMesh mesh;
  addWall(mesh, around, layers,
    [&](std::size_t i, std::size_t k)
    {
      const bool isEnd = k == 0 || k == layers;
      const Plane shift = shifts[(i % around) * (layers + 1) + k];
      const double angle = 2.0 * PiOfFaces * (double(i) + shift[0]) / double(around);
      return Position{ radius * std::cos(angle), radius * std::sin(angle),
        height * (double(k) + (isEnd ? 0.0 : shift[1])) / double(layers) };
    });
  const Pose pose(random);
  const SurfaceFaces faces = findFaces(placed(mesh, pose), Angle);
  ASSERT_EQ(faces.shapes.size(), 1U);
  EXPECT_EQ(faces.shapes[0].kind, FaceKind::Cylinder);
  EXPECT_NEAR(faces.shapes[0].radius, radius, Rounding);
  EXPECT_FALSE(faces.shapes[0].isInside);
  EXPECT_TRUE(isAllAround(faces.shapes[0].span));
}

/// A surface of revolution with the given radius at each height from 0 to 1.
TriangleMesh revolution(
  std::size_t around, std::size_t layers, const std::function<Plane(double)>& profile)
{
  TriangleMesh mesh;
  addWall(mesh, around, layers,
    [&](std::size_t i, std::size_t k)
    {
      const double angle = 2.0 * PiOfFaces * double(i % around) / double(around);
      const auto [radius, height] = profile(double(k) / double(layers));
      return Position{ radius * std::cos(angle), radius * std::sin(angle), height };
    });
  return mesh;
}

TEST(SurfaceFaces, RoundButNoCylinder)
{
  std::mt19937 random(6);
  const auto sphere = revolution(24, 12,
    [](double t) {
      return Plane{ 5.0 * std::sin(PiOfFaces * t), -5.0 * std::cos(PiOfFaces * t) };
    });
  // With a belt at the equator, whose facets are strips of a cylinder.
  const auto belted = revolution(24, 13,
    [](double t) {
      return Plane{ 5.0 * std::sin(PiOfFaces * t), -5.0 * std::cos(PiOfFaces * t) };
    });
  const auto cone = revolution(24, 1, [](double t) { return Plane{ 5.0 - 2.0 * t, 6.0 * t }; });
  const auto torus = revolution(48, 16,
    [](double t)
    {
      return Plane{ 10.0 + 2.0 * std::cos(2.0 * PiOfFaces * t),
        2.0 * std::sin(2.0 * PiOfFaces * t) };
    });
  for (const TriangleMesh& mesh : { sphere, belted, cone, torus })
  {
    const SurfaceFaces faces = findFaces(placed(mesh, Pose(random)), Angle);
    ASSERT_EQ(faces.shapes.size(), 1U);
    EXPECT_EQ(faces.shapes[0].kind, FaceKind::FreeForm);
    EXPECT_EQ(faces.shapes[0].radius, 0.0);
  }
}

/// A rod with a rounded end: the rod is a cylinder although it joins the sphere smoothly.
TEST(SurfaceFaces, RodWithSphere)
{
  std::mt19937 random(7);
  constexpr std::size_t layers = 7;
  const auto mesh = revolution(24, layers,
    [](double t)
    {
      const double angle = 0.5 * PiOfFaces * (double(layers) * t - 1.0) / double(layers - 1);
      return t == 0.0 ? Plane{ 4.0, -20.0 } : Plane{ 4.0 * std::cos(angle), 4.0 * std::sin(angle) };
    });
  const SurfaceFaces faces = findFaces(placed(mesh, Pose(random)), Angle);
  ASSERT_EQ(faces.shapes.size(), 2U);
  EXPECT_EQ(faces.shapes[0].kind, FaceKind::Cylinder);
  EXPECT_NEAR(faces.shapes[0].radius, 4.0, Rounding);
  EXPECT_EQ(faces.shapes[1].kind, FaceKind::FreeForm);
}

/// A prism has edges, of which the angle decides.
TEST(SurfaceFaces, AngleOfEdges)
{
  for (const std::size_t sides : { 8U, 11U, 13U, 20U })
  {
    const auto prism = revolution(sides, 1, [](double t) { return Plane{ 5.0, 9.0 * t }; });
    const double turn = 360.0 / double(sides);
    EXPECT_EQ(findFaces(prism, turn - 1.0).shapes.size(), sides);
    EXPECT_EQ(findFaces(prism, turn + 1.0).shapes.size(), 1U);
  }
}

TEST(SurfaceFaces, WarpedPolygonsStayWhole)
{
  TriangleMesh mesh;
  addQuad(mesh, { Position{ 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0.9 }, { 0, 1, 0 } });
  EXPECT_EQ(findFaces(mesh, Angle).shapes.size(), 2U);
  const SurfaceFaces faces = findFaces(mesh, Angle, { 5, 5 });
  EXPECT_EQ(faces.shapes.size(), 1U);
  EXPECT_EQ(faces.shapes[0].kind, FaceKind::FreeForm);
}

TEST(SurfaceFaces, TrianglesWithoutArea)
{
  TriangleMesh mesh = cuboid({ 1.0, 1.0, 1.0 });
  mesh.triangles.insert(mesh.triangles.begin(), { 6, 6, 7 });
  const SurfaceFaces faces = findFaces(mesh, Angle);
  ASSERT_EQ(faces.shapes.size(), 6U);
  EXPECT_EQ(faces.faceOf[0], faces.faceOf[3]);
  EXPECT_TRUE(findFaces({}, Angle).shapes.empty());
  mesh.points[4] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(findFaces(mesh, Angle), Error);
}

TEST(SurfaceFaces, NeedlesBelongToThePlaneBesideThem)
{
  TriangleMesh mesh;
  mesh.points = { 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.5, 1.0, 0.0, 0.5, 0.0, 0.0, 0.5, -1.0, 0.0 };
  mesh.triangles = { 0, 1, 2, 0, 3, 1, 0, 4, 3, 3, 4, 1 }; // the second has no area
  EXPECT_EQ(findFaces(mesh, Angle).shapes.size(), 1U);
}

TEST(SurfaceFaces, SheetsEndWhereThreeMeet)
{
  TriangleMesh mesh;
  mesh.points = { 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.5, 1.0, 0.0, 0.5, -1.0, 0.0, 0.5, 0.0, 1.0 };
  mesh.triangles = { 0, 1, 2, 1, 0, 3, 0, 1, 4 };
  EXPECT_EQ(findFaces(mesh, Angle).shapes.size(), 3U);
  mesh.triangles.resize(6);
  EXPECT_EQ(findFaces(mesh, Angle).shapes.size(), 1U);
}

TEST(SurfaceFaces, ShapesOfGivenFaces)
{
  std::mt19937 random(8);
  const Plate plate;
  const TriangleMesh mesh = placed(plate.mesh(), Pose(random));
  const SurfaceFaces faces = findFaces(mesh, Angle);
  const auto shapes = shapesOfFaces(mesh, faces.faceOf, faces.shapes.size() + 1);
  ASSERT_EQ(shapes.size(), faces.shapes.size() + 1);
  for (std::size_t f = 0; f < faces.shapes.size(); ++f)
  {
    EXPECT_EQ(shapes[f].kind, faces.shapes[f].kind);
    EXPECT_NEAR(shapes[f].radius, faces.shapes[f].radius, 20.0 * Rounding);
    EXPECT_NEAR(shapes[f].area, faces.shapes[f].area, 1e-12 * shapes[f].area);
  }
  EXPECT_EQ(shapes.back().area, 0.0);
}
}
}
