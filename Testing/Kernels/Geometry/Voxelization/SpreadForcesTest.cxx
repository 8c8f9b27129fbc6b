// Tests of the transfer of forces from a surface to voxels.

#include "Geometry/Voxelization/ClosedSurfaces.h"
#include "Support/Random.h"

#include "Analysis/Loads/BearingLoad.h"
#include "Geometry/Voxelization/SpreadForces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double MachineEpsilon = std::numeric_limits<double>::epsilon();

struct ForceAndMoment
{
  Position force = {};
  Position moment = {};

  void add(const Position& x, const double* f)
  {
    const Position m = crossProduct(x, { f[0], f[1], f[2] });
    for (std::size_t d = 0; d < 3; ++d)
    {
      this->force[d] += f[d];
      this->moment[d] += m[d];
    }
  }
};

ForceAndMoment resultant(const SurfaceGrid& grid, const std::vector<double>& forces)
{
  ForceAndMoment sum;
  for (int k = 0; k <= grid.cells[2]; ++k)
  {
    for (int j = 0; j <= grid.cells[1]; ++j)
    {
      for (int i = 0; i <= grid.cells[0]; ++i)
      {
        sum.add(grid.inSpace({ double(i), double(j), double(k) }), &forces[3 * grid.node(i, j, k)]);
      }
    }
  }
  return sum;
}

ForceAndMoment resultant(const TriangleMesh& surface, const std::vector<double>& forces)
{
  ForceAndMoment sum;
  for (std::size_t p = 0; p < surface.numberOfPoints(); ++p)
  {
    sum.add(surface.point(static_cast<std::int32_t>(p)), &forces[3 * p]);
  }
  return sum;
}

/// Expects equal forces and moments, whose terms have at most a magnitude.
void expectEqual(const ForceAndMoment& found, const ForceAndMoment& given, double terms)
{
  for (std::size_t d = 0; d < 3; ++d)
  {
    EXPECT_NEAR(found.force[d], given.force[d], terms * MachineEpsilon);
    EXPECT_NEAR(found.moment[d], given.moment[d], 10 * terms * MachineEpsilon);
  }
}

/// The nodal forces of a bearing load on the bore of a tube.
std::vector<double> bearingOn(const TriangleMesh& tube, const Position& centre, double radius,
  const Vector3& force, double& peak)
{
  FaceSurface bore;
  bore.points = tube.points;
  for (std::size_t t = 0; t < tube.numberOfTriangles(); ++t)
  {
    const std::int32_t* corners = &tube.triangles[3 * t];
    if (std::all_of(corners, corners + 3,
          [&](std::int32_t p)
          {
            const Position x = tube.point(p);
            return std::hypot(x[0] - centre[0], x[1] - centre[1]) < 1.01 * radius;
          }))
    {
      bore.append(corners, 3);
    }
  }
  const BearingForces bearing = forcesOfBearing(bore, { centre, { 0, 0, 1 } }, force);
  peak = bearing.peakPressure;
  return bearing.forces;
}
}

TEST(SpreadForces, SpreadUniformTractionOverTheNodesOfAFace)
{
  // The consistent forces of a traction of 12 on the face x = 4 of a box, at its four corners.
  const TriangleMesh box = makeBox({ 0, 0, 0 }, { 4, 2, 2 });
  std::vector<double> forces(24);
  for (const std::size_t triangle : { 10, 11 })
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      forces[3 * std::size_t(box.triangles[3 * triangle + c]) + 1] += 12.0 * 2.0 / 3.0;
    }
  }
  const SurfaceGrid grid = gridByCells(box, 8);
  const std::vector<double> nodal = spreadForces(box, keptVoxels(box, grid), forces);
  for (int k = 0; k <= 4; ++k)
  {
    for (int j = 0; j <= 4; ++j)
    {
      const double share = (j % 4 == 0 ? 0.5 : 1.0) * (k % 4 == 0 ? 0.5 : 1.0);
      EXPECT_NEAR(nodal[3 * grid.node(8, j, k) + 1], 3.0 * share, 1e-13) << j << " " << k;
      EXPECT_NEAR(nodal[3 * grid.node(7, j, k) + 1], 0.0, 1e-13);
    }
  }
}

