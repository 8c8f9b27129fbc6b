#include "SpatialRegion.h"

#include "ChosenFaces.h"
#include "InputArrays.h"
#include "RegionMarks.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Geometry/Triangles/CylinderFit.h"
#include "Geometry/Triangles/TriangleTree.h"

#include "vtkDataSet.h"
#include "vtkMath.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace trabecula::filters
{
namespace
{
constexpr double CosineOfFacing = 0.70710678118654752440; // 45 degrees

std::vector<vtkIdType> numbersOf(const RegionFlags& flags)
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

bool isSet(const Vector3& direction)
{
  return direction[0] != 0.0 || direction[1] != 0.0 || direction[2] != 0.0;
}

/// Returns the faces of the marked cells, or those with all nodes marked, whose normal is in the
/// facing direction.
RegionFlags facesOf(const BodySurface& surface, const RegionMarks& marks, const Vector3& facing)
{
  const double length = std::hypot(facing[0], facing[1], facing[2]);
  RegionFlags faces(surface.cells.size(), 0);
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

/// Marks the nodes and cells of faces, and nothing else.
void markByFaces(const BodySurface& surface, const RegionFlags& faces, RegionMarks& marks)
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

/// Marks the nodes of the faces of marked cells, and all nodes of cells that have no face.
void markPointsOfSelectedCells(
  vtkDataSet* input, const BodySurface& surface, const RegionFlags& faces, RegionMarks& marks)
{
  const RegionFlags selected = marks.cells;
  markByFaces(surface, faces, marks);
  forCellsOfBody(input, surface,
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
    // The faces of a cell are consecutive.
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

/// Returns the corners of the marked faces as triangles.
TriangleMesh trianglesOf(const BodySurface& surface, const RegionFlags& faces)
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

/// Marks points, and cells whose centre is, within a distance of the marked faces.
void markByDistance(vtkDataSet* input, const BodySurface& surface, const RegionFlags& faces,
  double distance, RegionMarks& marks)
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
  // Points at exactly this distance belong to the region.
  const double reach = distance * (1.0 + 1e-9);
  const auto isNear = [&](const Vector3& x)
  { return tree.squaredDistance(x, nearest) <= reach * reach; };
  for (std::size_t i = 0; i < marks.points.size(); ++i)
  {
    Vector3 x;
    input->GetPoint(static_cast<vtkIdType>(i), x.data());
    marks.points[i] = marks.points[i] || (surface.hasPoint[i] && isNear(x)) ? 1 : 0;
  }
  forCellsOfBody(input, surface,
    [&](vtkIdType cell, const vtkIdType* points, vtkIdType count) {
      marks.cells[cell] = marks.cells[cell] || isNear(centreOfCell(input, points, count)) ? 1 : 0;
    });
}

void markPointsOfCells(vtkDataSet* input, const BodySurface& surface, RegionMarks& marks)
{
  forCellsOfBody(input, surface,
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
/// @param unit reference length: values within rounding of it are shown as 0
std::string inBrackets(const Vector3& x, double unit)
{
  constexpr double Rounding = 1e-6; // surface files have single precision
  const auto text = [&](double value)
  { return shortText(std::abs(value) < Rounding * unit ? 0.0 : value); };
  return "(" + text(x[0]) + ", " + text(x[1]) + ", " + text(x[2]) + ")";
}

/// Finds the region of the infinite cylinder that is fitted to a face patch.
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
  RegionFlags faces(surface.cells.size(), 0);
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
  settings.facing = {}; // it has been applied to the seeds
  RegionEntities result = findRegion(input, selection, surface, settings);
  result.note = "Cylinder of the patch: center " + inBrackets(cylinder.centre, cylinder.radius) +
    ", axis " + inBrackets(cylinder.axis, 1.0) + ", radius " + shortText(cylinder.radius) + "." +
    (patch.note.empty() ? "" : " ") + patch.note;
  return result;
}
}

namespace
{
/// Finds the region of chosen faces of the body.
RegionEntities regionOfFaces(vtkDataSet* input, const BodySurface& surface,
  const RegionSettings& region, const BodyFaces& body)
{
  const ChosenFaces chosen = chooseFaces(body, region);
  RegionFlags isChosen(body.faces.size(), 0);
  for (const std::size_t face : chosen.faces)
  {
    isChosen[face] = 1;
  }
  RegionMarks marks;
  marks.areOfCells = true;
  marks.points.assign(surface.hasPoint.size(), 0);
  marks.cells.assign(surface.hasCell.size(), 1);
  RegionFlags faces = facesOf(surface, marks, region.facing);
  for (std::size_t f = 0; f < faces.size(); ++f)
  {
    const std::ptrdiff_t of = body.faceAt[f];
    faces[f] = faces[f] && of >= 0 && isChosen[static_cast<std::size_t>(of)] ? 1 : 0;
  }
  markByFaces(surface, faces, marks);
  markByDistance(input, surface, faces, region.distance, marks);
  return { numbersOf(marks.points), numbersOf(faces), numbersOf(marks.cells), chosen.note, region };
}
}

RegionEntities findRegion(vtkDataSet* input, vtkSelection* selection, const BodySurface& surface,
  const RegionSettings& region, const BodyFaces* known)
{
  if (region.kind == RegionSettings::Faces || region.kind == RegionSettings::Holes)
  {
    return regionOfFaces(
      input, surface, region, known ? *known : makeBodyFaces(input, surface, region.patchAngle));
  }
  if (region.kind == RegionSettings::PatchCylinder)
  {
    return regionOfFittedCylinder(input, selection, surface, region);
  }
  const bool isSelection =
    region.kind == RegionSettings::Selection || region.kind == RegionSettings::FacePatch;
  RegionSettings settings = region;
  RegionMarks marks = isSelection          ? marksOfSelection(input, surface, selection)
    : region.kind == RegionSettings::Array ? marksOfArray(input, surface, region)
                                           : marksOfShape(input, surface, settings);
  RegionFlags faces = facesOf(surface, marks, region.facing);
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
    case RegionSettings::Faces:
      return "region of chosen faces";
    case RegionSettings::Holes:
      return "region of holes";
  }
  return "region";
}
}
