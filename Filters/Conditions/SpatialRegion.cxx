#include "SpatialRegion.h"

#include "InputArrays.h"
#include "RegionShapes.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Geometry/Triangles/CylinderFit.h"
#include "Geometry/Triangles/TriangleTree.h"

#include "vtkBoundingBox.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkExtractSelection.h"
#include "vtkIdList.h"
#include "vtkImplicitFunction.h"
#include "vtkMath.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkSelection.h"
#include "vtkSelectionNode.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace trabecula::filters
{
namespace
{
using Flags = std::vector<char>;
constexpr double CosineOfFacing = 0.70710678118654752440; // 45 degrees

/// The entities given by a region directly, before faces are derived from points or conversely.
struct Marks
{
  Flags points;
  Flags cells;
  bool areOfCells = false;
};

std::vector<vtkIdType> numbersOf(const Flags& flags)
{
  std::vector<vtkIdType> numbers;
  for (std::size_t i = 0; i < flags.size(); ++i)
  {
    if (flags[i])
    {
      numbers.push_back(static_cast<vtkIdType>(i));
    }
  }
  return numbers;
}

/// Calls visit(cell, its points, their number) for the cells of the body.
template <class Visit>
void forCells(vtkDataSet* input, const BodySurface& surface, const Visit& visit)
{
  vtkNew<vtkIdList> points;
  for (vtkIdType cell = 0; cell < input->GetNumberOfCells(); ++cell)
  {
    if (surface.hasCell[static_cast<std::size_t>(cell)])
    {
      input->GetCellPoints(cell, points);
      visit(cell, points->GetPointer(0), points->GetNumberOfIds());
    }
  }
}

/// Cells with all of their points marked, or with any.
void markCellsByPoints(vtkDataSet* input, const BodySurface& surface, bool all, Marks& marks)
{
  marks.cells.assign(surface.hasCell.size(), 0);
  forCells(input, surface,
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

/// @throws Error naming the first point with a coordinate that is not finite
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

Vector3 centreOf(vtkDataSet* input, const vtkIdType* points, vtkIdType count)
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

/// @param region its tolerance becomes a length above 0
Marks marksOfShape(vtkDataSet* input, const BodySurface& surface, RegionSettings& region)
{
  Marks marks;
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
  forCells(input, surface,
    [&](vtkIdType cell, const vtkIdType* points, vtkIdType count)
    {
      if (region.kind == RegionSettings::Plane || region.kind == RegionSettings::Side)
      {
        const auto [least, most] = std::minmax_element(
          points, points + count, [&](vtkIdType a, vtkIdType b) { return values[a] < values[b]; });
        marks.cells[cell] = values[*least] <= shape.high && values[*most] >= shape.low ? 1 : 0;
        return;
      }
      Vector3 centre = centreOf(input, points, count);
      const double value = shape.function->FunctionValue(centre.data());
      marks.cells[cell] = value >= shape.low && value <= shape.high ? 1 : 0;
    });
  return marks;
}

/// Which points or cells of the dataset are selected, by whatever kind of selection.
Marks marksOfSelection(vtkDataSet* input, const BodySurface& surface, vtkSelection* selection)
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

  Marks marks;
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
  Flags& flags = marks.areOfCells ? marks.cells : marks.points;
  const Flags& ofBody = marks.areOfCells ? surface.hasCell : surface.hasPoint;
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

Marks marksOfArray(vtkDataSet* input, const BodySurface& surface, const RegionSettings& region)
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
  Marks marks;
  marks.areOfCells = region.arrayIsOfCells;
  marks.points.assign(surface.hasPoint.size(), 0);
  marks.cells.assign(surface.hasCell.size(), 0);
  Flags& flags = marks.areOfCells ? marks.cells : marks.points;
  const Flags& ofBody = marks.areOfCells ? surface.hasCell : surface.hasPoint;
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

bool isSet(const Vector3& direction)
{
  return direction[0] != 0.0 || direction[1] != 0.0 || direction[2] != 0.0;
}

/// Faces of the marked cells, or with all nodes marked, with a normal in the facing direction.
Flags facesOf(const BodySurface& surface, const Marks& marks, const Vector3& facing)
{
  const double length = std::hypot(facing[0], facing[1], facing[2]);
  Flags faces(surface.cells.size(), 0);
  for (std::size_t f = 0; f < faces.size(); ++f)
  {
    const std::int32_t* nodes = surface.faces.face(f);
    const bool inside = marks.areOfCells
      ? marks.cells[surface.cells[f]] != 0
      : std::all_of(nodes, nodes + surface.faces.nodesOf(f),
          [&](std::int32_t node) { return marks.points[surface.points[node]] != 0; });
    const Vector3& n = surface.normals[f];
    const double cosine = n[0] * facing[0] + n[1] * facing[1] + n[2] * facing[2];
    faces[f] = inside && (length == 0.0 || cosine >= CosineOfFacing * length) ? 1 : 0;
  }
  return faces;
}

/// Nodes and cells of faces, instead of what was marked.
void markByFaces(const BodySurface& surface, const Flags& faces, Marks& marks)
{
  std::fill(marks.points.begin(), marks.points.end(), 0);
  std::fill(marks.cells.begin(), marks.cells.end(), 0);
  for (std::size_t f = 0; f < faces.size(); ++f)
  {
    if (faces[f])
    {
      marks.cells[surface.cells[f]] = 1;
      const std::int32_t* nodes = surface.faces.face(f);
      std::for_each(nodes, nodes + surface.faces.nodesOf(f),
        [&](std::int32_t node) { marks.points[surface.points[node]] = 1; });
    }
  }
}

/// Nodes of the faces of marked cells, and all of those cells that have no face.
void markPointsOfSelectedCells(
  vtkDataSet* input, const BodySurface& surface, const Flags& faces, Marks& marks)
{
  const Flags selected = marks.cells;
  markByFaces(surface, faces, marks);
  forCells(input, surface,
    [&](vtkIdType cell, const vtkIdType* points, vtkIdType count)
    {
      if (selected[cell] && !marks.cells[cell])
      {
        std::for_each(points, points + count, [&](vtkIdType point) { marks.points[point] = 1; });
      }
    });
  marks.cells = selected;
}

/// Whether a patch would grow from one cell in several directions.
bool areAroundEdges(const BodySurface& surface, const std::vector<vtkIdType>& seeds, double angle)
{
  const double cosine = std::cos(vtkMath::RadiansFromDegrees(angle));
  for (std::size_t i = 1; i < seeds.size(); ++i)
  {
    // Faces of one cell follow each other.
    for (std::size_t j = i; j-- > 0 && surface.cells[seeds[j]] == surface.cells[seeds[i]];)
    {
      const Vector3& a = surface.normals[seeds[i]];
      const Vector3& b = surface.normals[seeds[j]];
      if (a[0] * b[0] + a[1] * b[1] + a[2] * b[2] < cosine)
      {
        return true;
      }
    }
  }
  return false;
}

/// Corners of the marked faces as triangles.
TriangleMesh trianglesOf(const BodySurface& surface, const Flags& faces)
{
  TriangleMesh triangles;
  triangles.points = surface.faces.points;
  for (std::size_t f = 0; f < faces.size(); ++f)
  {
    const std::int32_t* nodes = surface.faces.face(f);
    for (int corner = 2; faces[f] && corner < surface.cornersOf(f); ++corner)
    {
      triangles.triangles.insert(
        triangles.triangles.end(), { nodes[0], nodes[corner - 1], nodes[corner] });
    }
  }
  return triangles;
}

/// Adds points, and cells whose centre is, within a distance of the marked faces.
void markByDistance(
  vtkDataSet* input, const BodySurface& surface, const Flags& faces, double distance, Marks& marks)
{
  if (!(distance >= 0.0) || !std::isfinite(distance))
  {
    throw Error("Distance is " + shortText(distance) + "; it must be a number of zero or more.");
  }
  const TriangleMesh triangles = trianglesOf(surface, faces);
  if (distance == 0.0 || triangles.triangles.empty())
  {
    return;
  }
  const TriangleTree tree(triangles);
  std::int32_t nearest = 0;
  const double reach = distance * (1.0 + 1e-9); // what is at the distance belongs to it
  const auto isNear = [&](const Vector3& x)
  { return tree.squaredDistance(x, nearest) <= reach * reach; };
  for (std::size_t i = 0; i < marks.points.size(); ++i)
  {
    Vector3 x;
    input->GetPoint(static_cast<vtkIdType>(i), x.data());
    marks.points[i] = marks.points[i] || (surface.hasPoint[i] && isNear(x)) ? 1 : 0;
  }
  forCells(input, surface,
    [&](vtkIdType cell, const vtkIdType* points, vtkIdType count)
    { marks.cells[cell] = marks.cells[cell] || isNear(centreOf(input, points, count)) ? 1 : 0; });
}

void markPointsOfCells(vtkDataSet* input, const BodySurface& surface, Marks& marks)
{
  forCells(input, surface,
    [&](vtkIdType cell, const vtkIdType* points, vtkIdType count)
    {
      if (marks.cells[cell])
      {
        std::for_each(points, points + count, [&](vtkIdType point) { marks.points[point] = 1; });
      }
    });
}
}

namespace
{
/// @param unit of which what rounding leaves is shown as 0
std::string inBrackets(const Vector3& x, double unit)
{
  constexpr double Rounding = 1e-6; // files of surfaces have single precision
  const auto text = [&](double value)
  { return shortText(std::abs(value) < Rounding * unit ? 0.0 : value); };
  return "(" + text(x[0]) + ", " + text(x[1]) + ", " + text(x[2]) + ")";
}

/// The region of the infinite cylinder that is fitted to a face patch.
RegionEntities regionOfFittedCylinder(vtkDataSet* input, vtkSelection* selection,
  const BodySurface& surface, const RegionSettings& region)
{
  RegionSettings settings = region;
  settings.kind = RegionSettings::FacePatch;
  settings.distance = 0.0;
  RegionEntities patch = findRegion(input, selection, surface, settings);
  if (patch.faces.empty())
  {
    return patch;
  }
  Flags faces(surface.cells.size(), 0);
  for (const vtkIdType face : patch.faces)
  {
    faces[static_cast<std::size_t>(face)] = 1;
  }
  const FittedCylinder cylinder = fitCylinder(trianglesOf(surface, faces));
  settings = region;
  settings.kind = RegionSettings::Cylinder;
  settings.cylinderCenter = cylinder.centre;
  settings.cylinderAxis = cylinder.axis;
  settings.cylinderRadius = cylinder.radius;
  settings.facing = {}; // used for the seeds
  RegionEntities result = findRegion(input, selection, surface, settings);
  result.note = "Cylinder of the patch: center " + inBrackets(cylinder.centre, cylinder.radius) +
    ", axis " + inBrackets(cylinder.axis, 1.0) + ", radius " + shortText(cylinder.radius) + "." +
    (patch.note.empty() ? "" : " ") + patch.note;
  return result;
}
}

RegionEntities findRegion(vtkDataSet* input, vtkSelection* selection, const BodySurface& surface,
  const RegionSettings& region)
{
  if (region.kind == RegionSettings::PatchCylinder)
  {
    return regionOfFittedCylinder(input, selection, surface, region);
  }
  const bool isSelection =
    region.kind == RegionSettings::Selection || region.kind == RegionSettings::FacePatch;
  RegionSettings settings = region;
  Marks marks = isSelection                ? marksOfSelection(input, surface, selection)
    : region.kind == RegionSettings::Array ? marksOfArray(input, surface, region)
                                           : marksOfShape(input, surface, settings);
  Flags faces = facesOf(surface, marks, region.facing);
  std::string note;

  if (region.kind == RegionSettings::FacePatch)
  {
    const std::vector<vtkIdType> seeds = numbersOf(faces);
    for (const vtkIdType face : growPatch(surface, seeds, region.patchAngle))
    {
      faces[face] = 1;
    }
    if (areAroundEdges(surface, seeds, region.patchAngle))
    {
      note =
        "Selected cells at edges have several sides, all of which are taken; Facing, one of the "
        "advanced properties, takes those of one direction.";
    }
    markByFaces(surface, faces, marks);
  }
  else if (isSet(region.facing))
  {
    markByFaces(surface, faces, marks);
  }
  else if (marks.areOfCells && isSelection)
  {
    markPointsOfSelectedCells(input, surface, faces, marks);
  }
  else if (marks.areOfCells)
  {
    markPointsOfCells(input, surface, marks);
  }
  if (region.kind == RegionSettings::Side || region.kind == RegionSettings::FacePatch)
  {
    markByDistance(input, surface, faces, region.distance, marks);
  }
  return { numbersOf(marks.points), numbersOf(faces), numbersOf(marks.cells), note, settings };
}

std::string nameOf(const RegionSettings& region)
{
  switch (region.kind)
  {
    case RegionSettings::Side:
      return "side";
    case RegionSettings::Box:
      return "box";
    case RegionSettings::Sphere:
      return "sphere";
    case RegionSettings::Cylinder:
      return "cylinder";
    case RegionSettings::Plane:
      return "plane";
    case RegionSettings::Selection:
      return "copied selection";
    case RegionSettings::FacePatch:
      return "face patch";
    case RegionSettings::Array:
      return "array " + inQuotes(region.array);
    case RegionSettings::PatchCylinder:
      return "cylinder of the patch";
  }
  return "region";
}
}
