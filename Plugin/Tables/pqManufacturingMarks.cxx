#include "pqManufacturingMarks.h"

#include "vtkActor.h"
#include "vtkArrowSource.h"
#include "vtkBillboardTextActor3D.h"
#include "vtkBoundingBox.h"
#include "vtkLineSource.h"
#include "vtkMath.h"
#include "vtkNew.h"
#include "vtkPVDataInformation.h"
#include "vtkPlaneSource.h"
#include "vtkPolyDataAlgorithm.h"
#include "vtkPolyDataMapper.h"
#include "vtkProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMUncheckedPropertyHelper.h"
#include "vtkTextProperty.h"
#include "vtkTransform.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>

namespace
{
using Point = std::array<double, 3>;
using Marks = QList<vtkSmartPointer<vtkProp>>;

/// Planes extend beyond the body, and arrows stand beside it, by this share of its diagonal.
constexpr double Margin = 0.08;
constexpr double PlaneOpacity = 0.3;
constexpr double LineWidth = 3.0;
constexpr int TextSize = 14;
constexpr Point ColorOfSymmetry = { 0.10, 0.45, 0.85 };
constexpr Point ColorOfBuild = { 0.85, 0.40, 0.05 };
constexpr Point ColorOfDraw = { 0.15, 0.55, 0.20 };
/// The value of a direction after those along axes: a vector.
constexpr int Vector = 7;

//-----------------------------------------------------------------------------
int choiceOf(vtkSMProxy* proxy, const char* name)
{
  return proxy->GetProperty(name) ? vtkSMUncheckedPropertyHelper(proxy, name).GetAsInt() : 0;
}

//-----------------------------------------------------------------------------
Point pointOf(vtkSMProxy* proxy, const std::string& name)
{
  Point point = { 0.0, 0.0, 0.0 };
  if (proxy->GetProperty(name.c_str()))
  {
    const vtkSMUncheckedPropertyHelper values(proxy, name.c_str());
    for (unsigned int c = 0; c < 3 && c < values.GetNumberOfElements(); ++c)
    {
      point[c] = values.GetAsDouble(c);
    }
  }
  return point;
}

//-----------------------------------------------------------------------------
vtkBoundingBox boundsOf(vtkSMProxy* proxy)
{
  vtkBoundingBox box;
  const vtkSMPropertyHelper input(proxy, "Input");
  auto* source =
    input.GetNumberOfElements() > 0 ? vtkSMSourceProxy::SafeDownCast(input.GetAsProxy()) : nullptr;
  if (source)
  {
    box.SetBounds(source->GetDataInformation(input.GetOutputPort())->GetBounds());
  }
  return box;
}

//-----------------------------------------------------------------------------
vtkSmartPointer<vtkActor> actorOf(vtkPolyDataAlgorithm* shape, const Point& color)
{
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputConnection(shape->GetOutputPort());
  auto actor = vtkSmartPointer<vtkActor>::New();
  actor->SetMapper(mapper);
  actor->GetProperty()->SetColor(color[0], color[1], color[2]);
  actor->PickableOff();
  return actor;
}

//-----------------------------------------------------------------------------
void addPlane(Marks& marks, const vtkBoundingBox& box, const Point& center, std::size_t normal)
{
  const double margin = Margin * box.GetDiagonalLength();
  const std::size_t u = (normal + 1) % 3;
  const std::size_t v = (normal + 2) % 3;
  Point corner = center;
  Point first = center;
  Point second = center;
  const auto low = [&](std::size_t c) { return box.GetMinPoint()[c] - margin; };
  const auto high = [&](std::size_t c) { return box.GetMaxPoint()[c] + margin; };
  corner[u] = first[u] = low(u);
  corner[v] = second[v] = low(v);
  second[u] = low(u);
  first[v] = low(v);
  first[u] = high(u);
  second[v] = high(v);
  vtkNew<vtkPlaneSource> plane;
  plane->SetOrigin(corner.data());
  plane->SetPoint1(first.data());
  plane->SetPoint2(second.data());
  const auto actor = actorOf(plane, ColorOfSymmetry);
  actor->GetProperty()->SetOpacity(PlaneOpacity);
  actor->GetProperty()->LightingOff();
  marks << actor;
}

//-----------------------------------------------------------------------------
void addAxis(Marks& marks, const vtkBoundingBox& box, const Point& center, std::size_t axis)
{
  const double margin = Margin * box.GetDiagonalLength();
  Point low = center;
  Point high = center;
  low[axis] = box.GetMinPoint()[axis] - margin;
  high[axis] = box.GetMaxPoint()[axis] + margin;
  vtkNew<vtkLineSource> line;
  line->SetPoint1(low.data());
  line->SetPoint2(high.data());
  const auto actor = actorOf(line, ColorOfSymmetry);
  actor->GetProperty()->SetLineWidth(LineWidth);
  marks << actor;
}

//-----------------------------------------------------------------------------
/// Adds an arrow beside the body, as long as the body is in its direction, and its name. Arrows of
/// equal directions are on different sides, 1 or -1.
void addArrow(Marks& marks, const vtkBoundingBox& box, const Point& direction, double side,
  const Point& color, const char* name)
{
  Point unit = direction;
  if (vtkMath::Normalize(unit.data()) == 0.0)
  {
    return;
  }
  const double diagonal = box.GetDiagonalLength();
  double length = 0.0;
  Point start = { 0.0, 0.0, 0.0 };
  box.GetCenter(start.data());
  for (std::size_t c = 0; c < 3; ++c)
  {
    length += std::abs(unit[c]) * box.GetLength(static_cast<int>(c));
  }
  length = std::max(length, 0.2 * diagonal);
  // It stands beside the body on the axis that is the least along it.
  const std::size_t aside =
    static_cast<std::size_t>(std::min_element(unit.begin(), unit.end(),
                               [](double a, double b) { return std::abs(a) < std::abs(b); }) -
      unit.begin());
  for (std::size_t c = 0; c < 3; ++c)
  {
    start[c] -= 0.5 * length * unit[c];
  }
  start[aside] += side * (0.5 * box.GetLength(static_cast<int>(aside)) + Margin * diagonal);
  vtkNew<vtkArrowSource> arrow;
  arrow->SetTipRadius(0.05);
  arrow->SetTipLength(0.2);
  arrow->SetShaftRadius(0.02);
  arrow->SetTipResolution(24);
  arrow->SetShaftResolution(24);
  const auto actor = actorOf(arrow, color);
  // The arrow of the source is along x.
  const double angle = vtkMath::DegreesFromRadians(std::acos(std::clamp(unit[0], -1.0, 1.0)));
  const bool isAlongX = std::abs(unit[1]) + std::abs(unit[2]) < 1e-9;
  vtkNew<vtkTransform> place;
  place->Translate(start.data());
  place->RotateWXYZ(angle, 0.0, isAlongX ? 0.0 : -unit[2], isAlongX ? 1.0 : unit[1]);
  place->Scale(length, length, length);
  actor->SetUserTransform(place);
  marks << actor;
  vtkNew<vtkBillboardTextActor3D> text;
  text->SetInput(name);
  text->SetPosition(
    start[0] + length * unit[0], start[1] + length * unit[1], start[2] + length * unit[2]);
  text->GetTextProperty()->SetFontSize(TextSize);
  text->GetTextProperty()->SetColor(color[0], color[1], color[2]);
  text->GetTextProperty()->BoldOn();
  text->PickableOff();
  marks << text.Get();
}

//-----------------------------------------------------------------------------
/// Adds the arrow of a choice among off, +X, -X, ..., -Z and a vector.
void addDirection(Marks& marks, const vtkBoundingBox& box, vtkSMProxy* proxy,
  const std::string& stage, double side, const Point& color, const char* name)
{
  const int choice = choiceOf(proxy, (stage + "Direction").c_str());
  Point direction = { 0.0, 0.0, 0.0 };
  if (choice == Vector)
  {
    direction = pointOf(proxy, stage + "Vector");
  }
  else if (choice > 0)
  {
    direction[static_cast<std::size_t>(choice - 1) / 2] = choice % 2 == 1 ? 1.0 : -1.0;
  }
  addArrow(marks, box, direction, side, color, name);
}
}

