// Tests of loads on sides of NURBS patches: resultants, consistency, a known answer for a curved
// side.

#include "Support/Random.h"

#include "Analysis/Loads/PatchSurfaceLoads.h"
#include "Core/Error.h"
#include "Mesh/Nurbs/NurbsGenerators.h"
#include "Mesh/Nurbs/NurbsRefinement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double Pi = 3.14159265358979323846;

/// The work of forces for displacements of control points.
double work(const std::vector<double>& forces, const std::vector<double>& displacements)
{
  double sum = 0.0;
  for (std::size_t i = 0; i < forces.size(); ++i)
  {
    sum += forces[i] * displacements[i];
  }
  return sum;
}

void expectNear(const Vector3& a, const Vector3& b, double tolerance)
{
  for (std::size_t c = 0; c < 3; ++c)
  {
    EXPECT_NEAR(a[c], b[c], tolerance);
  }
}
}

TEST(PatchSurfaceLoads, TotalForceAndItsPlace)
{
  for (int degree = 1; degree <= 4; ++degree)
  {
    const NurbsPatch box =
      makeBoxPatch(3, { 2.0, 1.0, 0.5 }, { degree, degree, degree }, { 4, 3, 2 });
    EXPECT_NEAR(areaOf(box, { sideOf(0, 1) }), 0.5, 1e-14);
    const Resultant result =
      resultantOf(box.points, forcesOfTotalForce(box, { sideOf(0, 1) }, { 1.0, -2.0, 3.0 }));
    expectNear(result.force, { 1.0, -2.0, 3.0 }, 1e-13);
    // The force acts at the centroid (2, 0.5, 0.25).
    expectNear(result.moment, { 0.5 * 3.0 + 0.25 * 2.0, 0.25 - 6.0, -4.0 - 0.5 }, 1e-12);
    // The loaded part of a side ends within spans.
    PatchFacePiece part = sideOf(2, 1);
    part.low = { 0.1, 0.2 };
    part.high = { 0.6, 1.0 };
    EXPECT_NEAR(areaOf(box, { part }), 1.0 * 0.8, 1e-13);
    const Resultant pushed = resultantOf(box.points, forcesOfPressure(box, { part }, 2.0));
    expectNear(pushed.force, { 0.0, 0.0, -1.6 }, 1e-13);
  }
}

TEST(PatchSurfaceLoads, PressureOnAClosedSurfaceIsInBalance)
{
  NurbsPatch patch =
    refine(extrude(makeQuarterAnnulusPatch(1.0, 2.0, { 1, 2 }, { 1, 1 }), 1.5, 1, 1), { 3, 3, 2 },
      { 8, 8, 2 });
  std::vector<PatchFacePiece> all;
  for (int d = 0; d < 3; ++d)
  {
    all.push_back(sideOf(d, 0));
    all.push_back(sideOf(d, 1));
  }
  const Resultant result = resultantOf(patch.points, forcesOfPressure(patch, all, 1.0));
  expectNear(result.force, {}, 1e-6);
  expectNear(result.moment, {}, 1e-6);
  EXPECT_NEAR(areaOf(patch, { sideOf(0, 0) }), 0.5 * Pi * 1.5, 1e-8);
}

TEST(PatchSurfaceLoads, InnerPressureOfAnAnnulus)
{
  const NurbsPatch patch = makeQuarterAnnulusPatch(1.0, 2.0, { 2, 2 }, { 8, 8 });
  const Resultant result =
    resultantOf(patch.points, forcesOfPressure(patch, { sideOf(0, 0) }, 3.0));
  expectNear(result.force, { 3.0, 3.0, 0.0 }, 1e-8);
}

TEST(PatchSurfaceLoads, WorkIsTheIntegralOfTractionTimesDisplacement)
{
  Random random(5);
  const NurbsPatch patch = makeQuarterAnnulusPatch(1.0, 2.0, { 2, 3 }, { 3, 4 });
  std::vector<double> displacements(patch.points.size());
  for (double& value : displacements)
  {
    value = random.uniform(-1.0, 1.0);
  }
  const Vector3 traction = { 0.7, -0.4, 0.0 };
  const double done = work(forcesOfTraction(patch, { sideOf(0, 1) }, traction), displacements);
  // The expected integral is computed by the midpoint rule.
  constexpr int Points = 20000;
  double sum = 0.0;
  for (int i = 0; i < Points; ++i)
  {
    const NurbsPoint point = evaluateAt(patch, { 1.0, (i + 0.5) / Points, 0.0 });
    const double length =
      std::hypot(point.jacobian[0][1], point.jacobian[1][1], point.jacobian[2][1]) / Points;
    for (std::size_t a = 0; a < static_cast<std::size_t>(point.count); ++a)
    {
      const double* u = &displacements[3 * static_cast<std::size_t>(point.controlPoints[a])];
      sum += length * point.values[a] * (traction[0] * u[0] + traction[1] * u[1]);
    }
  }
  EXPECT_NEAR(done, sum, 1e-6 * std::abs(sum));
}

TEST(PatchSurfaceLoads, MomentHasNoForce)
{
  const NurbsPatch box = makeBoxPatch(3, { 2.0, 1.0, 1.0 }, { 2, 2, 2 }, { 4, 3, 3 });
  const Vector3 moment = { 1.0, 0.5, -2.0 };
  const Resultant result = resultantOf(box.points, forcesOfMoment(box, { sideOf(0, 1) }, moment));
  expectNear(result.force, {}, 1e-12);
  expectNear(result.moment, moment, 1e-12);
  EXPECT_THROW(forcesOfMoment(box, {}, moment), Error);
}

TEST(PatchSurfaceLoads, ForcesAtPoints)
{
  const NurbsPatch patch = makeQuarterAnnulusPatch(1.0, 2.0, { 2, 2 }, { 5, 5 });
  const std::array<double, 3> xi = { 0.3, 0.7, 0.0 };
  const std::vector<double> forces = forcesAtParameters(patch, { xi }, { 2.0, -1.0, 0.0 });
  const Resultant result = resultantOf(patch.points, forces);
  const NurbsPoint at = evaluateAt(patch, xi);
  expectNear(result.force, { 2.0, -1.0, 0.0 }, 1e-14);
  EXPECT_NEAR(result.moment[2], -at.position[0] - 2.0 * at.position[1], 1e-13);
}
