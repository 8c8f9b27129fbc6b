#include "pqFaceView.h"

#include "pqRenderView.h"
#include "vtkMath.h"
#include "vtkRenderer.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMRenderViewProxy.h"

#include <algorithm>
#include <cmath>

namespace
{
constexpr double Surroundings = 3.0; ///< radius that is shown over that of the face
constexpr double AlongAxis = 0.8;    ///< cosine of the angle between the sight and an axis
constexpr double MostAlongUp = 0.95; ///< cosine above which another direction is upwards

using Vector = std::array<double, 3>;

//-----------------------------------------------------------------------------
Vector valueOf(vtkSMProxy* view, const char* name)
{
  Vector x = {};
  vtkSMPropertyHelper(view, name).Get(x.data(), 3);
  return x;
}

//-----------------------------------------------------------------------------
/// The part of a vector across a unit vector, as a unit vector; any if it has none.
Vector across(const Vector& v, const Vector& axis)
{
  Vector part = {};
  const double along = vtkMath::Dot(v.data(), axis.data());
  for (std::size_t i = 0; i < 3; ++i)
  {
    part[i] = v[i] - along * axis[i];
  }
  if (vtkMath::Normalize(part.data()) < 1e-6)
  {
    Vector other = {};
    vtkMath::Perpendiculars(axis.data(), part.data(), other.data(), 0.0);
  }
  return part;
}

//-----------------------------------------------------------------------------
/// The direction towards the viewer: into a bore obliquely, from the side where the viewer is.
Vector directionOf(const std::array<double, 8>& sight, const Vector& present)
{
  Vector direction = { sight[3], sight[4], sight[5] };
  if (sight[7] != 0.0)
  {
    const double side = vtkMath::Dot(direction.data(), present.data()) < 0.0 ? -1.0 : 1.0;
    const Vector oblique = across(present, direction);
    for (std::size_t i = 0; i < 3; ++i)
    {
      direction[i] =
        side * AlongAxis * direction[i] + std::sqrt(1.0 - AlongAxis * AlongAxis) * oblique[i];
    }
  }
  return direction;
}
}

//-----------------------------------------------------------------------------
std::array<double, 6> pqFaceView::rayThrough(vtkRenderer* renderer, const QPoint& position)
{
  std::array<double, 6> ray = {};
  for (int end = 0; end < 2; ++end)
  {
    renderer->SetDisplayPoint(position.x(), position.y(), end);
    renderer->DisplayToWorld();
    const double* x = renderer->GetWorldPoint();
    for (int c = 0; c < 3; ++c)
    {
      ray[3 * static_cast<std::size_t>(end) + static_cast<std::size_t>(c)] =
        x[c] / (x[3] != 0.0 ? x[3] : 1.0);
    }
  }
  return ray;
}

//-----------------------------------------------------------------------------
void pqFaceView::lookAt(pqRenderView* view, const std::array<double, 8>& sight)
{
  const double radius = Surroundings * sight[6];
  if (!view || radius <= 0.0)
  {
    return;
  }
  vtkSMRenderViewProxy* proxy = view->getRenderViewProxy();
  proxy->SynchronizeCameraProperties();
  const Vector from = valueOf(proxy, "CameraPosition");
  const Vector to = valueOf(proxy, "CameraFocalPoint");
  Vector present = { from[0] - to[0], from[1] - to[1], from[2] - to[2] };
  vtkMath::Normalize(present.data());
  const Vector direction = directionOf(sight, present);
  const Vector before = valueOf(proxy, "CameraViewUp");
  const bool isUsable = std::abs(vtkMath::Dot(before.data(), direction.data())) < MostAlongUp;
  const Vector up = across(isUsable ? before : present, direction);
  const double angle = vtkSMPropertyHelper(proxy, "CameraViewAngle").GetAsDouble();
  const double distance =
    radius / std::sin(vtkMath::RadiansFromDegrees(std::clamp(angle, 1.0, 170.0) / 2.0));
  Vector position = {};
  for (std::size_t i = 0; i < 3; ++i)
  {
    position[i] = sight[i] + distance * direction[i];
  }
  vtkSMPropertyHelper(proxy, "CameraPosition").Set(position.data(), 3);
  vtkSMPropertyHelper(proxy, "CameraFocalPoint").Set(sight.data(), 3);
  vtkSMPropertyHelper(proxy, "CameraViewUp").Set(up.data(), 3);
  vtkSMPropertyHelper(proxy, "CameraParallelScale").Set(radius);
  vtkSMPropertyHelper(proxy, "CenterOfRotation").Set(sight.data(), 3);
  proxy->UpdateVTKObjects();
  view->render();
}
