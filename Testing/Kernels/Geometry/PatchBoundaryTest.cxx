// Tests of boundaries of level sets on patches: closed, on the zero level, with known areas and
// volumes.

#include "Geometry/Level/Patch/PatchBoundary.h"
#include "Core/Context.h"
#include "Core/Observer.h"
#include "Design/LevelSet/InitialLevelSet.h"
#include "Geometry/Triangles/TriangleMesh.h"
#include "Geometry/Voxelization/SurfaceFaults.h"
#include "Mesh/Nurbs/NurbsGenerators.h"
#include "Support/Patches.h"
#include "Support/Random.h"
#include "Support/RandomCases.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double Pi = 3.14159265358979323846;

using Function = std::function<double(const std::array<double, 3>&)>;

/// Coefficients of a function, exact if the space of the patch contains it.
std::vector<double> coefficientsOf(const NurbsPatch& patch, const Function& function)
{
  const Context<HostSpace> context;
  return levelSetOfValues(context, patch, atGrevillePoints(patch, function));
}

void expectClosed(const PatchBoundary& boundary)
{
  if (boundary.pointsPerCell == 3)
  {
    EXPECT_TRUE(findTopology({ boundary.points, boundary.cells }).isClosedManifold());
    return;
  }
  for (std::size_t c = 0; c + 1 < boundary.curves.size(); ++c)
  {
    const std::size_t first = boundary.curves[c];
    const std::size_t last = boundary.curves[c + 1] - 1;
    EXPECT_EQ(boundary.cells[2 * first], boundary.cells[2 * last + 1]);
    for (std::size_t s = first; s < last; ++s)
    {
      EXPECT_EQ(boundary.cells[2 * s + 1], boundary.cells[2 * s + 2]);
    }
  }
}

/// Largest |function| at the points of the contour.
double distanceFromZero(const PatchBoundary& boundary, const Function& function)
{
  double most = 0.0;
  for (std::size_t i = 0; i < boundary.cells.size(); ++i)
  {
    if (boundary.origins[i / static_cast<std::size_t>(boundary.pointsPerCell)] == 0)
    {
      const double* x = &boundary.points[3 * static_cast<std::size_t>(boundary.cells[i])];
      most = std::max(most, std::abs(function({ x[0], x[1], x[2] })));
    }
  }
  return most;
}
}

TEST(PatchBoundary, OfAHoleHasItsArea)
{
  // A plate has a circular hole, and one that is cut by its side.
  const NurbsPatch patch = makeBoxPatch(2, { 2.0, 1.0, 0.0 }, { 2, 2, 0 }, { 16, 8, 1 });
  const Function inside = [](const std::array<double, 3>& x)
  { return (x[0] - 1.0) * (x[0] - 1.0) + (x[1] - 0.5) * (x[1] - 0.5) - 0.09; };
  const Function cut = [](const std::array<double, 3>& x)
  { return (x[0] - 2.0) * (x[0] - 2.0) + x[1] * x[1] - 0.16; };
  double errors[2];
  for (int i = 0; i < 2; ++i)
  {
    const PatchBoundary boundary =
      extractBoundary(patch, coefficientsOf(patch, inside), i == 0 ? 4 : 16);
    expectClosed(boundary);
    EXPECT_EQ(boundary.curves.size(), 3U); // the plate and the hole
    EXPECT_LT(distanceFromZero(boundary, inside), 1e-13);
    errors[i] = std::abs(enclosedMeasure(boundary) - (2.0 - 0.09 * Pi));
  }
  EXPECT_LT(errors[0], 5e-4);
  EXPECT_LT(errors[1], errors[0] / 8.0); // second order would be 16 for segments of equal length
  const PatchBoundary boundary = extractBoundary(patch, coefficientsOf(patch, cut), 8);
  expectClosed(boundary);
  EXPECT_EQ(boundary.curves.size(), 2U);
  EXPECT_NEAR(enclosedMeasure(boundary), 2.0 - 0.04 * Pi, 1e-4);
}

TEST(PatchBoundary, OfARingHasItsArea)
{
  const NurbsPatch patch = makeQuarterAnnulusPatch(1.0, 2.0, { 2, 2 }, { 6, 6 });
  const Function ring = [](const std::array<double, 3>& x)
  { return 1.6 * 1.6 - x[0] * x[0] - x[1] * x[1]; };
  const PatchBoundary boundary = extractBoundary(patch, coefficientsOf(patch, ring), 8);
  expectClosed(boundary);
  EXPECT_LT(distanceFromZero(boundary, ring), 1e-12);
  EXPECT_NEAR(enclosedMeasure(boundary), 0.25 * Pi * (1.6 * 1.6 - 1.0), 5e-4);
}

