// Tests of cylinders fitted to patches of triangles: patches made from cylinders, and refusals of
// other patches.

#include "Geometry/Voxelization/ClosedSurfaces.h"
#include "Support/Random.h"

#include "Core/Error.h"
#include "Geometry/Triangles/CylinderFit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double Pi = 3.14159265358979323846;

/// A triangulated surface of revolution, or a part of one, given by its radius along the axis.
struct Tube
{
  Position centre = { 0, 0, 0 };
  Position axis = { 0, 0, 1 }; ///< of length 1
  std::function<double(double)> radius;
  double length = 1.0;
  double arc = 2.0 * Pi; ///< radians
  int around = 24;       ///< facets
  int along = 4;
  double noise = 0.0; ///< bound of uniform noise of the radius at each point
};

Position across(const Position& axis)
{
  const Position other = std::abs(axis[0]) < 0.6 ? Position{ 1, 0, 0 } : Position{ 0, 1, 0 };
  const Position u = crossProduct(axis, other);
  const double length = lengthOf(u);
  return { u[0] / length, u[1] / length, u[2] / length };
}

TriangleMesh meshOf(const Tube& tube, Random& random)
{
  const Position u = across(tube.axis);
  const Position v = crossProduct(tube.axis, u);
  TriangleMesh mesh;
  for (int j = 0; j <= tube.along; ++j)
  {
    const double h = tube.length * (double(j) / tube.along - 0.5);
    for (int i = 0; i <= tube.around; ++i)
    {
      const double angle = tube.arc * i / tube.around;
      const double r = tube.radius(h) + tube.noise * random.uniform(-1, 1);
      for (std::size_t d = 0; d < 3; ++d)
      {
        mesh.points.push_back(tube.centre[d] + h * tube.axis[d] +
          r * (std::cos(angle) * u[d] + std::sin(angle) * v[d]));
      }
      if (i < tube.around && j < tube.along)
      {
        const int p = i + (tube.around + 1) * j;
        const int q = p + tube.around + 1;
        mesh.triangles.insert(mesh.triangles.end(), { p, p + 1, q + 1, p, q + 1, q });
      }
    }
  }
  return mesh;
}

Position randomAxis(Random& random)
{
  Position axis;
  double length = 0.0;
  do
  {
    axis = { random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1) };
    length = lengthOf(axis);
  } while (length < 0.2 || length > 1.0);
  return { axis[0] / length, axis[1] / length, axis[2] / length };
}

/// Sine of the angle between two axes.
double sineBetween(const Position& a, const Position& b)
{
  return lengthOf(crossProduct(a, b));
}

double distanceFromAxis(const Position& x, const Position& centre, const Position& axis)
{
  return lengthOf(crossProduct(minus(x, centre), axis));
}

/// Root mean square distance to a cylinder of points that represent equal areas.
double deviationFrom(
  const TriangleMesh& mesh, const Position& centre, const Position& axis, double radius)
{
  std::vector<double> weights(mesh.numberOfPoints());
  double area = 0.0;
  for (std::size_t t = 0; t < mesh.numberOfTriangles(); ++t)
  {
    const std::int32_t* c = &mesh.triangles[3 * t];
    const double twice = lengthOf(crossProduct(
      minus(mesh.point(c[1]), mesh.point(c[0])), minus(mesh.point(c[2]), mesh.point(c[0]))));
    area += 3.0 * twice;
    for (int corner = 0; corner < 3; ++corner)
    {
      weights[std::size_t(c[corner])] += twice;
    }
  }
  double sum = 0.0;
  for (std::size_t p = 0; p < weights.size(); ++p)
  {
    const double residual =
      distanceFromAxis(mesh.point(static_cast<std::int32_t>(p)), centre, axis) - radius;
    sum += weights[p] / area * residual * residual;
  }
  return std::sqrt(sum);
}

std::string refusalOf(const TriangleMesh& mesh)
{
  try
  {
    fitCylinder(mesh);
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return "";
}
}

TEST(CylinderFit, FindsTheCylinderThatThePointsAreOn)
{
  Random random(5);
  for (int round = 0; round < 60; ++round)
  {
    const double r = std::pow(10.0, random.uniform(-3, 3));
    Tube tube;
    tube.axis = randomAxis(random);
    tube.centre = { r * random.uniform(-20, 20), r * random.uniform(-20, 20), 0.0 };
    tube.radius = [r](double) { return r; };
    tube.length = r * random.uniform(0.2, 8);
    tube.arc = random.uniform(Pi / 6.0, 2.0 * Pi);
    tube.around = 12 + static_cast<int>(random.index(40));
    tube.along = 1 + static_cast<int>(random.index(5));
    const FittedCylinder found = fitCylinder(meshOf(tube, random));
    SCOPED_TRACE(round);
    EXPECT_NEAR(found.radius, r, 1e-8 * r);
    EXPECT_LT(sineBetween(found.axis, tube.axis), 1e-8);
    EXPECT_LT(lengthOf(minus(found.centre, tube.centre)), 1e-7 * r);
    EXPECT_LT(found.deviation, 1e-9 * r);
    EXPECT_NEAR(lengthOf(found.axis), 1.0, 1e-14);
    EXPECT_GT(*std::max_element(found.axis.begin(), found.axis.end()),
      -*std::min_element(found.axis.begin(), found.axis.end()) - 1e-14);
  }
}

