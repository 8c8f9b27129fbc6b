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
  // Rotated as vtkProp3D and ParaView's box are. Lengths are in the bounds, not in the transform,
  // so that the tolerance is a length.
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
}

RegionShape makeShape(const RegionSettings& region, const double bounds[6])
{
  requireNotNegative("Tolerance", region.tolerance);
  const double tolerance = region.tolerance > 0.0
    ? region.tolerance
    : ShareOfDiagonal * vtkBoundingBox(bounds).GetDiagonalLength();
  RegionShape shape;
  shape.low = -std::numeric_limits<double>::infinity();
  if (region.kind == RegionSettings::Box)
  {
    shape.function = makeBox(region, tolerance);
  }
  else if (region.kind == RegionSettings::Sphere)
  {
    requireNotNegative("Sphere Radius", region.sphereRadius);
    vtkNew<vtkSphere> sphere;
    sphere->SetCenter(region.sphereCenter.data());
    sphere->SetRadius(region.sphereRadius + tolerance);
    shape.function = sphere;
  }
  else if (region.kind == RegionSettings::Cylinder)
  {
    requireNotNegative("Cylinder Radius", region.cylinderRadius);
    requireDirection("Cylinder Axis", region.cylinderAxis);
    vtkNew<vtkCylinder> cylinder;
    cylinder->SetCenter(region.cylinderCenter.data());
    cylinder->SetAxis(region.cylinderAxis[0], region.cylinderAxis[1], region.cylinderAxis[2]);
    cylinder->SetRadius(region.cylinderRadius + tolerance);
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
