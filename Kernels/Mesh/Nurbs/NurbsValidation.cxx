#include "Mesh/Nurbs/NurbsValidation.h"

#include "Core/Requirements.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace trabecula
{
namespace
{
const char* nameOfDirection(std::size_t k)
{
  return k == 0 ? "xi" : k == 1 ? "eta" : "zeta";
}

void checkKnots(const NurbsPatch& patch, std::size_t k)
{
  const int degree = patch.degrees[k];
  const std::vector<double>& knots = patch.knots[k];
  const std::string name = std::string("Knot vector ") + nameOfDirection(k);
  if (degree < 1 || degree > bspline::LargestDegree)
  {
    fail("The degree in direction ", nameOfDirection(k), " is ", degree, ", but must be 1 to ",
      bspline::LargestDegree, ".");
  }
  const auto p = static_cast<std::size_t>(degree);
  if (knots.size() < 2 * p + 2)
  {
    fail(name, " has ", knots.size(), " knots, but degree ", degree, " needs at least ", 2 * p + 2,
      ".");
  }
  for (std::size_t i = 0; i < knots.size(); ++i)
  {
    if (!std::isfinite(knots[i]))
    {
      fail(name, ": knot ", i, " is ", knots[i], ", but must be a finite number.");
    }
    if (i > 0 && knots[i] < knots[i - 1])
    {
      fail(name, " decreases from ", knots[i - 1], " to ", knots[i], " at knot ", i,
        ". Knots must not decrease.");
    }
  }
  const bool isClamped = knots[p] == 0.0 && knots.front() == 0.0 &&
    knots[knots.size() - 1 - p] == 1.0 && knots.back() == 1.0;
  if (!isClamped)
  {
    fail(name, " is not open on [0, 1]: degree ", degree, " needs its first ", p + 1,
      " knots to be 0 and its last ", p + 1, " to be 1.");
  }
  for (std::size_t i = p + 1; i + p < knots.size(); ++i)
  {
    if (!(knots[i] > knots[i - 1]))
    {
      fail(name, " repeats the interior knot ", knots[i], " (knots ", i - 1, " and ", i,
        "). Interior knots must be simple.");
    }
  }
}

void checkControlPoints(const NurbsPatch& patch)
{
  const std::array<int, 3> n = patch.counts();
  double count = 1.0;
  for (const int inDirection : n)
  {
    count *= inDirection;
  }
  if (count > static_cast<double>(std::numeric_limits<std::int32_t>::max()) / 3)
  {
    fail("The patch has ", count, " control points, more than the ",
      std::numeric_limits<std::int32_t>::max() / 3, " that are supported.");
  }
  if (patch.points.size() != 3 * patch.numberOfControlPoints())
  {
    fail("Degrees and knots ask for ", n[0], " x ", n[1], " x ", n[2], " = ",
      patch.numberOfControlPoints(), " control points, but there are ", patch.points.size() / 3,
      ".");
  }
  requireSize(
    "Weight", patch.weights.size(), patch.numberOfControlPoints(), "one for each control point");
  requireFinite("The coordinate of a control point", patch.points, 3, "control point");
  requireScale("The coordinate of a control point", patch.points);
  for (std::size_t i = 0; i < patch.weights.size(); ++i)
  {
    if (!(patch.weights[i] > 0.0) || !std::isfinite(patch.weights[i]))
    {
      fail("Weight of control point ", i, " is ", patch.weights[i],
        ", but must be positive and finite.");
    }
  }
  if (patch.dimension == 2)
  {
    for (std::size_t i = 0; i < patch.weights.size(); ++i)
    {
      if (patch.points[3 * i + 2] != 0.0)
      {
        fail("Control point ", i, " has z = ", patch.points[3 * i + 2],
          ", but a plane patch must lie in the plane z = 0. Move its control points there, or "
          "give it a third direction.");
      }
    }
  }
}

void checkJacobians(const NurbsPatch& patch)
{
  const GaussTables gauss(patch);
  double extent = 0.0;
  for (std::size_t c = 0; c < 3; ++c)
  {
    double low = patch.points[c];
    double high = low;
    for (std::size_t i = c; i < patch.points.size(); i += 3)
    {
      low = std::min(low, patch.points[i]);
      high = std::max(high, patch.points[i]);
    }
    extent = std::max(extent, high - low);
  }
  // The sign of a smaller determinant is determined by rounding.
  const double least = 1e-14 * std::pow(extent, patch.dimension);
  const std::array<int, 3> elements = patch.elements();
  const auto total = static_cast<std::int64_t>(patch.numberOfElements());
  std::int64_t first = total;
  std::int64_t count = 0;
#pragma omp parallel for schedule(static) reduction(min : first) reduction(+ : count)
  for (std::int64_t e = 0; e < total; ++e)
  {
    std::array<double, NurbsPoint::Most> determinants; // NOLINT: written before it is read
    gauss.determinants(patch, e, determinants.data());
    const bool isBad =
      std::any_of(determinants.begin(), determinants.begin() + patch.functionsPerElement(),
        [least](double determinant) { return !(determinant > least); });
    if (isBad)
    {
      first = std::min(first, e);
      ++count;
    }
  }
  if (count > 0)
  {
    fail("The determinant of the Jacobian is not positive at a Gauss point of element ", first,
      " (", first % elements[0], ", ", first / elements[0] % elements[1], ", ",
      first / elements[0] / elements[1], "): the patch folds over or is left-handed there. ", count,
      count == 1 ? " element is" : " elements are",
      " so. Move the control points, or reverse a direction.");
  }
}
}

void validate(const NurbsPatch& patch)
{
  if (patch.dimension != 2 && patch.dimension != 3)
  {
    fail("The patch has ", patch.dimension, " directions, but must have 2 or 3.");
  }
  for (std::size_t k = 0; k < static_cast<std::size_t>(patch.dimension); ++k)
  {
    checkKnots(patch, k);
  }
  if (patch.dimension == 2 &&
    (patch.degrees[2] != 0 || patch.knots[2] != std::vector<double>{ 0.0, 1.0 }))
  {
    fail("A plane patch has no knots in direction zeta.");
  }
  checkControlPoints(patch);
  checkJacobians(patch);
}
}
