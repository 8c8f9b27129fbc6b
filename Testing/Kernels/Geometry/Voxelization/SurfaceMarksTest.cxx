// Tests of the transfer of loads, supports and cells of a surface to the voxels inside of it.

#include "Geometry/Voxelization/ClosedSurfaces.h"
#include "Support/Random.h"

#include "Geometry/Voxelization/SurfaceFaults.h"
#include "Geometry/Voxelization/SurfaceMarks.h"
#include "Geometry/Voxelization/VoxelFractions.h"

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

KeptVoxels keptVoxels(const TriangleMesh& surface, const SurfaceGrid& grid, double least = 0.01)
{
  Observer observer;
  const std::vector<double> fractions = voxelFractions(surface, grid, observer).value();
  std::vector<std::uint8_t> isKept(fractions.size());
  std::transform(fractions.begin(), fractions.end(), isKept.begin(),
    [&](double fraction) { return fraction >= least ? 1 : 0; });
  return { grid, isKept };
}

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
}

TEST(SurfaceMarks, SpreadUniformTractionOverTheNodesOfAFace)
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

TEST(SurfaceMarks, KeepForceAndMoment)
{
  Random random(17);
  for (int round = 0; round < 5; ++round)
  {
    // All voxels with any solid take part, so that no contribution moves to another voxel.
    const TriangleMesh body = turned(
      makeEllipsoid({ 1, 2, 3 }, { 2, random.uniform(1, 2), 1 }, 2), { 1, 1, 0 }, 0.3 * round);
    std::vector<double> forces(body.points.size());
    for (std::size_t i = 0; i < forces.size(); ++i)
    {
      // Patches and single points are loaded.
      forces[i] = body.points[3 * (i / 3)] > 1.5 || i / 3 % 11 == 0 ? random.uniform(-1, 1) : 0.0;
    }
    const SurfaceGrid grid = gridByEdge(body, 0.31);
    const std::vector<double> nodal = spreadForces(body, keptVoxels(body, grid, 1e-300), forces);
    const ForceAndMoment given = resultant(body, forces);
    const ForceAndMoment found = resultant(grid, nodal);
    const double terms = static_cast<double>(forces.size() * 64);
    for (std::size_t d = 0; d < 3; ++d)
    {
      EXPECT_NEAR(found.force[d], given.force[d], terms * MachineEpsilon);
    }
    // Spreading over triangles moves the force of a point. For a uniform field these moves cancel.
    std::vector<double> uniform(body.points.size());
    for (std::size_t t = 0; t < body.numberOfTriangles(); ++t)
    {
      const Position a = body.point(body.triangles[3 * t]);
      const double area = 0.5 *
        lengthOf(crossProduct(minus(body.point(body.triangles[3 * t + 1]), a),
          minus(body.point(body.triangles[3 * t + 2]), a)));
      for (std::size_t c = 0; c < 3; ++c)
      {
        const auto point = std::size_t(body.triangles[3 * t + c]);
        uniform[3 * point] += area / 3.0;
        uniform[3 * point + 2] -= 2.0 * area / 3.0;
      }
    }
    const ForceAndMoment all = resultant(body, uniform);
    const ForceAndMoment spread =
      resultant(grid, spreadForces(body, keptVoxels(body, grid, 1e-300), uniform));
    for (std::size_t d = 0; d < 3; ++d)
    {
      EXPECT_NEAR(spread.force[d], all.force[d], terms * 100 * MachineEpsilon);
      EXPECT_NEAR(spread.moment[d], all.moment[d], terms * 1000 * MachineEpsilon);
    }
  }
}

TEST(SurfaceMarks, SpreadAPointsForceByItsShapeFunction)
{
  // One triangle is loaded, and points of others are hardly loaded: the resultant of a linear
  // traction that is 0 at two corners acts at (2 a + b + c) / 4.
  const TriangleMesh box = makeBox({ 0, 0, 0 }, { 4, 2, 2 });
  const SurfaceGrid grid = gridByCells(box, 8);
  for (const std::size_t triangle : { 10, 11 })
  {
    for (std::size_t corner = 0; corner < 3; ++corner)
    {
      std::vector<double> forces(24);
      Position place = {};
      for (std::size_t c = 0; c < 3; ++c)
      {
        const std::int32_t point = box.triangles[3 * triangle + c];
        forces[3 * std::size_t(point)] = c == corner ? 5.0 : 1e-300;
        for (std::size_t d = 0; d < 3; ++d)
        {
          place[d] += box.point(point)[d] * (c == corner ? 0.5 : 0.25);
        }
      }
      const ForceAndMoment found =
        resultant(grid, spreadForces(box, keptVoxels(box, grid), forces));
      const Position moment = crossProduct(place, { 5.0, 0.0, 0.0 });
      EXPECT_NEAR(found.force[0], 5.0, 1e-13);
      for (std::size_t d = 0; d < 3; ++d)
      {
        EXPECT_NEAR(found.moment[d], moment[d], 1e-12);
      }
    }
  }
}

