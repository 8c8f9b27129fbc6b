#include "RegionMarks.h"

#include "InputArrays.h"
#include "RegionShapes.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkBoundingBox.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkExtractSelection.h"
#include "vtkImplicitFunction.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkSelection.h"
#include "vtkSelectionNode.h"

#include <algorithm>
#include <cmath>

namespace trabecula::filters
{
namespace
{
/// Marks cells of which all points are marked, or any of them.
void markCellsByPoints(vtkDataSet* input, const BodySurface& surface, bool all, RegionMarks& marks)
{
  marks.cells.assign(surface.hasCell.size(), 0);
  forCellsOfBody(input, surface,
    [&](vtkIdType cell, const vtkIdType* points, vtkIdType count)
    {
      const auto isMarked = [&](vtkIdType point) { return marks.points[point] != 0; };
      marks.cells[cell] = (all ? std::all_of(points, points + count, isMarked)
                               : std::any_of(points, points + count, isMarked))
        ? 1
        : 0;
    });
}

vtkBoundingBox boundsOf(vtkDataSet* input, const BodySurface& surface)
{
  vtkBoundingBox bounds;
  for (const vtkIdType point : surface.points)
  {
    double x[3];
    input->GetPoint(point, x);
    bounds.AddPoint(x);
  }
  return bounds;
}

/// @throws Error with the index of the first point that has a non-finite coordinate
void requireFinitePoints(vtkDataSet* input, const BodySurface& surface)
{
  for (const vtkIdType point : surface.points)
  {
    double x[3];
    input->GetPoint(point, x);
    for (const double coordinate : x)
    {
      if (!std::isfinite(coordinate))
      {
        throw Error("Point " + std::to_string(point) + " of the input has the coordinate " +
          shortText(coordinate) + "; coordinates must be finite. Repair the mesh" +
          (input->IsA("vtkImageData") ? ", that is, its origin, spacing or directions." : "."));
      }
    }
  }
}
}

Vector3 centreOfCell(vtkDataSet* input, const vtkIdType* points, vtkIdType count)
{
  Vector3 centre = {};
  for (vtkIdType i = 0; i < count; ++i)
  {
    double x[3];
    input->GetPoint(points[i], x);
    for (std::size_t c = 0; c < 3; ++c)
    {
      centre[c] += x[c] / static_cast<double>(count);
    }
  }
  return centre;
}

RegionMarks marksOfShape(vtkDataSet* input, const BodySurface& surface, RegionSettings& region)
{
  RegionMarks marks;
  marks.points.assign(surface.hasPoint.size(), 0);
  marks.cells.assign(surface.hasCell.size(), 0);
  if (surface.points.empty())
  {
    return marks; // no cell belongs to the body
  }
  requireFinitePoints(input, surface);
  double bounds[6];
  boundsOf(input, surface).GetBounds(bounds);
  const RegionShape shape = makeShape(region, bounds);
  region.tolerance = shape.tolerance;
  std::vector<double> values(surface.hasPoint.size());
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    double x[3];
    input->GetPoint(static_cast<vtkIdType>(i), x);
    values[i] = shape.function->FunctionValue(x);
    marks.points[i] =
      surface.hasPoint[i] && values[i] >= shape.low && values[i] <= shape.high ? 1 : 0;
  }
  forCellsOfBody(input, surface,
    [&](vtkIdType cell, const vtkIdType* points, vtkIdType count)
    {
      if (region.kind == RegionSettings::Plane || region.kind == RegionSettings::Side)
      {
        const auto [least, most] = std::minmax_element(
          points, points + count, [&](vtkIdType a, vtkIdType b) { return values[a] < values[b]; });
        marks.cells[cell] = values[*least] <= shape.high && values[*most] >= shape.low ? 1 : 0;
        return;
      }
      Vector3 centre = centreOfCell(input, points, count);
      const double value = shape.function->FunctionValue(centre.data());
      marks.cells[cell] = value >= shape.low && value <= shape.high ? 1 : 0;
    });
  return marks;
}

