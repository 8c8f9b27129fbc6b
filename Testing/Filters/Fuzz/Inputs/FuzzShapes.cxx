#include "FuzzShapes.h"

#include "FuzzShapeParts.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkFloatArray.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkStripper.h"
#include "vtkTriangleFilter.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace trabecula::testing
{
namespace
{
using Point = std::array<double, 3>;

void turn(std::vector<std::vector<vtkIdType>>& polygons, std::size_t first)
{
  for (std::size_t i = first; i < polygons.size(); ++i)
  {
    std::reverse(polygons[i].begin(), polygons[i].end());
  }
}

/// Adds one or more parts. @return whether sides of parts coincide, which rotations do not preserve
bool addParts(FuzzShape& shape, FuzzRandom& random)
{
  switch (random.index(6))
  {
    case 0:
    case 1:
      shape.description = "one part";
      addShapePart(shape, {}, 1.0, random);
      return false;
    case 2:
      shape.description = "parts apart";
      for (int part = random.between(2, 4); part > 0; --part)
      {
        addShapePart(shape, { 2.5 * part, 0.0, 0.5 * part }, 1.0, random);
      }
      return false;
    case 3:
    {
      const bool isCavity = random.chance(0.6);
      shape.description = isCavity ? "a cavity" : "a part within another";
      addShapeBox(shape, {}, 1.0, random);
      const std::size_t first = shape.polygons.size();
      addShapePart(shape, { 0.2, 0.1, 0.0 }, 0.5, random);
      if (isCavity)
      {
        turn(shape.polygons, first);
      }
      shape.answer = isCavity ? Answer::Taken : Answer::Refused;
      return false;
    }
    case 4:
    {
      shape.description = "boxes across each other";
      constexpr std::array<double, 4> offsets = { 0.0, 0.25, 1.0, 1.75 };
      const Point offset = { random.choose(offsets), random.choose(offsets),
        random.choose(offsets) };
      for (const double value : offset)
      {
        shape.description += " " + std::to_string(value);
      }
      addShapeBox(shape, {}, 1.0, random);
      addShapeBox(shape, offset, 1.0, random);
      shape.answer = Answer::Refused;
      return true;
    }
    default:
      shape.description = "boxes that touch";
      addShapeBox(shape, {}, 1.0, random);
      addShapeBox(shape,
        { 2.0, random.choose(std::array<double, 3>{ 0.0, 0.5, 2.0 }),
          random.choose(std::array<double, 3>{ 0.0, 0.75, 2.0 }) },
        1.0, random);
      return true;
  }
}

void rotate(FuzzShape& shape, double angle, std::size_t a, std::size_t b)
{
  for (Point& x : shape.points)
  {
    const double along = x[a];
    x[a] = std::cos(angle) * along - std::sin(angle) * x[b];
    x[b] = std::sin(angle) * along + std::cos(angle) * x[b];
  }
}

std::size_t somePolygon(const FuzzShape& shape, FuzzRandom& random)
{
  return random.index(shape.polygons.size());
}

template <class ArrayT>
vtkSmartPointer<ArrayT> randomArray(
  const char* name, int components, double most, vtkIdType tuples, FuzzRandom& random)
{
  auto array = vtkSmartPointer<ArrayT>::New();
  array->SetName(name);
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(tuples);
  const bool isSparse = random.chance(0.5);
  for (vtkIdType i = 0; i < array->GetNumberOfValues(); ++i)
  {
    const double value = isSparse && random.chance(0.8) ? 0.0 : most * random.uniform();
    array->SetValue(i, static_cast<typename ArrayT::ValueType>(value));
  }
  return array;
}

void addArrays(vtkPolyData* surface, FuzzRandom& random)
{
  const vtkIdType points = surface->GetNumberOfPoints();
  const vtkIdType cells = surface->GetNumberOfCells();
  const auto add = [&](vtkDataSetAttributes* attributes, vtkDataArray* array)
  {
    if (random.chance(0.3))
    {
      attributes->AddArray(array);
    }
  };
  add(surface->GetPointData(), randomArray<vtkDoubleArray>("Force", 3, 3.0, points, random));
  add(surface->GetPointData(), randomArray<vtkFloatArray>("Force_2", 3, 3.0, points, random));
  add(surface->GetPointData(), randomArray<vtkDoubleArray>("Springs", 3, 3.0, points, random));
  add(
    surface->GetPointData(), randomArray<vtkUnsignedCharArray>("Supports", 3, 2.0, points, random));
  add(surface->GetPointData(), randomArray<vtkFloatArray>("Temperature", 1, 3.0, points, random));
  add(surface->GetCellData(), randomArray<vtkIntArray>("DesignRegion", 1, 3.0, cells, random));
  add(surface->GetCellData(), randomArray<vtkDoubleArray>("Thickness", 2, 3.0, cells, random));
}
}

FuzzShape makeShape(FuzzRandom& random)
{
  FuzzShape shape;
  const bool isTouching = addParts(shape, random);
  if (random.chance(0.1))
  {
    turn(shape.polygons, 0);
    shape.description += ", inside out";
    shape.answer = Answer::Refused;
  }
  if (random.chance(0.4))
  {
    rotate(shape, 7.0 * random.uniform(), 0, 1);
    rotate(shape, 7.0 * random.uniform(), 1, 2);
    shape.description += ", turned";
    shape.answer = isTouching ? Answer::Any : shape.answer;
  }
  const bool isOdd = random.chance(0.15);
  const double scale = isOdd
    ? random.choose(std::array<double, 6>{ 1e-300, 1e-110, 1e-30, 1e30, 1e110, 1e300 })
    : std::pow(10.0, random.between(-4, 4));
  const double shift = random.chance(0.1) ? 1e9 * scale : random.chance(0.3) ? 30.0 * scale : 0.0;
  for (Point& x : shape.points)
  {
    for (double& value : x)
    {
      value = value * scale + shift;
    }
  }
  shape.answer = shape.isFlat ? Answer::Any : shape.answer;
  if (isOdd || shift > 100.0 * scale)
  {
    shape.description +=
      ", of size " + std::to_string(std::log10(scale)) + " at " + std::to_string(shift);
    shape.answer = Answer::Any;
  }
  return shape;
}

void changeShape(FuzzShape& shape, FuzzRandom& random)
{
  if (shape.polygons.empty())
  {
    return;
  }
  const std::size_t chosen = somePolygon(shape, random);
  const std::vector<vtkIdType> polygon = shape.polygons[chosen];
  const Answer before = shape.answer;
  Point& x = shape.points[std::size_t(polygon[random.index(polygon.size())])];
  const Point other = shape.points[random.index(shape.points.size())];
  // Of several changes, one may revert another.
  shape.answer = Answer::Any;
  const bool hasArea =
    polygon[0] != polygon[1] && polygon[1] != polygon[2] && polygon[2] != polygon[0];
  const Answer noSolid = before == Answer::Taken && hasArea ? Answer::Refused : Answer::Any;
  switch (random.index(11))
  {
    case 0:
      shape.polygons.erase(shape.polygons.begin() + static_cast<std::ptrdiff_t>(chosen));
      shape.description += ", one polygon missing";
      shape.answer = noSolid;
      return;
    case 1:
      shape.polygons.push_back(polygon);
      shape.description += ", one polygon twice";
      shape.answer = noSolid;
      return;
    case 2:
      std::reverse(shape.polygons[chosen].begin(), shape.polygons[chosen].end());
      shape.description += ", one polygon turned";
      shape.answer = noSolid;
      return;
    case 3:
      for (double& value : x)
      {
        value += (random.uniform() - 0.5) * (std::abs(value) + 1.0);
      }
      shape.description += ", one point moved";
      return;
    case 4:
    {
      double& value = x[random.index(3)];
      value = random.oddNumber();
      shape.description += ", one point at " + std::to_string(value);
      shape.answer = std::isfinite(value) ? Answer::Any : Answer::Refused;
      return;
    }
    case 5:
      x = other;
      shape.description += ", one point on another";
      return;
    case 6:
      shape.polygons.push_back({ polygon[0], polygon[0], polygon[1] });
      shape.description += ", a triangle without area";
      shape.answer = before;
      return;
    case 7:
      shape.polygons.push_back(polygon);
      std::reverse(shape.polygons.back().begin(), shape.polygons.back().end());
      shape.polygons.push_back(polygon);
      shape.description += ", a sheet";
      return;
    case 8:
    {
      // Only one of the two triangles at an edge contains the point on it.
      if (polygon.size() != 3)
      {
        shape.answer = before;
        return;
      }
      const Point a = shape.points[std::size_t(polygon[0])];
      const Point b = shape.points[std::size_t(polygon[1])];
      const vtkIdType middle =
        addShapePoint(shape, { 0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2]) });
      shape.polygons[chosen] = { polygon[0], middle, polygon[2] };
      shape.polygons.push_back({ middle, polygon[1], polygon[2] });
      shape.description += ", a point on an edge";
      shape.answer = noSolid;
      return;
    }
    case 9:
      addShapePoint(shape, { x[0], 0.0, random.chance(0.5) ? x[2] : random.oddNumber() });
      shape.description += ", a point without polygon";
      return;
    default:
      addShapePart(shape, other, random.uniform(), random);
      shape.description += ", a part anywhere";
  }
}

