// Tests of the fraction of each element inside of a surface.

#include "Geometry/Voxelization/ClosedSurfaces.h"
#include "Support/CellTypes.h"
#include "Support/Problems.h"
#include "Support/Refusals.h"

#include "Analysis/ElementGeometry.h"
#include "Core/Error.h"
#include "Geometry/Triangles/SolidFraction.h"
#include "Geometry/Triangles/SurfaceColumns.h"
#include "Geometry/Triangles/WindingNumberReference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// An irregular body around a centre: an octahedron whose triangles are divided, with random radii
/// of points.
TriangleMesh lump(const Point& centre, double radius, Random& random)
{
  TriangleMesh mesh;
  mesh.points = { 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1 };
  mesh.triangles = { 0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5 };
  for (int round = 0; round < 3; ++round)
  {
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> middles;
    const auto middle = [&](std::int32_t a, std::int32_t b)
    {
      const auto next = static_cast<std::int32_t>(mesh.numberOfPoints());
      const auto [found, isNew] = middles.emplace(std::minmax(a, b), next);
      for (std::size_t c = 0; isNew && c < 3; ++c)
      {
        mesh.points.push_back(mesh.point(a)[c] + mesh.point(b)[c]);
      }
      return found->second;
    };
    std::vector<std::int32_t> finer;
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 3)
    {
      const std::int32_t a = mesh.triangles[t];
      const std::int32_t b = mesh.triangles[t + 1];
      const std::int32_t c = mesh.triangles[t + 2];
      const std::int32_t ab = middle(a, b);
      const std::int32_t bc = middle(b, c);
      const std::int32_t ca = middle(c, a);
      finer.insert(finer.end(), { a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca });
    }
    mesh.triangles = finer;
  }
  for (std::size_t p = 0; p < mesh.points.size(); p += 3)
  {
    const double length = std::hypot(mesh.points[p], mesh.points[p + 1], mesh.points[p + 2]);
    const double wanted = radius * random.uniform(0.7, 1.0);
    for (std::size_t c = 0; c < 3; ++c)
    {
      mesh.points[p + c] = centre[c] + wanted * mesh.points[p + c] / length;
    }
  }
  return mesh;
}
}

TEST(SurfaceColumns, FollowTheWindingNumber)
{
  Random random(6301);
  for (int draw = 0; draw < 4; ++draw)
  {
    const TriangleMesh surface = lump({ 1.0, 2.0, 3.0 }, 2.0, random);
    ASSERT_TRUE(findTopology(surface).isClosedManifold());
    for (int i = 0; i < 250; ++i)
    {
      const Point point = { random.uniform(-1.2, 3.2), random.uniform(-0.2, 4.2),
        random.uniform(0.8, 5.2) };
      const SurfaceColumns columns(surface, { point[0], point[1] }, { 1.0, 1.0 }, { 1, 1 });
      EXPECT_EQ(columns.isInside(point), reference::windingNumber(surface, point) > 0.5);
    }
  }
}

TEST(SurfaceColumns, MeetEdgesAndCornersOnce)
{
  // Lines pass through edges, diagonals and corners of a box and along its vertical faces, where
  // they count as inside on one side and as outside on the other.
  const TriangleMesh surface = makeBox({ 0, 0, 0 }, { 4, 4, 2 });
  const SurfaceColumns columns(surface, { -1.0, -1.0 }, { 1.0, 1.0 }, { 7, 7 });
  for (int j = -1; j <= 5; ++j)
  {
    for (int i = -1; i <= 5; ++i)
    {
      const bool inside = i >= 0 && i < 4 && j >= 0 && j < 4;
      EXPECT_EQ(columns.isInside({ double(i), double(j), 1.0 }), inside) << i << " " << j;
      EXPECT_FALSE(columns.isInside({ double(i), double(j), -0.5 })) << i << " " << j;
      EXPECT_FALSE(columns.isInside({ double(i), double(j), 2.5 })) << i << " " << j;
    }
  }
}