//-----------------------------------------------------------------------------
QList<vtkSmartPointer<vtkProp>> pqManufacturingMarks::make(vtkSMProxy* proxy)
{
  Marks marks;
  const vtkBoundingBox box = boundsOf(proxy);
  if (!box.IsValid())
  {
    return marks;
  }
  constexpr int planes = 1; // flags of the choices of Symmetry
  constexpr int cyclic = 2;
  const int symmetry = choiceOf(proxy, "Symmetry");
  const Point center = pointOf(proxy, "SymmetryCenter");
  if (symmetry & planes)
  {
    // The choices are X, Y, X and Y, Z, ...: flags from 1.
    const int axes = choiceOf(proxy, "SymmetryPlanes") + 1;
    for (std::size_t axis = 0; axis < 3; ++axis)
    {
      if (axes & (1 << axis))
      {
        addPlane(marks, box, center, axis);
      }
    }
  }
  if (symmetry & cyclic)
  {
    addAxis(marks, box, center,
      static_cast<std::size_t>(std::clamp(choiceOf(proxy, "SymmetryAxis"), 0, 2)));
  }
  addDirection(marks, box, proxy, "Build", 1.0, ColorOfBuild, "build direction");
  addDirection(marks, box, proxy, "Draw", -1.0, ColorOfDraw, "draw direction");
  return marks;
}
