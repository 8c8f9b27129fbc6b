// Tests of solid fractions of level sets in Bezier cells: exact for planes in boxes, of second
// order for others, and equal to a sampled reference on random patches.

#include "Support/BezierPatches.h"
#include "Support/Patches.h"
#include "Support/RandomCases.h"

#include "Analysis/ElementGeometry.h"
#include "Core/Error.h"
#include "Geometry/Level/Patch/BezierFractions.h"
#include "Geometry/Level/Patch/PatchLevel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Volume of the part of the unit box where a x < d, a > 0, by inclusion and exclusion of corners.
double partOfUnitBox(const std::array<double, 3>& a, double d)
{
  double sum = 0.0;
  for (int corner = 0; corner < 8; ++corner)
  {
    double rest = d;
    for (int c = 0; c < 3; ++c)
    {
      rest -= (corner >> c & 1) != 0 ? a[static_cast<std::size_t>(c)] : 0.0;
    }
    const int bits = (corner & 1) + (corner >> 1 & 1) + (corner >> 2 & 1);
    sum += (bits % 2 == 0 ? 1.0 : -1.0) * std::pow(std::max(rest, 0.0), 3);
  }
  return sum / (6.0 * a[0] * a[1] * a[2]);
}

/// Coefficients of a function of second degree: its blossom at the inner knots.
std::vector<double> quadratic(
  const NurbsPatch& patch, const std::function<double(const std::array<double, 3>&)>& function)
{
  // Coefficients are values at Greville points, corrected until the field has these values there.
  std::array<std::vector<double>, 3> greville;
  for (std::size_t d = 0; d < 3; ++d)
  {
    greville[d] = patch.degrees[d] > 0 ? grevillePoints(patch.degrees[d], patch.knots[d])
                                       : std::vector<double>{ 0.0 };
  }
  std::vector<double> wanted;
  std::vector<std::array<double, 3>> places;
  for (const double z : greville[2])
  {
    for (const double y : greville[1])
    {
      for (const double x : greville[0])
      {
        places.push_back({ x, y, z });
        wanted.push_back(function(evaluateAt(patch, { x, y, z }).position));
      }
    }
  }
  std::vector<double> coefficients(wanted);
  for (int sweep = 0; sweep < 200; ++sweep)
  {
    for (std::size_t i = 0; i < wanted.size(); ++i)
    {
      coefficients[i] += wanted[i] - levelAt(patch, coefficients, places[i]).value;
    }
  }
  return coefficients;
}

double solidVolume(const NurbsPatch& patch, const std::vector<double>& levelSet)
{
  const BezierCells cells = bezierCellsOf(patch);
  const std::vector<double> fractions =
    levelSetFractions(cells, BezierExtraction(patch)(levelSet, 1));
  const std::vector<double> volumes = elementVolumes(subdivide(cells).mesh);
  double sum = 0.0;
  for (std::size_t e = 0; e < volumes.size(); ++e)
  {
    sum += fractions[e] * volumes[e];
  }
  return sum;
}

/// Solid volume, or area, by samples on the exact patch. @return it, and that of the patch
std::array<double, 2> sampled(
  const NurbsPatch& patch, const std::vector<double>& levelSet, int samples)
{
  std::array<double, 2> sums{};
  const int layers = patch.dimension == 3 ? samples : 1;
  for (int k = 0; k < layers; ++k)
  {
    for (int j = 0; j < samples; ++j)
    {
      for (int i = 0; i < samples; ++i)
      {
        const std::array<double, 3> xi = { (i + 0.5) / samples, (j + 0.5) / samples,
          (k + 0.5) / layers };
        const double measure =
          std::abs(evaluateAt(patch, xi).determinant()) / (double(samples) * samples * layers);
        sums[0] += levelAt(patch, levelSet, xi).value > 0.0 ? measure : 0.0;
        sums[1] += measure;
      }
    }
  }
  return sums;
}
}