TEST(SolidFractions, AreThoseOfBoxesOnTheMesh)
{
  Observer silent;
  const Mesh mesh = makeBoxMesh({ 6, 3, 3 }, { 6.0, 3.0, 3.0 });
  // Faces of the box coincide with faces of cells, then with quarters of cells.
  const auto whole = solidFractions(mesh, makeBox({ 1, 0, 0 }, { 4, 3, 2 }), 4, silent).value();
  const auto part = solidFractions(mesh, makeBox({ 0.75, 0, 0 }, { 6, 3, 1.5 }), 4, silent).value();
  for (std::size_t e = 0; e < whole.size(); ++e)
  {
    const std::size_t i = e % 6;
    const std::size_t k = e / 18;
    EXPECT_EQ(whole[e], i >= 1 && i < 4 && k < 2 ? 1.0 : 0.0) << e;
    EXPECT_NEAR(part[e], (i == 0 ? 0.25 : 1.0) * (k == 0 ? 1.0 : k == 1 ? 0.5 : 0.0), 1e-12) << e;
  }
}

TEST(SolidFractions, AddUpToTheVolumeOnDistortedMeshes)
{
  Observer silent;
  Random random(6302);
  for (int draw = 0; draw < 3; ++draw)
  {
    const Mesh mesh = distortedBox({ 9, 9, 9 }, 0.15, random);
    const TriangleMesh surface = lump({ 4.4, 4.6, 4.5 }, 3.9, random);
    const auto fractions = solidFractions(mesh, surface, 4, silent).value();
    double found = 0.0;
    for (std::size_t e = 0; e < fractions.size(); ++e)
    {
      EXPECT_GE(fractions[e], 0.0);
      EXPECT_LE(fractions[e], 1.0);
      found += fractions[e]; // the mean volume of cells is 1
    }
    EXPECT_NEAR(found / enclosedVolume(surface), 1.0, 0.03);
  }
}

TEST(SolidFractions, OfOtherElementsAreThoseOfBoxesAndAddUp)
{
  for (const CellType type : AllCellTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    // The box ends at faces of cells, which are entirely inside or outside.
    const Mesh mesh = makeBox(type, { 6, 6, 6 }, [](const Point& p) { return p; });
    Observer silent;
    std::vector<double> found =
      solidFractions(mesh, makeBox({ -1.0, -1.0, -1.0 }, { 0.5, 2.0, 2.0 }), 4, silent).value();
    const std::vector<double> volumes = elementVolumes(mesh);
    for (std::size_t e = 0; e < found.size(); ++e)
    {
      EXPECT_EQ(found[e], elementCentroid(mesh, e)[0] < 0.5 ? 1.0 : 0.0);
    }
    // An irregular body is inside of a distorted mesh.
    Random random(17);
    const TriangleMesh body = lump({ 0.5, 0.5, 0.5 }, 0.35, random);
    Mesh distorted = mesh;
    for (double& x : distorted.points)
    {
      x += x > 1e-9 && x < 1.0 - 1e-9 ? random.uniform(-0.01, 0.01) : 0.0;
    }
    found = solidFractions(distorted, body, 4, silent).value();
    const std::vector<double> sizes = elementVolumes(distorted);
    const double inside = std::inner_product(found.begin(), found.end(), sizes.begin(), 0.0);
    EXPECT_NEAR(inside / enclosedVolume(body), 1.0, 0.02);
  }
}

TEST(SolidFractions, NeedAClosedSurface)
{
  const auto refusalOf = [](const TriangleMesh& surface)
  {
    try
    {
      requireClosedSurface(surface);
      return std::string();
    }
    catch (const Error& error)
    {
      return std::string(error.what());
    }
  };
  TriangleMesh surface = makeBox({ 0, 0, 0 }, { 1, 1, 1 });
  EXPECT_EQ(refusalOf(surface), "");
  surface.triangles.insert(surface.triangles.end(), { 0, 1, 7 });
  expectMessage(refusalOf(surface), { "not closed", "2 open edges" });
  surface = makeBox({ 0, 0, 0 }, { 1, 1, 1 });
  surface.triangles.resize(33);
  expectMessage(refusalOf(surface), { "not closed", "3 open edges", "Fill Holes" });
  expectMessage(refusalOf(TriangleMesh()), { "no polygons" });
  // Two boxes share an edge.
  surface = makeBox({ 0, 0, 0 }, { 1, 1, 1 });
  TriangleMesh other = makeBox({ 1, 1, 0 }, { 2, 2, 1 });
  for (const std::int32_t corner : other.triangles)
  {
    surface.triangles.push_back(corner == 0 ? 3 : corner == 4 ? 7 : corner + 8);
  }
  surface.points.insert(surface.points.end(), other.points.begin(), other.points.end());
  expectMessage(refusalOf(surface), { "not a manifold", "1 edge." });
}