TEST(SpreadForces, KeepForceAndMoment)
{
  Random random(17);
  for (int round = 0; round < 8; ++round)
  {
    const TriangleMesh body = turned(
      makeEllipsoid({ 1, 2, 3 }, { 2, random.uniform(1, 2), 1 }, 2), { 1, 1, 0 }, 0.3 * round);
    std::vector<double> forces(body.points.size());
    for (std::size_t i = 0; i < forces.size(); ++i)
    {
      // Patches and single points are loaded.
      forces[i] = body.points[3 * (i / 3)] > 1.5 || i / 3 % 11 == 0 ? random.uniform(-1, 1) : 0.0;
    }
    const SurfaceGrid grid = gridByEdge(body, 0.31);
    // From all voxels with any solid to those that are nearly full: forces of others move.
    const double least = std::array<double, 4>{ 1e-300, 0.01, 0.5, 0.9 }[round % 4];
    expectEqual(resultant(grid, spreadForces(body, keptVoxels(body, grid, least), forces)),
      resultant(body, forces), static_cast<double>(forces.size() * 64));
  }
}

TEST(SpreadForces, FindsALinearTractionAgain)
{
  // On the face x = 4 of a box, whose two triangles have the consistent forces of the traction
  // y + 2 z: the integral over a node's shape function is its value times the node's share.
  const TriangleMesh box = makeBox({ 0, 0, 0 }, { 4, 2, 2 });
  std::vector<double> forces(24);
  for (const std::size_t triangle : { 10, 11 })
  {
    std::array<double, 3> values{};
    for (std::size_t c = 0; c < 3; ++c)
    {
      const Position x = box.point(box.triangles[3 * triangle + c]);
      values[c] = x[1] + 2.0 * x[2];
    }
    for (std::size_t c = 0; c < 3; ++c)
    {
      forces[3 * std::size_t(box.triangles[3 * triangle + c])] +=
        2.0 / 12.0 * (values[0] + values[1] + values[2] + values[c]);
    }
  }
  const SurfaceGrid grid = gridByCells(box, 8);
  const std::vector<double> nodal = spreadForces(box, keptVoxels(box, grid), forces);
  for (int k = 1; k < 4; ++k)
  {
    for (int j = 1; j < 4; ++j)
    {
      EXPECT_NEAR(nodal[3 * grid.node(8, j, k)], 0.25 * (0.5 * j + k), 1e-13) << j << " " << k;
    }
  }
}

TEST(SpreadForces, KeepABearingLoad)
{
  // A bore off the grid's lines: forces at the nearest nodes would have a moment of 100 about its
  // axis, faces of voxels with their own normals a pressure of 10 instead of 12.7.
  const Position centre = { 20.3, 20.1, 0.0 };
  const TriangleMesh tube = makeTube(centre, 10.0, 16.0, 5.0, 72);
  double peak = 0.0;
  const std::vector<double> forces = bearingOn(tube, centre, 10.0, { 1000.0, 0.0, 0.0 }, peak);
  EXPECT_NEAR(peak, 2.0 * 1000.0 / (std::acos(-1.0) * 10.0 * 5.0), 0.01);
  const SurfaceGrid grid = gridByEdge(tube, 1.0);
  const ForceAndMoment found = resultant(grid, spreadForces(tube, keptVoxels(tube, grid), forces));
  EXPECT_NEAR(found.force[0], 1000.0, 1e-9);
  EXPECT_NEAR(found.force[1], 0.0, 1e-9);
  EXPECT_NEAR(found.force[2], 0.0, 1e-9);
  EXPECT_NEAR(found.moment[0], 0.0, 1e-8);
  EXPECT_NEAR(found.moment[1], 2.5 * 1000.0, 1e-8);
  EXPECT_NEAR(found.moment[2], -20.1 * 1000.0, 1e-8);
}

TEST(SpreadForces, SpringsAreSharesOfShapeFunctions)
{
  // One triangle has springs, and points of others hardly any: the resultant of a linear density
  // that is 0 at two corners acts at (2 a + b + c) / 4.
  const TriangleMesh box = makeBox({ 0, 0, 0 }, { 4, 2, 2 });
  const SurfaceGrid grid = gridByCells(box, 8);
  for (const std::size_t triangle : { 10, 11 })
  {
    for (std::size_t corner = 0; corner < 3; ++corner)
    {
      std::vector<double> springs(24);
      Position place = {};
      for (std::size_t c = 0; c < 3; ++c)
      {
        const std::int32_t point = box.triangles[3 * triangle + c];
        springs[3 * std::size_t(point)] = c == corner ? 5.0 : 1e-300;
        for (std::size_t d = 0; d < 3; ++d)
        {
          place[d] += box.point(point)[d] * (c == corner ? 0.5 : 0.25);
        }
      }
      const std::vector<double> nodal = spreadSprings(box, keptVoxels(box, grid), springs);
      EXPECT_GE(*std::min_element(nodal.begin(), nodal.end()), 0.0);
      const ForceAndMoment found = resultant(grid, nodal);
      const Position moment = crossProduct(place, { 5.0, 0.0, 0.0 });
      EXPECT_NEAR(found.force[0], 5.0, 1e-13);
      for (std::size_t d = 0; d < 3; ++d)
      {
        EXPECT_NEAR(found.moment[d], moment[d], 1e-12);
      }
    }
  }
}

