#include "Design/Stage/Sweep/FormShape.h"

#include "Core/Requirements.h"
#include "Design/Stage/Sweep/SiteLattice.h"
#include "Mesh/HexCorners.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

namespace trabecula
{
namespace
{
using Vector3 = std::array<double, 3>;
using Place3 = std::array<std::int64_t, 3>;

/// Relative to a length of one, as of cosines, edges of places, and natural coordinates.
constexpr double FormRounding = 1e-9;

double dotOf(const Vector3& a, const Vector3& b)
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Vector3 crossOf(const Vector3& a, const Vector3& b)
{
  return { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
}

Vector3 normalized(const Vector3& a)
{
  const double length = std::sqrt(dotOf(a, a));
  return { a[0] / length, a[1] / length, a[2] / length };
}

Vector3 coordinateAxis(std::size_t axis)
{
  Vector3 result = {};
  result[axis] = 1.0;
  return result;
}

/// Returns perpendicular axes, the last of which is the first direction.
std::array<Vector3, 3> axesOf(const std::vector<SweepDirection>& sweeps)
{
  const Vector3& main = sweeps.front().direction;
  std::size_t least = 0; // the coordinate axis that is most nearly perpendicular
  std::size_t most = 0;
  for (std::size_t d = 1; d < 3; ++d)
  {
    least = std::abs(main[d]) < std::abs(main[least]) ? d : least;
    most = std::abs(main[d]) > std::abs(main[most]) ? d : most;
  }
  if (std::abs(main[most]) > 1.0 - FormRounding)
  {
    return { coordinateAxis(most == 0 ? 1 : 0), coordinateAxis(most == 2 ? 1 : 2), main };
  }
  Vector3 side = coordinateAxis(least);
  for (const SweepDirection& sweep : sweeps)
  {
    side = std::abs(dotOf(sweep.direction, main)) < FormRounding ? sweep.direction : side;
  }
  const double along = dotOf(side, main);
  side =
    normalized({ side[0] - along * main[0], side[1] - along * main[1], side[2] - along * main[2] });
  return { crossOf(side, main), side, main };
}

/// Solves a_0 x_0 + a_1 x_1 + a_2 x_2 = b. Returns whether the vectors are independent.
bool solve(const Vector3& a0, const Vector3& a1, const Vector3& a2, const Vector3& b, Vector3& x)
{
  const Vector3 normal = crossOf(a1, a2);
  const double determinant = dotOf(a0, normal);
  x = { dotOf(b, normal) / determinant, dotOf(a0, crossOf(b, a2)) / determinant,
    dotOf(a0, crossOf(a1, b)) / determinant };
  return std::isfinite(x[0] + x[1] + x[2]);
}

Vector3 difference(const Vector3& a, const Vector3& b)
{
  return { a[0] - b[0], a[1] - b[1], a[2] - b[2] };
}

bool isInTetrahedron(const std::array<Vector3, 8>& corners, const Vector3& point)
{
  Vector3 x;
  return solve(difference(corners[1], corners[0]), difference(corners[2], corners[0]),
           difference(corners[3], corners[0]), difference(point, corners[0]), x) &&
    std::min({ x[0], x[1], x[2] }) >= -FormRounding && x[0] + x[1] + x[2] <= 1.0 + FormRounding;
}

/// Newton's method for the natural coordinates, from 0 to 1.
bool isInHexahedron(const std::array<Vector3, 8>& corners, const Vector3& point)
{
  constexpr int most = 30;
  constexpr double enough = 1e-12;
  Vector3 x = { 0.5, 0.5, 0.5 };
  for (int step = 0; step < most; ++step)
  {
    Vector3 rest = point;
    std::array<Vector3, 3> slopes = {};
    for (std::size_t a = 0; a < corners.size(); ++a)
    {
      Vector3 factors;
      Vector3 signs;
      for (std::size_t d = 0; d < 3; ++d)
      {
        factors[d] = HexCorners[a][d] ? x[d] : 1.0 - x[d];
        signs[d] = HexCorners[a][d] ? 1.0 : -1.0;
      }
      for (std::size_t c = 0; c < 3; ++c)
      {
        rest[c] -= factors[0] * factors[1] * factors[2] * corners[a][c];
        slopes[0][c] += signs[0] * factors[1] * factors[2] * corners[a][c];
        slopes[1][c] += factors[0] * signs[1] * factors[2] * corners[a][c];
        slopes[2][c] += factors[0] * factors[1] * signs[2] * corners[a][c];
      }
    }
    Vector3 change;
    if (!solve(slopes[0], slopes[1], slopes[2], rest, change))
    {
      return false;
    }
    double largest = 0.0;
    for (std::size_t d = 0; d < 3; ++d)
    {
      x[d] += change[d];
      largest = std::max(largest, std::abs(change[d]));
    }
    if (largest < enough)
    {
      return std::min({ x[0], x[1], x[2] }) >= -FormRounding &&
        std::max({ x[0], x[1], x[2] }) <= 1.0 + FormRounding;
    }
  }
  return false;
}

/// Writes an element to the places whose middles it contains and that have no element of a lesser
/// number. @param nodes in units of places
void markPlaces(const FormShape& shape, const Mesh& mesh, const std::vector<Vector3>& nodes,
  std::size_t e, std::vector<std::atomic<std::int32_t>>& elements)
{
  const auto count = static_cast<std::size_t>(mesh.shape(e).corners);
  std::array<Vector3, 8> corners = {};
  Place3 first;
  Place3 last;
  for (std::size_t a = 0; a < count; ++a)
  {
    corners[a] = nodes[static_cast<std::size_t>(mesh.element(e)[a])];
  }
  for (std::size_t d = 0; d < 3; ++d)
  {
    double low = corners[0][d];
    double high = low;
    for (std::size_t a = 1; a < count; ++a)
    {
      low = std::min(low, corners[a][d]);
      high = std::max(high, corners[a][d]);
    }
    first[d] = std::max<std::int64_t>(0, std::llround(std::ceil(low - 0.5 - FormRounding)));
    last[d] = std::min(
      shape.counts[d] - 1, static_cast<std::int64_t>(std::floor(high - 0.5 + FormRounding)));
  }
  const auto number = static_cast<std::int32_t>(e);
  Place3 place;
  for (place[2] = first[2]; place[2] <= last[2]; ++place[2])
  {
    for (place[1] = first[1]; place[1] <= last[1]; ++place[1])
    {
      for (place[0] = first[0]; place[0] <= last[0]; ++place[0])
      {
        std::atomic<std::int32_t>& element =
          elements[static_cast<std::size_t>(shape.number(place))];
        std::int32_t present = element.load(std::memory_order_relaxed);
        const Vector3 middle = { static_cast<double>(place[0]) + 0.5,
          static_cast<double>(place[1]) + 0.5, static_cast<double>(place[2]) + 0.5 };
        if (present > number &&
          (count == 4 ? isInTetrahedron(corners, middle) : isInHexahedron(corners, middle)))
        {
          while (present > number &&
            !element.compare_exchange_weak(present, number, std::memory_order_relaxed))
          {
          }
        }
      }
    }
  }
}
}

std::array<double, 3> unitVector(
  AxisDirection direction, const std::array<double, 3>& vector, const char* stage)
{
  if (direction != AxisDirection::Vector)
  {
    const auto number = static_cast<std::size_t>(direction) - 1;
    std::array<double, 3> result = {};
    result[number / 2] = number % 2 == 1 ? -1.0 : 1.0;
    return result;
  }
  const double largest =
    std::max({ std::abs(vector[0]), std::abs(vector[1]), std::abs(vector[2]) });
  if (!(largest > 0.0 && std::isfinite(largest)))
  {
    fail(stage, ": the vector of the direction is zero. Enter another one, or choose an axis.");
  }
  return normalized({ vector[0] / largest, vector[1] / largest, vector[2] / largest });
}

std::vector<SweepDirection> sweepDirections(const ChainSettings& settings)
{
  const StageSettings& stages = settings.stages;
  std::vector<SweepDirection> directions;
  if (stages.overhang.direction != AxisDirection::Off)
  {
    constexpr const char* name = "Build Direction";
    directions.push_back(
      { name, unitVector(stages.overhang.direction, stages.overhang.vector, name), false });
  }
  if (stages.draw.direction != AxisDirection::Off)
  {
    constexpr const char* name = "Draw Direction";
    directions.push_back({ name, unitVector(stages.draw.direction, stages.draw.vector, name),
      stages.draw.partingPlane == 0.5 });
  }
  if (stages.extrusion.axis > 0)
  {
    directions.push_back(
      { "Extrusion", coordinateAxis(static_cast<std::size_t>(stages.extrusion.axis - 1)), true });
  }
  return directions;
}

bool leavesRows(const ChainSettings& settings)
{
  const OverhangSettings& overhang = settings.stages.overhang;
  const bool isPrinted = overhang.direction != AxisDirection::Off;
  constexpr double ofCubes = 45.0;
  if (isPrinted && (overhang.angle != ofCubes || overhang.attachedSide != AxisDirection::Off))
  {
    return true;
  }
  const std::vector<SweepDirection> sweeps = sweepDirections(settings);
  return std::any_of(sweeps.begin(), sweeps.end(),
    [](const SweepDirection& sweep)
    {
      const Vector3& d = sweep.direction;
      return std::max({ std::abs(d[0]), std::abs(d[1]), std::abs(d[2]) }) < 1.0 - FormRounding;
    });
}

void requireFilterOfGrid(const ChainSettings& settings)
{
  if (settings.filter != FilterKind::Density)
  {
    fail(sweepDirections(settings).front().name,
      " needs a grid over the mesh, as cells are not in rows and layers of equal height along the "
      "axes, the direction is no axis, the angle not 45 degrees, or a side is attached. A grid "
      "needs the Filter Type Density. Choose it, or switch the direction off.");
  }
}

FormShape::Vector FormShape::inPlaces(const double* position) const
{
  Vector result;
  for (std::size_t d = 0; d < 3; ++d)
  {
    result[d] = (dotOf(this->axes[d], { position[0], position[1], position[2] }) - this->low[d]) /
      this->edges[d];
  }
  return result;
}

FormShape::Vector FormShape::middle(const std::array<std::int64_t, 3>& place) const
{
  Vector result = {};
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    const double along =
      this->low[axis] + (static_cast<double>(place[axis]) + 0.5) * this->edges[axis];
    for (std::size_t d = 0; d < 3; ++d)
    {
      result[d] += along * this->axes[axis][d];
    }
  }
  return result;
}

double FormShape::numberOfPlaces() const
{
  return static_cast<double>(this->counts[0]) * static_cast<double>(this->counts[1]) *
    static_cast<double>(this->counts[2]);
}

FormShape formShape(const ChainSettings& settings, const Mesh& mesh, double meanVolume)
{
  const std::vector<SweepDirection> sweeps = sweepDirections(settings);
  FormShape shape;
  shape.axes = axesOf(sweeps);
  for (const SweepDirection& sweep : sweeps)
  {
    if (std::none_of(shape.axes.begin(), shape.axes.end(),
          [&](const Vector3& axis)
          { return std::abs(dotOf(axis, sweep.direction)) > 1.0 - FormRounding; }))
    {
      fail(
        "Build Direction, Draw Direction and Extrusion must be parallel or perpendicular to each "
        "other. Change one of them, or switch it off.");
    }
  }
  const double edge =
    settings.stages.formGrid.edge > 0.0 ? settings.stages.formGrid.edge : std::cbrt(meanVolume);
  shape.edges = { edge, edge, edge };
  if (settings.stages.overhang.direction != AxisDirection::Off)
  {
    constexpr double halfTurn = 180.0;
    shape.edges[2] *= std::tan(settings.stages.overhang.angle * std::acos(-1.0) / halfTurn);
  }
  Vector3 high;
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    shape.low[axis] = std::numeric_limits<double>::max();
    high[axis] = std::numeric_limits<double>::lowest();
  }
  for (std::size_t i = 0; i < mesh.points.size(); i += 3)
  {
    for (std::size_t axis = 0; axis < 3; ++axis)
    {
      const double along =
        dotOf(shape.axes[axis], { mesh.points[i], mesh.points[i + 1], mesh.points[i + 2] });
      shape.low[axis] = std::min(shape.low[axis], along);
      high[axis] = std::max(high[axis], along);
    }
  }
  constexpr double most = 1e6; // along an axis
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    const double places =
      std::ceil((high[axis] - shape.low[axis]) / shape.edges[axis] - FormRounding);
    shape.counts[axis] = static_cast<std::int64_t>(std::clamp(places, 1.0, most));
  }
  if (!SiteLattice::mayHave(shape.numberOfPlaces(), mesh.numberOfElements()))
  {
    fail("The grid for layers would have ", shape.numberOfPlaces(), " places for ",
      mesh.numberOfElements(),
      " cells. Choose a greater Layer Grid Edge, or a direction for which the box around the part "
      "is less empty.");
  }
  return shape;
}