TEST(BezierFractions, OfPlanesAreExact)
{
  Random random(21);
  for (int trial = 0; trial < 20; ++trial)
  {
    const bool isPlane = trial % 2 == 0;
    const std::array<int, 3> degrees = { 1 + static_cast<int>(random.index(3)), 2,
      isPlane ? 0 : 1 + static_cast<int>(random.index(2)) };
    const NurbsPatch patch =
      makeBoxPatch(isPlane ? 2 : 3, { 1.0, 1.0, 1.0 }, degrees, { 3, 2, isPlane ? 1 : 2 });
    const std::array<double, 3> a = { random.uniform(0.2, 1.0), random.uniform(0.2, 1.0),
      random.uniform(0.2, 1.0) };
    const double d = random.uniform(0.1, a[0] + a[1] + (isPlane ? 0.0 : a[2]));
    std::vector<double> levelSet;
    for (std::size_t i = 0; i < patch.numberOfControlPoints(); ++i)
    {
      const double* x = &patch.points[3 * i];
      levelSet.push_back(d - a[0] * x[0] - a[1] * x[1] - (isPlane ? 0.0 : a[2] * x[2]));
    }
    // In two dimensions the third direction has no effect: a steep slope in a thin box selects its
    // middle section.
    double exact = partOfUnitBox(a, d);
    if (isPlane)
    {
      const auto square = [](double value) { return std::pow(std::max(value, 0.0), 2); };
      exact = (square(d) - square(d - a[0]) - square(d - a[1]) + square(d - a[0] - a[1])) /
        (2.0 * a[0] * a[1]);
    }
    EXPECT_NEAR(solidVolume(patch, levelSet), exact, 1e-12) << trial;
  }
}

TEST(BezierFractions, OfABallAreOfSecondOrder)
{
  const auto ball = [](const std::array<double, 3>& x)
  { return 0.16 - std::pow(x[0] - 0.5, 2) - std::pow(x[1] - 0.5, 2) - std::pow(x[2] - 0.5, 2); };
  const double exact = 4.0 / 3.0 * std::acos(-1.0) * 0.064;
  double errors[2];
  for (int i = 0; i < 2; ++i)
  {
    const int spans = 5 << i;
    const NurbsPatch patch =
      makeBoxPatch(3, { 1.0, 1.0, 1.0 }, { 2, 2, 2 }, { spans, spans, spans });
    errors[i] = std::abs(solidVolume(patch, quadratic(patch, ball)) - exact) / exact;
  }
  // The level set is linear in cubes of a quarter of an element, h: the surface is displaced by at
  // most the curvature times the squared diagonal over eight, 3 h^2 / (8 r), and the ratio of area
  // to volume is 3 / r.
  EXPECT_LT(errors[0], 9.0 / 8.0 * std::pow(0.05 / 0.4, 2));
  EXPECT_LT(errors[1], 9.0 / 8.0 * std::pow(0.025 / 0.4, 2));
  EXPECT_NEAR(errors[0] / errors[1], 4.0, 0.8);
}

TEST(BezierFractions, AreThoseOfSamplesOnRandomPatches)
{
  Random random(22);
  for (int trial = 0; trial < randomCases(12, 4); ++trial)
  {
    const bool isPlane = trial % 2 == 0;
    const std::array<int, 3> degrees = { 2, 1 + static_cast<int>(random.index(3)),
      isPlane ? 0 : 2 };
    const NurbsPatch patch =
      randomPatch(random, isPlane ? 2 : 3, degrees, { 4, 3, isPlane ? 1 : 3 }, true);
    std::vector<double> levelSet = random.vector(patch.numberOfControlPoints(), -1.0, 1.0);
    const std::array<double, 2> exact = sampled(patch, levelSet, isPlane ? 400 : 60);
    // Coefficients that change their sign from one control point to the next are the most difficult
    // level set. The reference counts samples, whose error is far smaller.
    EXPECT_NEAR(solidVolume(patch, levelSet) / exact[1], exact[0] / exact[1], 0.01) << trial;
    // The fractions inside and outside add up to the patch.
    const double inside = solidVolume(patch, levelSet);
    std::transform(
      levelSet.begin(), levelSet.end(), levelSet.begin(), [](double value) { return -value; });
    const double outside = solidVolume(patch, levelSet);
    double whole = 0.0;
    for (const double volume : elementVolumes(subdivide(bezierCellsOf(patch)).mesh))
    {
      whole += volume;
    }
    EXPECT_NEAR(inside + outside, whole, 1e-12);
  }
}

TEST(BezierFractions, OfOneSignAreWhole)
{
  const NurbsPatch patch = makeBoxPatch(2, { 1.0, 1.0, 0.0 }, { 2, 2, 0 }, { 2, 2, 1 });
  const BezierCells cells = bezierCellsOf(patch);
  for (const double value : { 1.0, 0.0, -1.0 })
  {
    const std::vector<double> fractions =
      levelSetFractions(cells, std::vector<double>(cells.numberOfPoints(), value));
    EXPECT_EQ(fractions, std::vector<double>(16, value > 0.0 ? 1.0 : 0.0));
  }
  EXPECT_THROW(levelSetFractions(cells, { 1.0 }), Error);
}