TEST(CylinderFit, IsTheBestWithNoise)
{
  Random random(6);
  for (int round = 0; round < 40; ++round)
  {
    Tube tube;
    tube.axis = randomAxis(random);
    tube.centre = { random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(-9, 9) };
    const double r = random.uniform(1, 5);
    tube.radius = [r](double) { return r; };
    tube.length = r * random.uniform(1, 3);
    tube.arc = random.uniform(Pi / 2.0, 2.0 * Pi);
    tube.around = 40;
    tube.along = 10;
    tube.noise = r * random.uniform(0.001, 0.02);
    const TriangleMesh mesh = meshOf(tube, random);
    const FittedCylinder found = fitCylinder(mesh);
    SCOPED_TRACE(round);
    // The deviation is not larger than that of the cylinder of the points, and of others near it.
    const double least = deviationFrom(mesh, found.centre, found.axis, found.radius);
    EXPECT_NEAR(found.deviation, least, 1e-9 * r);
    EXPECT_LE(least, deviationFrom(mesh, tube.centre, tube.axis, r));
    for (int other = 0; other < 20; ++other)
    {
      const double step = 1e-3 * r;
      const Position centre = { found.centre[0] + step * random.uniform(-1, 1),
        found.centre[1] + step * random.uniform(-1, 1),
        found.centre[2] + step * random.uniform(-1, 1) };
      EXPECT_LE(least,
        deviationFrom(mesh, centre, found.axis, found.radius + step * random.uniform(-1, 1)));
    }
    EXPECT_NEAR(found.radius, r, tube.noise);
    EXPECT_LT(sineBetween(found.axis, tube.axis), tube.noise / r);
    EXPECT_LT(distanceFromAxis(found.centre, tube.centre, tube.axis), tube.noise);
  }
}

TEST(CylinderFit, RefusesWhatIsNoCylinder)
{
  Random random(7);
  Tube tube;
  tube.axis = randomAxis(random);
  tube.around = 40;
  tube.along = 20;
  // A cone, a spherical zone, a flat ring and a wave are refused.
  tube.radius = [](double h) { return 1.0 + h; };
  EXPECT_NE(refusalOf(meshOf(tube, random)).find("not cylindrical"), std::string::npos);
  tube.radius = [](double h) { return std::sqrt(1.0 - h * h); };
  EXPECT_NE(refusalOf(meshOf(tube, random)).find("not cylindrical"), std::string::npos);
  tube.radius = [](double h) { return 1.0 + 0.3 * std::sin(9.0 * h); };
  EXPECT_NE(refusalOf(meshOf(tube, random)).find("not cylindrical"), std::string::npos);
  tube.radius = [](double h) { return 2.0 + h; };
  tube.length = 1.0;
  TriangleMesh ring = meshOf(tube, random);
  for (std::size_t p = 0; p < ring.numberOfPoints(); ++p)
  {
    const Position x = ring.point(static_cast<std::int32_t>(p));
    for (std::size_t d = 0; d < 3; ++d)
    {
      ring.points[3 * p + d] -= dotProduct(x, tube.axis) * tube.axis[d];
    }
  }
  EXPECT_NE(refusalOf(ring).find("it is flat"), std::string::npos);

  // Closed bodies are refused, as are the four sides of a square bar, whose corners are on a
  // cylinder.
  EXPECT_NE(refusalOf(makeEllipsoid({ 0, 0, 0 }, { 1, 1, 1 }, 3)), "");
  EXPECT_NE(refusalOf(makeBox({ 0, 0, 0 }, { 1, 2, 3 })), "");
  tube.radius = [](double) { return 1.0; };
  tube.around = 4;
  EXPECT_NE(refusalOf(meshOf(tube, random)).find("too few facets"), std::string::npos);
  tube.around = 6;
  EXPECT_NE(refusalOf(meshOf(tube, random)).find("too few facets"), std::string::npos);
  tube.around = 12;
  EXPECT_EQ(refusalOf(meshOf(tube, random)), "");

  EXPECT_NE(refusalOf({ { 0, 0, 0 }, {} }).find("no area"), std::string::npos);
  EXPECT_NE(
    refusalOf({ { 0, 0, 0, 1, 0, 0, 2, 0, 0 }, { 0, 1, 2 } }).find("no area"), std::string::npos);
}
