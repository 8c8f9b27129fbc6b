// Tests of loads on faces against the textbook's integrals, and of their resultants.

#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Refusals.h"

#include "Analysis/Loads/SurfaceLoads.h"
#include "Analysis/Loads/SurfaceLoadsReference.h"
#include "Core/Error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr int Draws = 20;
constexpr double Rounding = 1e-12;

/// Faces that belong to one hexahedron only, with corners anticlockwise about the outward normal.
QuadSurface surfaceOf(const Mesh& mesh)
{
  constexpr int Faces[6][4] = { { 0, 4, 7, 3 }, { 1, 2, 6, 5 }, { 0, 1, 5, 4 }, { 3, 7, 6, 2 },
    { 0, 3, 2, 1 }, { 4, 5, 6, 7 } };
  std::map<std::array<std::int32_t, 4>, std::array<std::int32_t, 4>> single;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    for (const auto& face : Faces)
    {
      std::array<std::int32_t, 4> quad{};
      std::transform(face, face + 4, quad.begin(),
        [&](int corner) { return mesh.connectivity[8 * e + std::size_t(corner)]; });
      std::array<std::int32_t, 4> key = quad;
      std::sort(key.begin(), key.end());
      if (!single.emplace(key, quad).second)
      {
        single.erase(key);
      }
    }
  }
  QuadSurface surface;
  surface.points = mesh.points;
  for (const auto& face : single)
  {
    surface.quads.insert(surface.quads.end(), face.second.begin(), face.second.end());
  }
  return surface;
}

/// The whole surface of a distorted box with warped faces, at a random position and scale.
QuadSurface closedSurface(Random& random)
{
  Mesh mesh = distortedBox({ 3, 2, 2 }, 0.25, random);
  moveRigidly(mesh, std::pow(10.0, random.uniform(-3, 3)), random);
  return surfaceOf(mesh);
}

/// Some faces of such a surface, in any order.
QuadSurface openSurface(Random& random)
{
  QuadSurface surface = closedSurface(random);
  const auto order = random.permutation(surface.numberOfFaces());
  std::vector<std::int32_t> quads;
  for (std::size_t i = 0; i < 1 + random.index(order.size()); ++i)
  {
    quads.insert(quads.end(), &surface.quads[4 * order[i]], &surface.quads[4 * order[i]] + 4);
  }
  surface.quads = quads;
  return surface;
}

/// A flat, curved grid of quads: a part of a cylinder of radius 1 about the z axis.
QuadSurface cylinder(int around, double angle, double height)
{
  QuadSurface surface;
  for (int i = 0; i <= around; ++i)
  {
    const double phi = angle * i / around;
    for (const double z : { 0.0, height })
    {
      surface.points.insert(surface.points.end(), { std::cos(phi), std::sin(phi), z });
    }
    if (i < around)
    {
      surface.quads.insert(surface.quads.end(), { 2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1 });
    }
  }
  return surface;
}

Vector3 randomVector(Random& random)
{
  return { random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1) };
}

double size(const Vector3& v)
{
  return std::hypot(v[0], v[1], v[2]);
}

double extent(const QuadSurface& surface)
{
  double largest = 0.0;
  for (const double coordinate : surface.points)
  {
    largest = std::max(largest, std::abs(coordinate));
  }
  return largest;
}

void expectVector(const Vector3& found, const Vector3& wanted, double tolerance)
{
  for (std::size_t c = 0; c < 3; ++c)
  {
    EXPECT_NEAR(found[c], wanted[c], tolerance) << "component " << c;
  }
}

void expectEqual(
  const std::vector<double>& found, const std::vector<double>& wanted, double tolerance = Rounding)
{
  ASSERT_EQ(found.size(), wanted.size());
  double largest = 0.0;
  double error = 0.0;
  for (std::size_t i = 0; i < found.size(); ++i)
  {
    largest = std::max(largest, std::abs(wanted[i]));
    error = std::max(error, std::abs(found[i] - wanted[i]));
  }
  EXPECT_GT(largest, 0.0);
  EXPECT_LE(error, tolerance * largest);
}
}

