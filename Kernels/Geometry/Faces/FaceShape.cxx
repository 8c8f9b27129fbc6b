#include "Geometry/Faces/FaceShape.h"

#include "Core/Error.h"
#include "Core/SymmetricEigen.h"
#include "Geometry/Triangles/CylinderFit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

namespace trabecula
{
namespace
{
constexpr double Pi = 3.14159265358979323846;
/// Largest spread of the normals along the axis over the whole spread, for a fit to be tried: 1/3
/// on a sphere, 0 on strips along a cylinder, little on other triangles of a cylinder.
constexpr double MostAlongAxis = 0.1;
/// Largest distance of a point from a cylinder over the mean depth of the triangles' centres below
/// it.
constexpr double MostOfFittedDepth = 0.1;

Position centreOf(const TriangleMesh& mesh, std::int32_t triangle)
{
  const std::int32_t* corners = &mesh.triangles[3 * static_cast<std::size_t>(triangle)];
  Position centre = {};
  for (int i = 0; i < 3; ++i)
  {
    const Position x = mesh.point(corners[i]);
    for (std::size_t c = 0; c < 3; ++c)
    {
      centre[c] += x[c] / 3.0;
    }
  }
  return centre;
}

template <class Visit>
void forCorners(
  const TriangleMesh& mesh, const std::vector<std::int32_t>& triangles, const Visit& visit)
{
  for (const std::int32_t triangle : triangles)
  {
    const std::int32_t* corners = &mesh.triangles[3 * static_cast<std::size_t>(triangle)];
    std::for_each(corners, corners + 3, [&](std::int32_t corner) { visit(mesh.point(corner)); });
  }
}

/// Sets the area, the centre, and the direction to the mean normal, of length 1 at most.
void measureFace(
  const TriangleMesh& mesh, const std::vector<std::int32_t>& triangles, FaceShape& shape)
{
  for (const std::int32_t triangle : triangles)
  {
    const Position vector = vectorAreaOf(mesh, triangle);
    const Position centre = centreOf(mesh, triangle);
    const double area = lengthOf(vector);
    shape.area += area;
    for (std::size_t c = 0; c < 3; ++c)
    {
      shape.direction[c] += vector[c];
      shape.centre[c] += area * centre[c];
    }
  }
  const double unit = shape.area > 0.0 ? 1.0 / shape.area : 0.0;
  for (std::size_t c = 0; c < 3; ++c)
  {
    shape.direction[c] *= unit;
    shape.centre[c] *= unit;
  }
}

bool isOnPlane(const TriangleMesh& mesh, const std::vector<std::int32_t>& triangles,
  double rounding, const FaceShape& shape)
{
  constexpr double mostOfSize = 1e-5;
  double size = 0.0;
  double height = 0.0;
  forCorners(mesh, triangles,
    [&](const Position& x)
    {
      const Position d = minus(x, shape.centre);
      size = std::max(size, lengthOf(d));
      height = std::max(height, std::abs(dotProduct(d, shape.direction)));
    });
  constexpr double mostTilt = 1e-3; // of all normals against each other
  return lengthOf(shape.direction) > 1.0 - mostTilt && height <= mostOfSize * size + rounding;
}

/// Whether the normals are about perpendicular to one direction.
bool mayBeCylinder(const TriangleMesh& mesh, const std::vector<std::int32_t>& triangles)
{
  std::array<double, 9> moments = {};
  for (const std::int32_t triangle : triangles)
  {
    const Position vector = vectorAreaOf(mesh, triangle);
    const double area = lengthOf(vector);
    for (std::size_t i = 0; i < 9 && area > 0.0; ++i)
    {
      moments[i] += vector[i / 3] * vector[i % 3] / area;
    }
  }
  const std::vector<double> values = symmetricEigenvalues(moments.data(), 3);
  return values[0] <= MostAlongAxis * (values[0] + values[1] + values[2]);
}

std::optional<FittedCylinder> cylinderThrough(
  const TriangleMesh& mesh, const std::vector<std::int32_t>& triangles)
{
  TriangleMesh face;
  face.points = mesh.points;
  if (triangles.size() < mesh.numberOfTriangles() / 4)
  {
    face.points.clear(); // only the points of the face, as there may be many faces
  }
  for (const std::int32_t triangle : triangles)
  {
    const std::int32_t* corners = &mesh.triangles[3 * static_cast<std::size_t>(triangle)];
    face.triangles.insert(face.triangles.end(), corners, corners + 3);
  }
  if (face.points.empty())
  {
    std::vector<std::int32_t> used = face.triangles;
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    for (const std::int32_t point : used)
    {
      const Position x = mesh.point(point);
      face.points.insert(face.points.end(), x.begin(), x.end());
    }
    for (std::int32_t& corner : face.triangles)
    {
      corner = static_cast<std::int32_t>(
        std::lower_bound(used.begin(), used.end(), corner) - used.begin());
    }
  }
  try
  {
    return fitCylinder(face);
  }
  catch (const Error&) // not a cylinder
  {
    return std::nullopt;
  }
}

/// Coordinates of a point around an axis.
class AroundAxis
{
public:
  explicit AroundAxis(const FittedCylinder& cylinder) : Cylinder(cylinder)
  {
    const Position& a = cylinder.axis;
    const Position other = std::abs(a[0]) < 0.6 ? Position{ 1.0, 0.0, 0.0 } // NOLINT
                                                : Position{ 0.0, 1.0, 0.0 };
    this->U = crossProduct(a, other);
    const double length = lengthOf(this->U);
    for (double& component : this->U)
    {
      component /= length;
    }
    this->V = crossProduct(a, this->U);
  }