TEST(SpreadForces, SpringsAreNeverNegative)
{
  Random random(5);
  const TriangleMesh sphere = makeEllipsoid({ 0, 0, 0 }, { 1, 1, 1 }, 2);
  const SurfaceGrid grid = gridByCells(sphere, 12);
  std::vector<double> springs(sphere.points.size());
  double sum = 0.0;
  for (double& spring : springs)
  {
    spring = random.index(3) == 0 ? random.uniform(0, 1) : 0.0;
    sum += spring;
  }
  const std::vector<double> nodal = spreadSprings(sphere, keptVoxels(sphere, grid, 0.5), springs);
  EXPECT_GE(*std::min_element(nodal.begin(), nodal.end()), 0.0);
  double found = 0.0;
  for (const double spring : nodal)
  {
    found += spring;
  }
  EXPECT_NEAR(found, sum, 1e-12 * sum);
}

TEST(SpreadForces, KeepForcesOnNeedles)
{
  // Triangles are ten orders of magnitude longer than wide, so that rounding of corners changes the
  // areas of pieces.
  Random random(23);
  for (int round = 0; round < 20; ++round)
  {
    const TriangleMesh needle = turned(makeBox({ 0, 0, 0 }, { 1.0, 1e-10, 1e-10 }),
      { random.uniform(-1, 1), random.uniform(-1, 1), 1 }, random.uniform(0, 6));
    std::vector<double> forces(needle.points.size());
    double sum = 0.0;
    double magnitude = 0.0;
    for (std::size_t i = 0; i < forces.size(); i += 3)
    {
      forces[i] = random.uniform(-1, 1);
      sum += forces[i];
      magnitude += std::abs(forces[i]);
    }
    const SurfaceGrid grid = gridByCells(needle, 17);
    const KeptVoxels voxels(grid, std::vector<std::uint8_t>(grid.numberOfVoxels(), 1));
    const std::vector<double> nodal = spreadForces(needle, voxels, forces);
    double found = 0.0;
    for (std::size_t i = 0; i < nodal.size(); i += 3)
    {
      found += nodal[i];
    }
    EXPECT_NEAR(found, sum, 1e-13 * magnitude) << "round " << round;
  }
}

TEST(SpreadForces, KeepForcesOnVoxelsThatTakePart)
{
  // Half of the voxels on the surface of a sphere are not kept.
  const TriangleMesh sphere = makeEllipsoid({ 0, 0, 0 }, { 1, 1, 1 }, 3);
  const SurfaceGrid grid = gridByCells(sphere, 12);
  const KeptVoxels voxels = keptVoxels(sphere, grid, 0.5);
  std::vector<double> forces(sphere.points.size(), 1.0);
  const std::vector<double> nodal = spreadForces(sphere, voxels, forces);
  EXPECT_NEAR(resultant(grid, nodal).force[0], static_cast<double>(sphere.numberOfPoints()), 1e-10);
  for (int k = 0; k <= 12; ++k)
  {
    for (int j = 0; j <= 12; ++j)
    {
      for (int i = 0; i <= 12; ++i)
      {
        bool isUsed = false;
        for (int corner = 0; corner < 8; ++corner)
        {
          const std::array<int, 3> voxel = { i - (corner & 1), j - (corner >> 1 & 1),
            k - (corner >> 2) };
          isUsed = isUsed ||
            (*std::min_element(voxel.begin(), voxel.end()) >= 0 &&
              *std::max_element(voxel.begin(), voxel.end()) < 12 && voxels.isKept(voxel));
        }
        if (!isUsed)
        {
          EXPECT_EQ(nodal[3 * grid.node(i, j, k)], 0.0);
        }
      }
    }
  }
}