TEST(SurfaceLoads, TractionIsTheTextbooks)
{
  Random random(1);
  for (int draw = 0; draw < Draws; ++draw)
  {
    const QuadSurface surface = openSurface(random);
    const Vector3 traction = randomVector(random);
    expectEqual(forcesOfTraction(surface, traction),
      reference::consistentForces(
        surface, [&](const Vector3&, const Vector3&) { return traction; }, 2));
    EXPECT_NEAR(areaOf(surface) / reference::inertiaOf(surface, 2).area, 1.0, Rounding);
  }
}

TEST(SurfaceLoads, PressureIsExactOnWarpedFaces)
{
  Random random(2);
  for (int draw = 0; draw < Draws; ++draw)
  {
    const QuadSurface surface = openSurface(random);
    const double pressure = random.uniform(0.5, 2);
    const auto traction = [&](const Vector3&, const Vector3& n) {
      return Vector3{ -pressure * n[0], -pressure * n[1], -pressure * n[2] };
    };
    // The reference has more points than an exact rule requires.
    expectEqual(
      forcesOfPressure(surface, pressure), reference::consistentForces(surface, traction, 5));
  }
}

TEST(SurfaceLoads, PressureOnAClosedSurfaceIsInBalance)
{
  Random random(3);
  for (int draw = 0; draw < Draws; ++draw)
  {
    const QuadSurface surface = closedSurface(random);
    const Resultant result = resultantOf(surface.points, forcesOfPressure(surface, 1.0));
    const double area = areaOf(surface);
    expectVector(result.force, {}, Rounding * area);
    expectVector(result.moment, {}, Rounding * area * extent(surface));
  }
}

TEST(SurfaceLoads, TotalForceIsKeptAndActsAtTheCentroid)
{
  Random random(4);
  for (int draw = 0; draw < Draws; ++draw)
  {
    const QuadSurface surface = openSurface(random);
    const Vector3 total = randomVector(random);
    const Resultant result = resultantOf(surface.points, forcesOfTotalForce(surface, total));
    expectVector(result.force, total, Rounding * size(total));
    const Vector3 c = reference::inertiaOf(surface, 2).centroid;
    expectVector(result.moment,
      { c[1] * total[2] - c[2] * total[1], c[2] * total[0] - c[0] * total[2],
        c[0] * total[1] - c[1] * total[0] },
      10 * Rounding * size(total) * extent(surface));
  }
}

TEST(SurfaceLoads, MomentIsKeptWithoutForce)
{
  Random random(5);
  for (int draw = 0; draw < Draws; ++draw)
  {
    const QuadSurface surface = openSurface(random);
    const Vector3 moment = randomVector(random);
    const std::vector<double> forces = forcesOfMoment(surface, moment);
    const Resultant result = resultantOf(surface.points, forces);
    double sum = 0.0; // of magnitudes, as forces cancel in the resultant
    for (const double force : forces)
    {
      sum += std::abs(force);
    }
    expectVector(result.force, {}, Rounding * sum);
    expectVector(result.moment, moment, Rounding * sum * extent(surface));
  }
}

TEST(SurfaceLoads, MomentIsARotationByTheInertiaTensor)
{
  Random random(6);
  for (int draw = 0; draw < Draws; ++draw)
  {
    const QuadSurface surface = openSurface(random);
    const reference::SurfaceInertia inertia = reference::inertiaOf(surface, 2);
    const Vector3 omega = randomVector(random);
    Vector3 moment = {};
    for (std::size_t i = 0; i < 3; ++i)
    {
      for (std::size_t j = 0; j < 3; ++j)
      {
        moment[i] += inertia.tensor[i][j] * omega[j];
      }
    }
    const auto traction = [&](const Vector3& x, const Vector3&)
    {
      const Vector3 r = { x[0] - inertia.centroid[0], x[1] - inertia.centroid[1],
        x[2] - inertia.centroid[2] };
      return Vector3{ omega[1] * r[2] - omega[2] * r[1], omega[2] * r[0] - omega[0] * r[2],
        omega[0] * r[1] - omega[1] * r[0] };
    };
    // Digits are lost for positions far from the origin and for slender pieces.
    expectEqual(
      forcesOfMoment(surface, moment), reference::consistentForces(surface, traction, 2), 1e-9);
  }
}

