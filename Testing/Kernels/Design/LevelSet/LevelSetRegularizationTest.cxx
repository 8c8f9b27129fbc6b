// Tests of the regularized scheme of level sets: perimeter, signed distances, extension and
// curvature, against finite differences and known shapes.

#include "Support/Patches.h"
#include "Support/Random.h"

#include "Core/Context.h"
#include "Design/LevelSet/InitialLevelSet.h"
#include "Design/LevelSet/Regularization/PatchPerimeter.h"
#include "Design/LevelSet/Regularization/SignedDistance.h"
#include "Design/LevelSet/Regularization/VelocityExtension.h"
#include "Geometry/Level/Patch/BoundaryCurvature.h"
#include "Mesh/Nurbs/NurbsGenerators.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"

#include <gtest/gtest.h>

#include <algorithm>
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

std::vector<double> coefficientsOf(const NurbsPatch& patch, const Function& function)
{
  Context<HostSpace> context;
  return levelSetOfValues(context, patch, atGrevillePoints(patch, function));
}

/// Returns a patch whose map is not linear.
NurbsPatch annulus(int elements)
{
  return makeQuarterAnnulusPatch(1.0, 2.0, { 2, 2 }, { elements, elements });
}

/// Returns the distance from a ball, positive outside of it.
Function ball(const std::array<double, 3>& centre, double radius)
{
  return [=](const std::array<double, 3>& x)
  { return std::hypot(x[0] - centre[0], x[1] - centre[1], x[2] - centre[2]) - radius; };
}
}

TEST(LevelSetRegularization, PerimeterOfCirclesAndSpheres)
{
  const NurbsPatch plane = annulus(48);
  const double size = meanElementSize(plane);
  const PatchPerimeter length(plane, 1.5 * size);
  EXPECT_NEAR(length.evaluate(coefficientsOf(plane, ball({ 1.1, 1.1, 0.0 }, 0.3)), nullptr),
    2.0 * Pi * 0.3, 0.01 * 2.0 * Pi * 0.3);
  const NurbsPatch box = makeBoxPatch(3, { 1.0, 1.0, 1.0 }, { 2, 2, 2 }, { 16, 16, 16 });
  const PatchPerimeter area(box, 1.5 * meanElementSize(box));
  EXPECT_NEAR(area.evaluate(coefficientsOf(box, ball({ 0.5, 0.5, 0.5 }, 0.3)), nullptr),
    4.0 * Pi * 0.09, 0.02 * 4.0 * Pi * 0.09);
}

TEST(LevelSetRegularization, GradientOfThePerimeter)
{
  Random random(5);
  for (const NurbsPatch& patch : { annulus(7), extrude(annulus(4), 0.7, 2, 3),
         makeBoxPatch(2, { 2.0, 1.0, 0.0 }, { 3, 1, 0 }, { 6, 5, 1 }) })
  {
    const PatchPerimeter perimeter(patch, 0.3);
    std::vector<double> levelSet = random.vector(patch.numberOfControlPoints(), -0.5, 0.5);
    std::vector<double> gradient;
    perimeter.evaluate(levelSet, &gradient);
    for (int trial = 0; trial < 4; ++trial)
    {
      const std::vector<double> direction = random.vector(levelSet.size(), -1.0, 1.0);
      constexpr double h = 1e-6;
      std::array<double, 2> values{};
      for (std::size_t side = 0; side < 2; ++side)
      {
        std::vector<double> moved = levelSet;
        for (std::size_t i = 0; i < moved.size(); ++i)
        {
          moved[i] += (side == 0 ? -h : h) * direction[i];
        }
        values[side] = perimeter.evaluate(moved, nullptr);
      }
      double scale = 0.0;
      for (std::size_t i = 0; i < direction.size(); ++i)
      {
        scale += std::abs(direction[i] * gradient[i]);
      }
      EXPECT_NEAR(std::inner_product(direction.begin(), direction.end(), gradient.begin(), 0.0),
        (values[1] - values[0]) / (2.0 * h), 1e-6 * scale);
    }
  }
}

TEST(LevelSetRegularization, DistancesFromCircles)
{
  const NurbsPatch patch = annulus(40);
  const double size = meanElementSize(patch);
  const Function circle = ball({ 1.1, 1.0, 0.0 }, 0.3);
  // This level set has the same contour, and slopes from 0.5 to 3.
  const std::vector<double> steep = coefficientsOf(
    patch, [&](const std::array<double, 3>& x) { return circle(x) * (0.5 + 2.5 * x[0] / 2.0); });
  const double most = 5.0 * size;
  const SignedDistance distance(patch, most);
  const std::vector<double> values = distance.values(steep);
  const std::vector<double> exact = atGrevillePoints(patch, circle);
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    // Farther from the contour, the nearest of the foot points is taken, which are as far apart as
    // the control points.
    const double tolerance = std::abs(exact[i]) < 0.5 * size ? 0.05 : 0.4;
    EXPECT_NEAR(values[i], std::clamp(exact[i], -most, most), tolerance * size) << "point " << i;
  }
  // The contour is unchanged.
  const PatchBoundary boundary = extractBoundary(patch, distance.coefficients(steep, 0.0));
  for (std::size_t s = 0; s < boundary.numberOfCells(); ++s)
  {
    if (boundary.origins[s] == 0)
    {
      const double* x = &boundary.points[3 * static_cast<std::size_t>(boundary.cells[2 * s])];
      EXPECT_NEAR(circle({ x[0], x[1], 0.0 }), 0.0, 0.05 * size);
    }
  }
  EXPECT_NEAR(totalCurvature(boundary, 0.25 * size), 2.0 * Pi, 0.05);
}

TEST(LevelSetRegularization, ExtensionsAreSolutions)
{
  Random random(9);
  const NurbsPatch patch = makeBoxPatch(2, { 2.0, 1.0, 0.0 }, { 2, 2, 0 }, { 10, 1, 1 });
  const VelocityExtension extension(patch, 0.4);
  const std::vector<double> given = random.vector(patch.numberOfControlPoints(), 0.0, 1.0);
  std::vector<double> values = given;
  extension.apply(values);
  EXPECT_NEAR(std::accumulate(values.begin(), values.end(), 0.0),
    std::accumulate(given.begin(), given.end(), 0.0), 1e-12);
  // If lines have equal values, they solve the equation of the other direction, with a of two
  // elements.
  std::vector<double> lines;
  for (std::size_t i = 0; i < given.size(); ++i)
  {
    lines.push_back(given[i % 12]);
  }
  values = lines;
  extension.apply(values);
  for (std::size_t i = 0; i < 12; ++i)
  {
    const double left = i > 0 ? values[i] - values[i - 1] : 0.0;
    const double right = i < 11 ? values[i] - values[i + 1] : 0.0;
    EXPECT_NEAR(values[i] + 4.0 * (left + right), lines[i], 1e-12);
  }
}