/// Marks the selected points or cells of the dataset, for any kind of selection.
RegionMarks marksOfSelection(vtkDataSet* input, const BodySurface& surface, vtkSelection* selection)
{
  if (!selection || selection->GetNumberOfNodes() == 0)
  {
    throw Error("There is no selection. Select cells or points in the view and press Copy Active "
                "Selection, or choose another kind of region.");
  }
  const int type = selection->GetNode(0)->GetFieldType();
  for (unsigned int i = 0; i < selection->GetNumberOfNodes(); ++i)
  {
    const int content = selection->GetNode(i)->GetContentType();
    if (content == vtkSelectionNode::QUERY || content == vtkSelectionNode::USER)
    {
      throw Error(
        "The selection is a query, which cannot be evaluated here. Turn it into numbers of "
        "points or cells with Freeze Selection in Find Data and copy it again, or choose an "
        "array as region.");
    }
    const int other = selection->GetNode(i)->GetFieldType();
    if (other != type || (type != vtkSelectionNode::CELL && type != vtkSelectionNode::POINT))
    {
      throw Error("The selection is neither one of cells nor one of points alone. Select one kind, "
                  "and copy the selection again.");
    }
  }
  vtkNew<vtkExtractSelection> extract;
  extract->SetInputData(0, input);
  extract->SetInputData(1, selection);
  extract->PreserveTopologyOn();
  extract->Update();
  vtkDataSet* marked = vtkDataSet::SafeDownCast(extract->GetOutputDataObject(0));

  RegionMarks marks;
  marks.areOfCells = type == vtkSelectionNode::CELL;
  marks.points.assign(surface.hasPoint.size(), 0);
  marks.cells.assign(surface.hasCell.size(), 0);
  vtkDataSetAttributes* attributes = nullptr;
  if (marked)
  {
    attributes =
      marked->GetAttributes(marks.areOfCells ? vtkDataObject::CELL : vtkDataObject::POINT);
  }
  vtkDataArray* inside = attributes ? attributes->GetArray("vtkInsidedness") : nullptr;
  RegionFlags& flags = marks.areOfCells ? marks.cells : marks.points;
  const RegionFlags& ofBody = marks.areOfCells ? surface.hasCell : surface.hasPoint;
  for (std::size_t i = 0; inside && i < flags.size(); ++i)
  {
    const double value = inside->GetComponent(static_cast<vtkIdType>(i), 0);
    flags[i] = ofBody[i] && value > 0.0 ? 1 : 0;
  }
  if (!marks.areOfCells)
  {
    markCellsByPoints(input, surface, false, marks);
  }
  return marks;
}

RegionMarks marksOfArray(
  vtkDataSet* input, const BodySurface& surface, const RegionSettings& region)
{
  if (region.array.empty())
  {
    throw Error("No array is chosen as Region Array. Point arrays in the input: " +
      listOfArrays(input->GetPointData()) + "; cell arrays: " + listOfArrays(input->GetCellData()) +
      ". Choose one, or another kind of region.");
  }
  vtkDataSetAttributes* attributes =
    input->GetAttributes(region.arrayIsOfCells ? vtkDataObject::CELL : vtkDataObject::POINT);
  vtkAbstractArray* any = attributes->GetAbstractArray(region.array.c_str());
  vtkDataArray* array =
    requireArray(attributes, region.array, "region", any ? any->GetNumberOfComponents() : 1);
  RegionMarks marks;
  marks.areOfCells = region.arrayIsOfCells;
  marks.points.assign(surface.hasPoint.size(), 0);
  marks.cells.assign(surface.hasCell.size(), 0);
  RegionFlags& flags = marks.areOfCells ? marks.cells : marks.points;
  const RegionFlags& ofBody = marks.areOfCells ? surface.hasCell : surface.hasPoint;
  const int components = array->GetNumberOfComponents();
  for (std::size_t i = 0; i < flags.size(); ++i)
  {
    double value = array->GetComponent(static_cast<vtkIdType>(i), 0);
    for (int c = 1; c < components; ++c)
    {
      value = std::hypot(value, array->GetComponent(static_cast<vtkIdType>(i), c));
    }
    const bool chosen = region.arrayRule == RegionSettings::Nonzero
      ? value != 0.0
      : value >= region.arrayRange[0] && value <= region.arrayRange[1];
    flags[i] = ofBody[i] && chosen ? 1 : 0;
  }
  if (!marks.areOfCells)
  {
    markCellsByPoints(input, surface, true, marks);
  }
  return marks;
}
}