TEST(SurfaceLoads, UniformGridGetsTheCustomaryShares)
{
  // Each corner of two adjacent unit squares gets a quarter of a face's load.
  QuadSurface surface;
  surface.points = { 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0, 9, 9, 9 };
  surface.quads = { 0, 1, 4, 3, 1, 2, 5, 4 };
  const std::vector<double> forces = forcesOfPressure(surface, 4.0);
  const std::vector<double> shares = { 1, 2, 1, 1, 2, 1, 0 };
  for (std::size_t i = 0; i < shares.size(); ++i)
  {
    EXPECT_NEAR(forces[3 * i + 2], -shares[i], Rounding);
    EXPECT_NEAR(forces[3 * i], 0.0, Rounding);
  }
}

TEST(SurfaceLoads, PressureOnHalfABorePushesAlongItsAxisOfSymmetry)
{
  // The force on half a cylinder is the pressure times its projection for any number of faces.
  const QuadSurface surface = cylinder(5, std::acos(-1.0), 3.0);
  const Resultant result = resultantOf(surface.points, forcesOfPressure(surface, 2.0));
  expectVector(result.force, { 0.0, -2.0 * 2.0 * 3.0, 0.0 }, 100 * Rounding);
}

TEST(SurfaceLoads, PointsShareAForce)
{
  const std::vector<double> forces = forcesOfTotalForceAtPoints({ 0, 0, 0, 1, 0, 0 }, { 1, 2, 3 });
  expectEqual(forces, { 0.5, 1, 1.5, 0.5, 1, 1.5 });
  EXPECT_THROW(forcesOfTotalForceAtPoints({}, { 1, 0, 0 }), Error);
}

TEST(SurfaceLoads, PointsCarryAMomentAcrossTheirLine)
{
  const std::vector<double> line = { 0, 0, 5, 1, 0, 5, 2, 0, 5, 5, 0, 5 };
  const Resultant result = resultantOf(line, forcesOfMomentAtPoints(line, { 0.0, -3.0, 2.0 }));
  expectVector(result.force, {}, Rounding);
  expectVector(result.moment, { 0.0, -3.0, 2.0 }, 10 * Rounding);
}

TEST(SurfaceLoads, NamesWhatCannotCarryAMoment)
{
  const auto message = [](const std::vector<double>& points, const Vector3& moment) -> std::string
  {
    try
    {
      forcesOfMomentAtPoints(points, moment);
    }
    catch (const Error& error)
    {
      return error.what();
    }
    return "";
  };
  expectMessage(message({ 1, 2, 3 }, { 1, 0, 0 }), { "single point", "larger region" });
  expectMessage(
    message({ 0, 0, 0, 0, 2, 0, 0, 3, 0 }, { 0, 1, 0 }), { "one line", "1, 0)", "faces" });
  expectMessage(message({}, { 0, 1, 0 }), { "no point" });
}

TEST(SurfaceLoads, RefusesFacesWithoutArea)
{
  QuadSurface surface;
  EXPECT_THROW(forcesOfTotalForce(surface, { 1, 0, 0 }), Error);
  surface.points = { 0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0 };
  surface.quads = { 0, 1, 2, 3 };
  EXPECT_THROW(forcesOfTotalForce(surface, { 1, 0, 0 }), Error);
  EXPECT_THROW(forcesOfMoment(surface, { 1, 0, 0 }), Error);
}
