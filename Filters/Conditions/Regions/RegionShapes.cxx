#include "RegionShapes.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkBoundingBox.h"
#include "vtkBox.h"
#include "vtkCylinder.h"
#include "vtkNew.h"
#include "vtkPlane.h"
#include "vtkSphere.h"
#include "vtkTransform.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trabecula::filters
{
namespace
{
constexpr double ShareOfDiagonal = 1e-4;

void requireDirection(const char* name, const Vector3& direction)
{
  const double length = std::hypot(direction[0], direction[1], direction[2]);
  if (!(length > 0.0) || !std::isfinite(length))
  {
    throw Error(std::string(name) + " is no direction: it is (" + shortText(direction[0]) + ", " +
      shortText(direction[1]) + ", " + shortText(direction[2]) + "). Give it a length.");
  }
}

void requireNotNegative(const char* name, double value)
{
  if (!(value >= 0.0))
  {
    throw Error(std::string(name) + " is " + shortText(value) + "; it must be zero or more.");
  }
}

vtkSmartPointer<vtkImplicitFunction> makePlane(const Vector3& origin, const Vector3& normal)
{
  const double length = std::hypot(normal[0], normal[1], normal[2]);
  auto plane = vtkSmartPointer<vtkPlane>::New();
  plane->SetOrigin(origin[0], origin[1], origin[2]);
  plane->SetNormal(normal[0] / length, normal[1] / length, normal[2] / length);
  return plane;
}

vtkSmartPointer<vtkImplicitFunction> makeBox(const RegionSettings& region, double tolerance)
{
  // Rotated in the same order as vtkProp3D and ParaView's box. Edge lengths are in the bounds
  // rather than in the transform, so that the tolerance is a length.
  vtkNew<vtkTransform> place;
  place->Translate(region.boxPosition.data());
  place->RotateZ(region.boxRotation[2]);
  place->RotateX(region.boxRotation[0]);
  place->RotateY(region.boxRotation[1]);
  place->Inverse();
  double bounds[6];
  for (int c = 0; c < 3; ++c)
  {
    bounds[2 * c] = std::min(0.0, region.boxLength[c]) - tolerance;
    bounds[2 * c + 1] = std::max(0.0, region.boxLength[c]) + tolerance;
  }
  auto box = vtkSmartPointer<vtkBox>::New();
  box->SetBounds(bounds);
  box->SetTransform(place);
  return box;
}

/// Sets the limits of a ring for a function that is the signed distance from the surface.
void limitDistance(const RegionSettings& region, double tolerance, RegionShape& shape)
{
  shape.low = region.part == RegionSettings::OuterRing ? -tolerance : -region.distance - tolerance;
  shape.high = region.part == RegionSettings::InnerRing ? tolerance : region.distance + tolerance;
}

/// Sets the limits of a ring for the squared distance from a centre or an axis minus the squared
/// radius.
void limitSquare(const RegionSettings& region, double radius, double tolerance, RegionShape& shape)
{
  limitDistance(region, tolerance, shape);
  const double inner = radius + shape.low;
  const double outer = radius + shape.high;
  shape.low =
    inner > 0.0 ? inner * inner - radius * radius : -std::numeric_limits<double>::infinity();
  shape.high = outer * outer - radius * radius;
}

void requireRing(const RegionSettings& region)
{
  if (!(region.distance > 0.0) || !std::isfinite(region.distance))
  {
    throw Error("Distance is " + shortText(region.distance) +
      "; a ring needs one above zero. Give it one, or choose Inside as Part of Shape.");
  }
}
}

RegionShape makeShape(const RegionSettings& region, const double bounds[6])
{
  const bool isRing = region.part != RegionSettings::Inside;
  requireNotNegative("Tolerance", region.tolerance);
  const double tolerance = region.tolerance > 0.0
    ? region.tolerance
    : ShareOfDiagonal * vtkBoundingBox(bounds).GetDiagonalLength();
  RegionShape shape;
  shape.tolerance = tolerance;
  shape.low = -std::numeric_limits<double>::infinity();
  if (region.kind == RegionSettings::Box)
  {
    shape.function = makeBox(region, isRing ? 0.0 : tolerance);
    if (isRing)
    {
      requireRing(region);
      limitDistance(region, tolerance, shape);
    }
  }
  else if (region.kind == RegionSettings::Sphere)
  {
    requireNotNegative("Sphere Radius", region.sphereRadius);
    vtkNew<vtkSphere> sphere;
    sphere->SetCenter(region.sphereCenter.data());
    sphere->SetRadius(region.sphereRadius + (isRing ? 0.0 : tolerance));
    if (isRing)
    {
      requireRing(region);
      limitSquare(region, region.sphereRadius, tolerance, shape);
    }
    shape.function = sphere;
  }
  else if (region.kind == RegionSettings::Cylinder)
  {
    requireNotNegative("Cylinder Radius", region.cylinderRadius);
    requireDirection("Cylinder Axis", region.cylinderAxis);
    vtkNew<vtkCylinder> cylinder;
    cylinder->SetCenter(region.cylinderCenter.data());
    cylinder->SetAxis(region.cylinderAxis[0], region.cylinderAxis[1], region.cylinderAxis[2]);
    cylinder->SetRadius(region.cylinderRadius + (isRing ? 0.0 : tolerance));
    if (isRing)
    {
      requireRing(region);
      limitSquare(region, region.cylinderRadius, tolerance, shape);
    }
    shape.function = cylinder;
  }
  else if (region.kind == RegionSettings::Plane)
  {
    requireDirection("Plane Normal", region.planeNormal);
    shape.function = makePlane(region.planeOrigin, region.planeNormal);
    shape.low = -tolerance;
    shape.high = tolerance;
  }
  else if (region.kind == RegionSettings::Side)
  {
    const auto axis = static_cast<std::size_t>(region.side / 2);
    Vector3 normal = {};
    normal[axis] = 1.0;
    Vector3 origin = {};
    origin[axis] = bounds[region.side];
    shape.function = makePlane(origin, normal);
    shape.low = -tolerance;
    shape.high = tolerance;
  }
  return shape;
}
}