std::vector<std::int32_t> elementsAtPlaces(const FormShape& shape, const Mesh& mesh)
{
  std::vector<Vector3> nodes(mesh.numberOfNodes());
  for (std::size_t i = 0; i < nodes.size(); ++i)
  {
    nodes[i] = shape.inPlaces(mesh.points.data() + 3 * i);
  }
  // The element of the least number, whatever the order of threads; none yet is the greatest one.
  constexpr std::int32_t none = std::numeric_limits<std::int32_t>::max();
  std::vector<std::atomic<std::int32_t>> first(static_cast<std::size_t>(shape.numberOfPlaces()));
  const auto places = static_cast<std::int64_t>(first.size());
  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
#pragma omp parallel for schedule(static)
  for (std::int64_t p = 0; p < places; ++p)
  {
    first[static_cast<std::size_t>(p)].store(none, std::memory_order_relaxed);
  }
#pragma omp parallel for schedule(static)
  for (std::int64_t e = 0; e < elements; ++e)
  {
    markPlaces(shape, mesh, nodes, static_cast<std::size_t>(e), first);
  }
  std::vector<std::int32_t> result(first.size());
  std::transform(first.begin(), first.end(), result.begin(),
    [](const std::atomic<std::int32_t>& element)
    {
      const std::int32_t number = element.load(std::memory_order_relaxed);
      return number == none ? -1 : number;
    });
  return result;
}
}