TEST(SurfaceMarks, KeepForcesOnNeedles)
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

TEST(SurfaceMarks, KeepForcesOnVoxelsThatTakePart)
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

TEST(SurfaceMarks, HoldTheNodesOfAFace)
{
  const TriangleMesh box = makeBox({ 0, 0, 0 }, { 4, 2, 2 });
  std::vector<std::uint8_t> marks(24);
  for (const std::size_t point : { 0, 2, 4, 6 })
  {
    marks[3 * point] = 1;
    marks[3 * point + 2] = 1;
  }
  marks[3 * 7 + 1] = 1; // a corner on its own
  const SurfaceGrid grid = gridByCells(box, 8);
  const std::vector<std::uint8_t> nodal = markNodes(box, keptVoxels(box, grid), marks, 3);
  for (int k = 0; k <= 4; ++k)
  {
    for (int j = 0; j <= 4; ++j)
    {
      for (int i = 0; i <= 8; ++i)
      {
        const std::size_t node = 3 * grid.node(i, j, k);
        EXPECT_EQ(nodal[node], i == 0 ? 1 : 0);
        EXPECT_EQ(nodal[node + 1], i == 8 && j == 4 && k == 4 ? 1 : 0);
        EXPECT_EQ(nodal[node + 2], i == 0 ? 1 : 0);
      }
    }
  }
}

TEST(SurfaceMarks, NameTheLargestTriangleOfAVoxel)
{
  const TriangleMesh box = makeBox({ 0, 0, 0 }, { 3, 3, 3 });
  const SurfaceGrid grid = gridByCells(box, 3);
  const std::vector<std::int32_t> triangles = trianglesOfVoxels(box, keptVoxels(box, grid));
  EXPECT_EQ(triangles[grid.voxel(1, 1, 1)], -1);
  EXPECT_TRUE(triangles[grid.voxel(2, 1, 1)] == 10 || triangles[grid.voxel(2, 1, 1)] == 11);
  EXPECT_TRUE(triangles[grid.voxel(1, 1, 0)] == 0 || triangles[grid.voxel(1, 1, 0)] == 1);
  EXPECT_EQ(std::count(triangles.begin(), triangles.end(), -1), 1);
}

TEST(SurfaceMarks, InterpolateLinearValuesAtNodesOnTheSurface)
{
  const TriangleMesh box = makeBox({ 0, 0, 0 }, { 4, 2, 2 });
  const SurfaceGrid grid = gridByCells(box, 8);
  const SurfaceNodes nodes = findSurfaceNodes(box, keptVoxels(box, grid));
  const auto value = [](const Position& x) { return 1.0 + 2.0 * x[0] - 3.0 * x[1] + x[2]; };
  std::size_t onSurface = 0;
  for (std::size_t n = 0; n < nodes.nodes.size(); ++n)
  {
    const std::size_t i = nodes.nodes[n] % 9;
    const std::size_t j = nodes.nodes[n] / 9 % 5;
    const std::size_t k = nodes.nodes[n] / 45;
    if (i % 8 != 0 && j % 4 != 0 && k % 4 != 0)
    {
      continue;
    }
    ++onSurface;
    double interpolated = 0.0;
    for (std::size_t c = 0; c < 3; ++c)
    {
      interpolated += nodes.coordinates[n][c] *
        value(box.point(box.triangles[3 * std::size_t(nodes.triangles[n]) + c]));
    }
    EXPECT_NEAR(interpolated, value(grid.inSpace({ double(i), double(j), double(k) })), 1e-13);
  }
  EXPECT_EQ(onSurface, 9u * 25u - 7u * 9u);
}