vtkSmartPointer<vtkPolyData> polyDataOf(const FuzzShape& shape, FuzzRandom& random)
{
  const bool areShared = random.chance(0.6);
  vtkNew<vtkPoints> points;
  points->SetDataType(random.chance(0.7) ? VTK_DOUBLE : VTK_FLOAT);
  if (areShared)
  {
    for (const Point& x : shape.points)
    {
      points->InsertNextPoint(x.data());
    }
  }
  vtkNew<vtkCellArray> polygons;
  for (const std::vector<vtkIdType>& polygon : shape.polygons)
  {
    polygons->InsertNextCell(static_cast<int>(polygon.size()));
    for (const vtkIdType corner : polygon)
    {
      polygons->InsertCellPoint(
        areShared ? corner : points->InsertNextPoint(shape.points[std::size_t(corner)].data()));
    }
  }
  auto surface = vtkSmartPointer<vtkPolyData>::New();
  surface->SetPoints(points);
  surface->SetPolys(polygons);
  // VTK's strips orient triangles as required.
  if (random.chance(0.05) && shape.answer == Answer::Taken)
  {
    vtkNew<vtkTriangleFilter> triangles;
    triangles->SetInputData(surface);
    vtkNew<vtkStripper> strips;
    strips->SetInputConnection(triangles->GetOutputPort());
    strips->Update();
    surface = strips->GetOutput();
  }
  if (random.chance(0.1) && points->GetNumberOfPoints() > 1)
  {
    const vtkIdType ends[2] = { 0, 1 };
    vtkNew<vtkCellArray> lines;
    lines->InsertNextCell(2, ends);
    surface->SetLines(lines);
  }
  addArrays(surface, random);
  return surface;
}

double enclosedVolumeOf(vtkPolyData* surface, double& magnitude)
{
  vtkNew<vtkTriangleFilter> triangles;
  triangles->SetInputData(surface);
  triangles->PassLinesOff();
  triangles->PassVertsOff();
  triangles->Update();
  vtkPolyData* mesh = triangles->GetOutput();
  double volume = 0.0;
  magnitude = 0.0;
  for (vtkIdType cell = 0; cell < mesh->GetNumberOfCells(); ++cell)
  {
    vtkIdType count = 0;
    const vtkIdType* corners = nullptr;
    mesh->GetCellPoints(cell, count, corners);
    Point edges[3];
    for (int c = 0; c < 3; ++c)
    {
      // Distances are relative to a point of the surface, so that its distance from the origin adds
      // no rounding errors.
      for (int d = 0; d < 3; ++d)
      {
        edges[c][std::size_t(d)] = mesh->GetPoint(corners[c])[d] - mesh->GetPoint(0)[d];
      }
    }
    const auto& [a, b, c] = edges;
    const double term = (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                          a[2] * (b[0] * c[1] - b[1] * c[0])) /
      6.0;
    volume += term;
    magnitude += std::abs(term);
  }
  return volume;
}
}
