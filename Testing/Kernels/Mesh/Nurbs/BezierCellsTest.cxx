// Tests of Bezier cells of random patches as hexahedra: nodes are on the patch and shared by
// neighbours, and the volume is that of the patch.

#include "Support/BezierPatches.h"
#include "Support/Patches.h"

#include "Analysis/ElementGeometry.h"
#include "Mesh/MeshFaces.h"
#include "Mesh/Nurbs/BezierCells.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
NurbsPatch anyPatch(Random& random, int dimension, bool curved)
{
  std::array<int, 3> degrees{};
  std::array<int, 3> spans = { 1, 1, 1 };
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d)
  {
    degrees[d] = 1 + static_cast<int>(random.index(4));
    spans[d] = 1 + static_cast<int>(random.index(3));
  }
  return randomPatch(random, dimension, degrees, spans, curved);
}

double volumeOf(const Mesh& mesh)
{
  const std::vector<double> volumes = elementVolumes(mesh);
  return std::accumulate(volumes.begin(), volumes.end(), 0.0);
}
}

TEST(BezierCells, HaveTheirLatticePointsOnThePatch)
{
  Random random(11);
  for (int trial = 0; trial < 20; ++trial)
  {
    const NurbsPatch patch = anyPatch(random, 2 + trial % 2, true);
    const BezierCells cells = bezierCellsOf(patch);
    const std::vector<double> field = random.vector(2 * patch.numberOfControlPoints(), -1.0, 1.0);
    const std::vector<double> places = valuesAtLattice(cells, cells.coordinates, 3);
    const std::vector<double> values = valuesAtLattice(cells, BezierExtraction(patch)(field, 2), 2);
    const std::vector<std::array<double, 3>> lattice = latticeOf(patch);
    ASSERT_EQ(lattice.size(), cells.numberOfPoints());
    for (std::size_t q = 0; q < lattice.size(); ++q)
    {
      const NurbsPoint point = evaluateAt(patch, lattice[q]);
      std::array<double, 2> exact{};
      for (std::size_t i = 0; i < static_cast<std::size_t>(point.count); ++i)
      {
        for (std::size_t c = 0; c < 2; ++c)
        {
          exact[c] +=
            point.values[i] * field[2 * static_cast<std::size_t>(point.controlPoints[i]) + c];
        }
      }
      for (std::size_t c = 0; c < 3; ++c)
      {
        EXPECT_NEAR(places[3 * q + c], point.position[c], 1e-12);
      }
      EXPECT_NEAR(values[2 * q], exact[0], 1e-12);
      EXPECT_NEAR(values[2 * q + 1], exact[1], 1e-12);
    }
  }
}

TEST(BezierCells, AreDividedIntoHexahedraThatShareNodes)
{
  Random random(12);
  for (int trial = 0; trial < 20; ++trial)
  {
    const bool isPlane = trial % 2 == 0;
    const NurbsPatch patch = anyPatch(random, isPlane ? 2 : 3, false);
    const BezierCells cells = bezierCellsOf(patch);
    const SubdividedCells parts = subdivide(cells, 0.5);
    std::size_t expected = 1;
    for (std::size_t d = 0; d < static_cast<std::size_t>(patch.dimension); ++d)
    {
      expected *= static_cast<std::size_t>(patch.degrees[d] * patch.elements()[d]);
    }
    EXPECT_EQ(parts.mesh.numberOfElements(), expected);
    EXPECT_EQ(parts.cells.size(), expected);
    EXPECT_EQ(parts.mesh.numberOfNodes(), (isPlane ? 2 : 1) * cells.numberOfPoints());
    const std::set<std::int32_t> used(
      parts.mesh.connectivity.begin(), parts.mesh.connectivity.end());
    EXPECT_EQ(used.size(), parts.mesh.numberOfNodes());
    EXPECT_EQ(describeMismatch(parts.mesh), "");
    // A box with a linear map is the sum of its parts, all of which have positive volume.
    for (const double volume : elementVolumes(parts.mesh))
    {
      EXPECT_GT(volume, 0.0);
    }
    EXPECT_NEAR(volumeOf(parts.mesh), isPlane ? 2.0 * 0.5 : 2.0 * 1.5, 1e-12);
  }
}

TEST(BezierCells, OfARingHaveItsVolume)
{
  double errors[2];
  for (int i = 0; i < 2; ++i)
  {
    const int spans = 2 << i;
    const NurbsPatch plane = makeQuarterAnnulusPatch(1.0, 2.0, { 2, 2 }, { spans, spans });
    const NurbsPatch body = extrude(plane, 0.5, 2, 2);
    const double exact = 0.25 * 3.0 * std::acos(-1.0);
    const double flat = volumeOf(subdivide(bezierCellsOf(plane)).mesh);
    EXPECT_NEAR(flat, 2.0 * volumeOf(subdivide(bezierCellsOf(body)).mesh), 1e-12);
    errors[i] = std::abs(flat - exact) / exact;
  }
  // The error of chords is of second order: half an element of the second mesh covers pi / 16.
  EXPECT_LT(errors[1], 1.1 * std::pow(std::acos(-1.0) / 16.0, 2) / 6.0);
  EXPECT_NEAR(errors[0] / errors[1], 4.0, 0.2);
}

TEST(BezierCells, SomeOfThemKeepTheNumbersOfPoints)
{
  Random random(13);
  const NurbsPatch patch = randomPatch(random, 3, { 2, 3, 1 }, { 3, 2, 2 }, true);
  const BezierCells all = bezierCellsOf(patch);
  BezierCells one = all;
  one.degrees = { all.degrees[5] };
  one.points.assign(all.points.begin() + all.offsets[5], all.points.begin() + all.offsets[6]);
  one.offsets = { 0, static_cast<std::int64_t>(one.points.size()) };
  const SubdividedCells whole = subdivide(all);
  const SubdividedCells part = subdivide(one);
  ASSERT_EQ(part.mesh.numberOfElements(), 6U);
  for (std::size_t i = 0; i < part.mesh.connectivity.size(); ++i)
  {
    const std::int32_t node = part.mesh.connectivity[i];
    EXPECT_EQ(node, whole.mesh.connectivity[8 * 6 * 5 + i]);
    for (std::size_t c = 0; c < 3; ++c)
    {
      EXPECT_NEAR(part.mesh.points[3 * static_cast<std::size_t>(node) + c],
        whole.mesh.points[3 * static_cast<std::size_t>(node) + c], 1e-13);
    }
  }
}