TEST(PatchBoundary, OfASolidIsThatOfThePatch)
{
  const NurbsPatch plate = makeBoxPatch(2, { 2.0, 1.0, 0.0 }, { 2, 2, 0 }, { 3, 2, 1 });
  const PatchBoundary curve =
    extractBoundary(plate, std::vector<double>(plate.numberOfControlPoints(), 1.0));
  expectClosed(curve);
  EXPECT_NEAR(enclosedMeasure(curve), 2.0, 1e-14);
  const NurbsPatch box = makeBoxPatch(3, { 2.0, 1.0, 1.0 }, { 2, 2, 2 }, { 3, 2, 2 });
  const PatchBoundary surface =
    extractBoundary(box, std::vector<double>(box.numberOfControlPoints(), 1.0), 2);
  expectClosed(surface);
  EXPECT_NEAR(enclosedMeasure(surface), 2.0, 1e-13);
  const PatchBoundary none =
    extractBoundary(plate, std::vector<double>(plate.numberOfControlPoints(), -1.0));
  EXPECT_TRUE(none.cells.empty());
}

TEST(PatchBoundary, OfACavityHasItsVolume)
{
  const NurbsPatch patch = makeBoxPatch(3, { 2.0, 1.0, 1.0 }, { 2, 2, 2 }, { 12, 6, 6 });
  const Function cavity = [](const std::array<double, 3>& x)
  {
    return (x[0] - 1.0) * (x[0] - 1.0) + (x[1] - 0.5) * (x[1] - 0.5) + (x[2] - 0.5) * (x[2] - 0.5) -
      0.09;
  };
  const PatchBoundary boundary = extractBoundary(patch, coefficientsOf(patch, cavity), 3);
  expectClosed(boundary);
  EXPECT_LT(distanceFromZero(boundary, cavity), 1e-12);
  EXPECT_NEAR(enclosedMeasure(boundary), 2.0 - 4.0 / 3.0 * Pi * 0.027, 1e-3);
  // A cylinder intersects a curved body.
  const NurbsPatch body = extrude(makeQuarterAnnulusPatch(1.0, 2.0, { 2, 2 }, { 6, 6 }), 1.0, 2, 3);
  const Function ring = [](const std::array<double, 3>& x)
  { return 1.6 * 1.6 - x[0] * x[0] - x[1] * x[1]; };
  const PatchBoundary open = extractBoundary(body, coefficientsOf(body, ring), 4);
  expectClosed(open);
  EXPECT_NEAR(enclosedMeasure(open), 0.25 * Pi * (1.6 * 1.6 - 1.0), 3e-3);
}

TEST(PatchBoundary, OfRandomLevelSetsIsClosed)
{
  Random random(5);
  const NurbsPatch plate = makeQuarterAnnulusPatch(1.0, 2.0, { 2, 3 }, { 7, 5 });
  const NurbsPatch box = makeBoxPatch(3, { 1.0, 1.0, 1.0 }, { 2, 2, 2 }, { 4, 3, 5 });
  for (int i = 0; i < randomCases(5, 2); ++i)
  {
    const std::vector<double> levelSet = random.vector(plate.numberOfControlPoints(), -1.0, 1.0);
    const PatchBoundary curves = extractBoundary(plate, levelSet);
    expectClosed(curves);
    EXPECT_GT(enclosedMeasure(curves), 0.0);
    const PatchBoundary surface =
      extractBoundary(box, random.vector(box.numberOfControlPoints(), -1.0, 1.0));
    expectClosed(surface);
    EXPECT_GT(enclosedMeasure(surface), 0.0);
  }
}

TEST(PatchBoundary, LengthyOfSmoothLevelSetsBoundsASolid)
{
  constexpr int Trials = 8;
  // Surfaces satisfy the requirements of voxelization: no points coincide, no triangles cross. Rods
  // intersect sides, edges and corners of the patch at all angles.
  Random random(6);
  for (int i = 0; i < Trials; ++i)
  {
    const NurbsPatch patch = i % 2 == 0
      ? makeBoxPatch(3, { 2.0, 1.0, 1.0 }, { 2, 2, 2 }, { 6, 4, 4 })
      : extrude(makeQuarterAnnulusPatch(1.0, 2.0, { 2, 2 }, { 4, 6 }), 1.0, 2, 4);
    std::array<double, 12> wave{};
    for (double& value : wave)
    {
      value = random.uniform(-4.0, 4.0);
    }
    const Function waves = [&](const std::array<double, 3>& x)
    {
      double sum = 0.1 * wave[0];
      for (std::size_t w = 0; w < 3; ++w)
      {
        sum += std::cos(wave[w] * x[0] + wave[w + 3] * x[1] + wave[w + 6] * x[2] + wave[w + 9]);
      }
      return sum;
    };
    const PatchBoundary boundary = extractBoundary(patch, coefficientsOf(patch, waves));
    const MergedSurface merged = mergeEqualPoints({ boundary.points, boundary.cells });
    EXPECT_EQ(merged.mesh.numberOfPoints(), boundary.points.size() / 3) << i;
    std::vector<std::int64_t> cells(merged.mesh.numberOfTriangles());
    std::iota(cells.begin(), cells.end(), std::int64_t(0));
    Observer observer;
    EXPECT_NO_THROW(requireSolidSurface(merged, cells, observer)) << i;
  }
}