  /// The vector from the axis to a point.
  Position across(const Position& x) const
  {
    const Position d = minus(x, this->Cylinder.centre);
    const double along = dotProduct(d, this->Cylinder.axis);
    return { d[0] - along * this->Cylinder.axis[0], d[1] - along * this->Cylinder.axis[1],
      d[2] - along * this->Cylinder.axis[2] };
  }
  double angle(const Position& x) const
  {
    const Position d = this->across(x);
    return std::atan2(dotProduct(d, this->V), dotProduct(d, this->U));
  }

private:
  FittedCylinder Cylinder;
  Position U = {};
  Position V = {};
};

/// The angle that triangles cover around an axis.
double spanOf(
  const TriangleMesh& mesh, const std::vector<std::int32_t>& triangles, const AroundAxis& around)
{
  std::vector<std::array<double, 2>> intervals;
  for (const std::int32_t triangle : triangles)
  {
    const std::int32_t* corners = &mesh.triangles[3 * static_cast<std::size_t>(triangle)];
    const double first = around.angle(mesh.point(corners[0]));
    double low = first;
    double high = first;
    for (int i = 1; i < 3; ++i)
    {
      double angle = around.angle(mesh.point(corners[i]));
      angle += angle - first > Pi ? -2.0 * Pi : angle - first < -Pi ? 2.0 * Pi : 0.0;
      low = std::min(low, angle);
      high = std::max(high, angle);
    }
    const double shift = low < -Pi ? 2.0 * Pi : 0.0;
    intervals.push_back({ low + shift, high + shift });
    if (high + shift > Pi) // what is beyond is covered at the other end, too
    {
      intervals.push_back({ -Pi, high + shift - 2.0 * Pi });
    }
  }
  std::sort(intervals.begin(), intervals.end());
  constexpr double rounding = 1e-6;
  double span = 0.0;
  double reached = -Pi;
  for (const auto& [low, high] : intervals)
  {
    const double end = std::min(high, Pi);
    const double begin = low > reached + rounding ? low : reached;
    span += std::max(0.0, end - begin);
    reached = std::max(reached, end);
  }
  return span;
}

/// Describes the face as a cylinder if its points are on one. @return whether they are
bool describeCylinder(const TriangleMesh& mesh, const std::vector<std::int32_t>& triangles,
  double rounding, FaceShape& shape)
{
  const std::optional<FittedCylinder> cylinder = cylinderThrough(mesh, triangles);
  if (!cylinder)
  {
    return false;
  }
  const AroundAxis around(*cylinder);
  double farthest = 0.0;
  forCorners(mesh, triangles,
    [&](const Position& x)
    { farthest = std::max(farthest, std::abs(lengthOf(around.across(x)) - cylinder->radius)); });
  double depth = 0.0;
  double outwards = 0.0;
  for (const std::int32_t triangle : triangles)
  {
    const Position vector = vectorAreaOf(mesh, triangle);
    const Position across = around.across(centreOf(mesh, triangle));
    depth += lengthOf(vector) / shape.area * (cylinder->radius - lengthOf(across));
    outwards += dotProduct(vector, across);
  }
  if (!(farthest <= MostOfFittedDepth * std::max(depth, 0.0) + rounding))
  {
    return false;
  }
  shape.kind = FaceKind::Cylinder;
  shape.direction = cylinder->axis;
  shape.radius = cylinder->radius;
  shape.isInside = outwards < 0.0;
  shape.span = spanOf(mesh, triangles, around);
  return true;
}
}

double coordinateRounding(const TriangleMesh& mesh)
{
  double largest = 0.0;
  for (const double x : mesh.points)
  {
    largest = std::max(largest, std::abs(x));
  }
  return 2.0 * static_cast<double>(std::numeric_limits<float>::epsilon()) * largest;
}

Position vectorAreaOf(const TriangleMesh& mesh, std::int32_t triangle)
{
  const std::int32_t* corners = &mesh.triangles[3 * static_cast<std::size_t>(triangle)];
  const Position a = mesh.point(corners[0]);
  const Position n =
    crossProduct(minus(mesh.point(corners[1]), a), minus(mesh.point(corners[2]), a));
  return { 0.5 * n[0], 0.5 * n[1], 0.5 * n[2] };
}

FaceShape shapeOfFace(
  const TriangleMesh& mesh, const std::vector<std::int32_t>& triangles, double rounding)
{
  FaceShape shape;
  measureFace(mesh, triangles, shape);
  if (isOnPlane(mesh, triangles, rounding, shape))
  {
    const double length = lengthOf(shape.direction);
    for (double& component : shape.direction)
    {
      component /= length;
    }
    shape.kind = FaceKind::Plane;
    return shape;
  }
  shape.direction = {};
  if (mayBeCylinder(mesh, triangles))
  {
    describeCylinder(mesh, triangles, rounding, shape);
  }
  return shape;
}
}
