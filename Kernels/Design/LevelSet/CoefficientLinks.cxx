#include "Design/LevelSet/CoefficientLinks.h"

#include "Core/Requirements.h"
#include "Core/Text.h"
#include "Core/UnionFind.h"
#include "Design/LevelSet/ParameterSymmetry.h"
#include "Design/Stage/Filter/SymmetricFilter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

namespace trabecula
{
namespace
{
using Vector3 = std::array<double, 3>;

/// Of positions relative to the size of the net, and of weights relative to each other.
constexpr double NetRounding = 1e-6;

Vector3 controlPoint(const NurbsPatch& patch, std::size_t point)
{
  return { patch.points[3 * point], patch.points[3 * point + 1], patch.points[3 * point + 2] };
}

double distanceOf(const Vector3& a, const Vector3& b)
{
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/// Returns the diagonal of the box around the net.
double sizeOf(const NurbsPatch& patch)
{
  Vector3 low;
  Vector3 high;
  low.fill(std::numeric_limits<double>::max());
  high.fill(std::numeric_limits<double>::lowest());
  for (std::size_t i = 0; i < patch.points.size(); ++i)
  {
    low[i % 3] = std::min(low[i % 3], patch.points[i]);
    high[i % 3] = std::max(high[i % 3], patch.points[i]);
  }
  return distanceOf(low, high);
}

std::string placeText(const Vector3& place)
{
  return "(" + shortText(place[0]) + ", " + shortText(place[1]) + ", " + shortText(place[2]) + ")";
}

bool haveEqualWeights(const NurbsPatch& patch, std::size_t a, std::size_t b)
{
  return std::abs(patch.weights[a] - patch.weights[b]) <= NetRounding * patch.weights[a];
}

/// The largest distance between the image of a control point and that where it should be, of all
/// control points or, above a limit, of some.
struct Mismatch
{
  double distance = 0.0;
  std::size_t point = 0;
  std::size_t image = 0;
};

Mismatch mismatchOf(const NurbsPatch& patch, const Isometry& isometry,
  const ParameterSymmetry& symmetry, double limit)
{
  const std::array<int, 3> counts = patch.counts();
  Mismatch worst;
  for (std::size_t p = 0; p < patch.weights.size() && worst.distance < limit; ++p)
  {
    const std::size_t image = symmetry(p, counts);
    double distance = distanceOf(isometry(controlPoint(patch, p)), controlPoint(patch, image));
    if (!haveEqualWeights(patch, p, image))
    {
      distance = std::numeric_limits<double>::max();
    }
    if (distance > worst.distance)
    {
      worst = { distance, p, image };
    }
  }
  return worst;
}

/// Returns the name of a generator, as "the plane y = 0.5".
std::string nameOfGenerator(const Isometry& isometry, const SymmetrySettings& settings)
{
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    const double diagonal = isometry.matrix[0] + isometry.matrix[4] + isometry.matrix[8];
    if (isometry.matrix[4 * axis] == -1.0 && diagonal == 1.0)
    {
      return std::string("the plane ") + "xyz"[axis] + " = " + shortText(settings.center[axis]);
    }
  }
  return "rotations by a full turn over " + std::to_string(settings.turns) + " about the axis " +
    "XYZ"[settings.axis] + " through " + placeText(settings.center);
}

void joinImages(
  const NurbsPatch& patch, const SymmetrySettings& settings, std::vector<std::int32_t>& parents)
{
  const std::vector<ParameterSymmetry> symmetries = parameterSymmetries(patch);
  const double tolerance = NetRounding * sizeOf(patch);
  for (const Isometry& isometry : generatorsOf(settings))
  {
    Mismatch best;
    best.distance = std::numeric_limits<double>::infinity();
    ParameterSymmetry found;
    for (const ParameterSymmetry& symmetry : symmetries)
    {
      const Mismatch mismatch = mismatchOf(patch, isometry, symmetry, best.distance);
      if (mismatch.distance < best.distance)
      {
        best = mismatch;
        found = symmetry;
      }
    }
    if (best.distance > tolerance)
    {
      const std::string at = "control point " + std::to_string(best.point) + " at " +
        placeText(controlPoint(patch, best.point)) + " has no image of equal weight at " +
        placeText(isometry(controlPoint(patch, best.point)));
      fail("Symmetry: the patch itself is not symmetric under ",
        nameOfGenerator(isometry, settings), ": ", at,
        ". Move the Symmetry Center, choose other planes or turns, or make the control net "
        "symmetric.");
    }
    const std::array<int, 3> counts = patch.counts();
    for (std::size_t p = 0; p < parents.size(); ++p)
    {
      unionfind::joinShortened(
        parents.data(), static_cast<std::int32_t>(p), static_cast<std::int32_t>(found(p, counts)));
    }
  }
}

/// A direction of a patch whose rows of control points are straight along a direction in space.
struct StraightRows
{
  std::size_t direction = 0;
  bool isReversed = false; ///< rows run against the direction in space
};

double alongOf(const Vector3& direction, const Vector3& way)
{
  return direction[0] * way[0] + direction[1] * way[1] + direction[2] * way[2];
}

/// Returns rows with an index each, without their control points.
DrawnRows rowsOf(const NurbsPatch& patch, std::size_t direction)
{
  const std::array<int, 3> counts = patch.counts();
  DrawnRows rows;
  rows.count = counts[direction];
  rows.rows = static_cast<std::int64_t>(patch.numberOfControlPoints()) / rows.count;
  for (std::size_t k = 0; k < direction; ++k)
  {
    rows.stride *= counts[k];
  }
  return rows;
}

/// Finds the rows along a unit vector. @param name of the demand in messages
StraightRows findRows(const NurbsPatch& patch, const Vector3& unit, const std::string& name)
{
  const double tolerance = NetRounding * sizeOf(patch);
  for (std::size_t k = 0; k < static_cast<std::size_t>(patch.dimension); ++k)
  {
    const DrawnRows rows = rowsOf(patch, k);
    bool isStraight = true;
    double forwards = 0.0;
    for (std::int64_t row = 0; row < rows.rows && isStraight; ++row)
    {
      const auto first = static_cast<std::size_t>(rows.at(row, 0));
      const Vector3 start = controlPoint(patch, first);
      for (std::int64_t place = 1; place < rows.count && isStraight; ++place)
      {
        const auto point = static_cast<std::size_t>(rows.at(row, place));
        const Vector3 end = controlPoint(patch, point);
        const Vector3 way = { end[0] - start[0], end[1] - start[1], end[2] - start[2] };
        const double along = alongOf(unit, way);
        const double aside =
          std::hypot(way[0] - along * unit[0], way[1] - along * unit[1], way[2] - along * unit[2]);
        isStraight = aside <= tolerance && haveEqualWeights(patch, first, point);
        forwards += along;
      }
    }
    if (isStraight && std::abs(forwards) > tolerance)
    {
      return { k, forwards < 0.0 };
    }
  }
  fail(name, " has the direction ", placeText(unit),
    ", but in no direction of the patch are all rows of control points straight along it, with "
    "equal weights. Choose the direction of such rows, or switch it off.");
}

/// Returns the parameter of the parting plane in the direction of the rows.
double parameterOfPlane(
  const NurbsPatch& patch, const StraightRows& straight, const Vector3& unit, double partingPlane)
{
  if (partingPlane == 0.0 || partingPlane == 1.0)
  {
    return (partingPlane == 1.0) == straight.isReversed ? 0.0 : 1.0;
  }
  const DrawnRows rows = rowsOf(patch, straight.direction);
  const double tolerance = NetRounding * sizeOf(patch);
  std::vector<double> heights;
  for (std::int64_t place = 0; place < rows.count; ++place)
  {
    heights.push_back(
      alongOf(unit, controlPoint(patch, static_cast<std::size_t>(rows.at(0, place)))));
    for (std::int64_t row = 1; row < rows.rows; ++row)
    {
      const auto point = static_cast<std::size_t>(rows.at(row, place));
      if (std::abs(alongOf(unit, controlPoint(patch, point)) - heights.back()) > tolerance)
      {
        fail("Parting Plane is ", partingPlane,
          ", inside of the patch, but its layers of control points are not plane across the Draw "
          "Direction: control point ",
          point, " is out of its layer. Choose 0 or 1, or another direction.");
      }
    }
  }
  const double low = std::min(heights.front(), heights.back());
  const double wanted = low + partingPlane * (std::max(heights.front(), heights.back()) - low);
  const int degree = patch.degrees[straight.direction];
  const std::vector<double>& knots = patch.knots[straight.direction];
  double first = 0.0;
  double last = 1.0;
  constexpr int halvings = 60;
  for (int step = 0; step < halvings; ++step)
  {
    const double middle = 0.5 * (first + last);
    const int span =
      bspline::spanOf(degree, static_cast<int>(rows.count) - degree, knots.data(), middle);
    std::array<double, bspline::MostFunctions> values{};
    bspline::evaluate(degree, knots.data(), span, middle, values.data(), nullptr);
    double height = 0.0;
    for (int a = 0; a <= degree; ++a)
    {
      const auto i = static_cast<std::size_t>(a);
      height += values[i] * heights[static_cast<std::size_t>(span) + i];
    }
    ((height < wanted) == straight.isReversed ? last : first) = middle;
  }
  return 0.5 * (first + last);
}

DrawnRows drawnRowsOf(const NurbsPatch& patch, const DrawSettings& settings)
{
  constexpr const char* name = "Draw Direction";
  const Vector3 unit = unitVector(settings.direction, settings.vector, name);
  const StraightRows straight = findRows(patch, unit, name);
  DrawnRows rows = rowsOf(patch, straight.direction);
  const double plane = parameterOfPlane(patch, straight, unit, settings.partingPlane);
  const std::vector<double>& knots = patch.knots[straight.direction];
  const int degree = patch.degrees[straight.direction];
  // The derivative of the level set is the sum of differences of successive coefficients k - 1 and
  // k by functions of one degree less, each between the knots k and k + degree. Differences whose
  // function passes the plane are zero.
  constexpr double rounding = 1e-9;
  std::int64_t first = rows.count;
  std::int64_t last = 0;
  for (std::int64_t k = rows.count - 1; k > 0; --k)
  {
    first = knots[static_cast<std::size_t>(k + degree)] > plane + rounding ? k : first;
  }
  for (std::int64_t k = 1; k < rows.count; ++k)
  {
    last = knots[static_cast<std::size_t>(k)] < plane - rounding ? k : last;
  }
  rows.low = first - 1;
  rows.high = std::max(last, rows.low);
  return rows;
}

/// Joins the control points of a row from one place to another.
void joinRows(
  const DrawnRows& rows, std::int64_t from, std::int64_t to, std::vector<std::int32_t>& parents)
{
  for (std::int64_t row = 0; row < rows.rows; ++row)
  {
    for (std::int64_t place = from; place < to; ++place)
    {
      unionfind::joinShortened(parents.data(), static_cast<std::int32_t>(rows.at(row, place)),
        static_cast<std::int32_t>(rows.at(row, place + 1)));
    }
  }
}

void setGroups(std::vector<std::int32_t>& parents, CoefficientLinks& links)
{
  std::vector<std::int32_t> sizes(parents.size(), 0);
  for (std::size_t p = 0; p < parents.size(); ++p)
  {
    parents[p] = unionfind::root(parents.data(), static_cast<std::int32_t>(p));
    ++sizes[static_cast<std::size_t>(parents[p])];
  }
  std::vector<std::int32_t> places(parents.size(), -1);
  std::int32_t end = 0;
  for (std::size_t p = 0; p < parents.size(); ++p)
  {
    if (sizes[p] > 1)
    {
      places[p] = end;
      end += sizes[p];
      links.starts.push_back(end);
    }
  }
  links.members.resize(static_cast<std::size_t>(end));
  for (std::size_t p = 0; p < parents.size(); ++p)
  {
    std::int32_t& place = places[static_cast<std::size_t>(parents[p])];
    if (place >= 0)
    {
      links.members[static_cast<std::size_t>(place)] = static_cast<std::int32_t>(p);
      ++place;
    }
  }
}
}

CoefficientLinks linksOf(const NurbsPatch& patch, const StageSettings& stages)
{
  CoefficientLinks links;
  std::vector<std::int32_t> parents(patch.numberOfControlPoints());
  std::iota(parents.begin(), parents.end(), 0);
  joinImages(patch, stages.symmetry, parents);
  if (stages.extrusion.axis > 0)
  {
    constexpr const char* name = "Extrusion";
    const auto axis = static_cast<AxisDirection>(2 * stages.extrusion.axis - 1);
    links.extruded = rowsOf(patch, findRows(patch, unitVector(axis, {}, name), name).direction);
    joinRows(*links.extruded, 0, links.extruded->count - 1, parents);
  }
  if (stages.draw.direction != AxisDirection::Off)
  {
    links.rows = drawnRowsOf(patch, stages.draw);
    joinRows(*links.rows, links.rows->low, links.rows->high, parents);
  }
  setGroups(parents, links);
  return links;
}
}
