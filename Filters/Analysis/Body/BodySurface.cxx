#include "BodySurface.h"

#include "InputArrays.h"
#include "SolidMeshConverter.h"

#include "Core/Error.h"

#include "vtkCellArray.h"
#include "vtkCellArrayIterator.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkDoubleArray.h"
#include "vtkGeometryFilter.h"
#include "vtkIdList.h"
#include "vtkIdTypeArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkPolyDataConnectivityFilter.h"
#include "vtkPolyDataNormals.h"
#include "vtkSmartPointer.h"
#include "vtkThreshold.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <string>
#include <tuple>

namespace trabecula::filters
{
namespace
{
constexpr const char* Numbers = "TrabeculaNumbers";

vtkSmartPointer<vtkIdTypeArray> numbers(vtkIdType count)
{
  auto array = vtkSmartPointer<vtkIdTypeArray>::New();
  array->SetName(Numbers);
  array->SetNumberOfValues(count);
  std::iota(array->GetPointer(0), array->GetPointer(0) + count, vtkIdType(0));
  return array;
}

/// Returns the dataset with the indices of its points and cells as its only arrays.
vtkSmartPointer<vtkDataSet> numbered(vtkDataSet* input)
{
  auto bare = vtk::TakeSmartPointer(input->NewInstance());
  bare->CopyStructure(input);
  bare->GetPointData()->AddArray(numbers(input->GetNumberOfPoints()));
  bare->GetCellData()->AddArray(numbers(input->GetNumberOfCells()));
  if (vtkUnsignedCharArray* ghosts = input->GetCellGhostArray())
  {
    bare->GetCellData()->AddArray(ghosts);
  }
  return bare;
}

/// Returns the cells of the body with the indices that they have in the dataset.
vtkSmartPointer<vtkDataSet> bodyOf(vtkDataSet* input, const BodyArray& body)
{
  const auto bare = numbered(input);
  if (!body.name.empty())
  {
    bare->GetCellData()->AddArray(
      requireArray(input->GetCellData(), body.name, "cells of the body", 1));
  }
  std::string note;
  auto solid = solidCellsOf(bare, note);
  if (body.name.empty())
  {
    return solid;
  }
  vtkNew<vtkThreshold> threshold;
  threshold->SetInputData(solid);
  threshold->SetInputArrayToProcess(
    0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, body.name.c_str());
  threshold->SetThresholdFunction(vtkThreshold::THRESHOLD_UPPER);
  threshold->SetUpperThreshold(body.threshold);
  threshold->Update();
  return vtkDataSet::SafeDownCast(threshold->GetOutputDataObject(0));
}

void setFlags(vtkDataSetAttributes* attributes, vtkIdType count, std::vector<char>& flags)
{
  flags.assign(static_cast<std::size_t>(count), 0);
  auto* array = vtkIdTypeArray::SafeDownCast(attributes->GetArray(Numbers));
  for (vtkIdType i = 0; array && i < array->GetNumberOfValues(); ++i)
  {
    flags[static_cast<std::size_t>(array->GetValue(i))] = 1;
  }
}

/// Marks the points that are used by a cell; in an image, every point is.
void setPointFlags(vtkDataSet* cells, vtkIdType count, std::vector<char>& flags)
{
  auto* grid = vtkUnstructuredGrid::SafeDownCast(cells);
  if (!grid)
  {
    setFlags(cells->GetPointData(), count, flags);
    return;
  }
  flags.assign(static_cast<std::size_t>(count), 0);
  auto* numbersOfPoints = vtkIdTypeArray::SafeDownCast(grid->GetPointData()->GetArray(Numbers));
  auto cell = vtk::TakeSmartPointer(grid->GetCells()->NewIterator());
  for (cell->GoToFirstCell(); !cell->IsDoneWithTraversal(); cell->GoToNextCell())
  {
    vtkIdType size = 0;
    const vtkIdType* points = nullptr;
    cell->GetCurrentCell(size, points);
    for (vtkIdType i = 0; i < size; ++i)
    {
      flags[static_cast<std::size_t>(numbersOfPoints->GetValue(points[i]))] = 1;
    }
  }
}

Vector3 centre(vtkDataSet* data, const vtkIdType* points, vtkIdType count)
{
  Vector3 sum = {};
  for (vtkIdType i = 0; i < count; ++i)
  {
    double x[3];
    data->GetPoint(points[i], x);
    for (std::size_t c = 0; c < 3; ++c)
    {
      sum[c] += x[c] / static_cast<double>(count);
    }
  }
  return sum;
}

using Corners = std::vector<vtkIdType>;

/// Returns the vector area of a face: half the cross product of the diagonals of a bilinear
/// quadrilateral, or of two sides of a triangle.
Vector3 vectorArea(vtkDataSet* data, const Corners& corners)
{
  double x[4][3];
  for (std::size_t i = 0; i < 4; ++i)
  {
    data->GetPoint(corners[i % corners.size()], x[i]);
  }
  const Vector3 u = { x[2][0] - x[0][0], x[2][1] - x[0][1], x[2][2] - x[0][2] };
  const Vector3 v = { x[3][0] - x[1][0], x[3][1] - x[1][1], x[3][2] - x[1][2] };
  return { 0.5 * (u[1] * v[2] - u[2] * v[1]), 0.5 * (u[2] * v[0] - u[0] * v[2]),
    0.5 * (u[0] * v[1] - u[1] * v[0]) };
}

double dot(const Vector3& a, const Vector3& b)
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// A face of a cell, given by point indices of the dataset.
struct Face
{
  vtkIdType cell = 0;
  Corners corners;
};

/// Returns the corners of a face, followed by the mid-edge nodes if the cell has any.
Corners allNodesOf(vtkDataSet* input, const Face& face, vtkIdList* buffer)
{
  Corners nodes = face.corners;
  const CellShape* shape = findCellShape(input->GetCellType(face.cell));
  if (!shape || !shape->isQuadratic())
  {
    return nodes;
  }
  input->GetCellPoints(face.cell, buffer);
  const auto isEdge = [&](int edge, vtkIdType a, vtkIdType b)
  {
    const auto& ends = shape->edgeCorners[static_cast<std::size_t>(edge)];
    const vtkIdType start = buffer->GetId(ends[0]);
    const vtkIdType end = buffer->GetId(ends[1]);
    return (start == a && end == b) || (start == b && end == a);
  };
  for (std::size_t i = 0; i < face.corners.size(); ++i)
  {
    const vtkIdType a = face.corners[i];
    const vtkIdType b = face.corners[(i + 1) % face.corners.size()];
    int edge = 0;
    while (edge + 1 < shape->edges && !isEdge(edge, a, b))
    {
      ++edge;
    }
    nodes.push_back(buffer->GetId(shape->corners + edge));
  }
  return nodes;
}

/// Adds a face. Cells may be mirrored, so the orientation of the face is checked.
void addFace(BodySurface& surface, vtkDataSet* input, Face face, vtkIdList* buffer,
  std::vector<std::int32_t>& pointNumbers)
{
  Vector3 normal = vectorArea(input, face.corners);
  input->GetCellPoints(face.cell, buffer);
  const Vector3 inside = centre(input, buffer->GetPointer(0), buffer->GetNumberOfIds());
  const Vector3 on =
    centre(input, face.corners.data(), static_cast<vtkIdType>(face.corners.size()));
  if (dot(normal, { on[0] - inside[0], on[1] - inside[1], on[2] - inside[2] }) < 0.0)
  {
    std::reverse(face.corners.begin() + 1, face.corners.end());
    normal = { -normal[0], -normal[1], -normal[2] };
  }
  const double area = std::sqrt(dot(normal, normal));
  for (double& component : normal)
  {
    component /= area > 0.0 ? area : 1.0;
  }
  surface.normals.push_back(normal);
  surface.cells.push_back(face.cell);
  std::vector<std::int32_t> numbers;
  for (const vtkIdType point : allNodesOf(input, face, buffer))
  {
    std::int32_t& number = pointNumbers[static_cast<std::size_t>(point)];
    if (number < 0)
    {
      number = static_cast<std::int32_t>(surface.points.size());
      surface.points.push_back(point);
      double x[3];
      input->GetPoint(point, x);
      surface.faces.points.insert(surface.faces.points.end(), x, x + 3);
    }
    numbers.push_back(number);
  }
  surface.faces.append(numbers.data(), static_cast<int>(numbers.size()));
}

BodySurface surfaceOfPolygons(vtkPolyData* polygons)
{
  if (polygons->GetNumberOfPolys() == 0)
  {
    throw Error("The input has no polygons. Give it the closed surface of a solid, of an STL file "
                "for example" +
      std::string(
        polygons->GetNumberOfStrips() > 0 ? "; divide strips with the filter Triangulate." : "."));
  }
  requireNoGhosts(polygons);
  BodySurface surface;
  surface.hasPoint.assign(static_cast<std::size_t>(polygons->GetNumberOfPoints()), 0);
  surface.hasCell.assign(static_cast<std::size_t>(polygons->GetNumberOfCells()), 0);
  std::vector<std::int32_t> numberOf(surface.hasPoint.size(), -1);
  vtkNew<vtkIdList> buffer;
  const vtkIdType first = polygons->GetNumberOfVerts() + polygons->GetNumberOfLines();
  for (vtkIdType i = 0; i < polygons->GetNumberOfPolys(); ++i)
  {
    Face face;
    face.cell = first + i;
    polygons->GetPolys()->GetCellAtId(i, buffer);
    face.corners.assign(buffer->GetPointer(0), buffer->GetPointer(0) + buffer->GetNumberOfIds());
    if (face.corners.size() != 3 && face.corners.size() != 4)
    {
      throw Error("Cell " + std::to_string(face.cell) + " of the surface is a polygon of " +
        std::to_string(face.corners.size()) +
        " points; triangles and quadrilaterals are needed. Use the filter Triangulate first.");
    }
    surface.hasCell[static_cast<std::size_t>(face.cell)] = 1;
    for (const vtkIdType corner : face.corners)
    {
      surface.hasPoint[static_cast<std::size_t>(corner)] = 1;
    }
    addFace(surface, polygons, face, buffer, numberOf);
  }
  return surface;
}

/// Converts the faces to vtkPolyData, with the face indices as a cell array.
vtkSmartPointer<vtkPolyData> makePolyData(const BodySurface& surface)
{
  vtkNew<vtkDoubleArray> coordinates;
  coordinates->SetNumberOfComponents(3);
  coordinates->SetNumberOfTuples(static_cast<vtkIdType>(surface.points.size()));
  std::copy(surface.faces.points.begin(), surface.faces.points.end(), coordinates->GetPointer(0));
  vtkNew<vtkPoints> points;
  points->SetData(coordinates);
  vtkNew<vtkCellArray> polygons; // corners only: patches end at edges, which are straight
  std::vector<vtkIdType> corners;
  for (std::size_t f = 0; f < surface.faces.numberOfFaces(); ++f)
  {
    const std::int32_t* nodes = surface.faces.face(f);
    corners.assign(nodes, nodes + surface.cornersOf(f));
    polygons->InsertNextCell(static_cast<vtkIdType>(corners.size()), corners.data());
  }
  auto result = vtkSmartPointer<vtkPolyData>::New();
  result->SetPoints(points);
  result->SetPolys(polygons);
  result->GetCellData()->AddArray(numbers(polygons->GetNumberOfCells()));
  return result;
}
}

BodySurface makeBodySurface(vtkDataSet* input, const BodyArray& body)
{
  if (auto* polygons = vtkPolyData::SafeDownCast(input))
  {
    return surfaceOfPolygons(polygons);
  }
  const auto cells = bodyOf(input, body);
  BodySurface surface;
  setPointFlags(cells, input->GetNumberOfPoints(), surface.hasPoint);
  setFlags(cells->GetCellData(), input->GetNumberOfCells(), surface.hasCell);

  vtkNew<vtkGeometryFilter> boundary;
  boundary->SetInputData(cells);
  // Faces have corners only; their other nodes are added later.
  boundary->SetNonlinearSubdivisionLevel(0);
  boundary->Update();
  vtkPolyData* faces = boundary->GetOutput();
  auto* pointNumbers = vtkIdTypeArray::SafeDownCast(faces->GetPointData()->GetArray(Numbers));
  auto* cellNumbers = vtkIdTypeArray::SafeDownCast(faces->GetCellData()->GetArray(Numbers));
  std::vector<Face> sorted;
  auto face = vtk::TakeSmartPointer(faces->GetPolys()->NewIterator());
  for (face->GoToFirstCell(); !face->IsDoneWithTraversal(); face->GoToNextCell())
  {
    vtkIdType count = 0;
    const vtkIdType* corners = nullptr;
    face->GetCurrentCell(count, corners);
    Face next;
    next.cell = cellNumbers->GetValue(face->GetCurrentCellId());
    std::transform(corners, corners + count, std::back_inserter(next.corners),
      [&](vtkIdType corner) { return pointNumbers->GetValue(corner); });
    // The first corner and the order of the faces do not depend on the number of threads, so that
    // sums of forces are bitwise reproducible.
    std::rotate(next.corners.begin(), std::min_element(next.corners.begin(), next.corners.end()),
      next.corners.end());
    sorted.push_back(next);
  }
  std::sort(sorted.begin(), sorted.end(),
    [](const Face& a, const Face& b)
    { return std::tie(a.cell, a.corners) < std::tie(b.cell, b.corners); });

  std::vector<std::int32_t> numberOf(static_cast<std::size_t>(input->GetNumberOfPoints()), -1);
  vtkNew<vtkIdList> buffer;
  for (const Face& next : sorted)
  {
    addFace(surface, input, next, buffer, numberOf);
  }
  return surface;
}

std::vector<vtkIdType> growPatch(
  const BodySurface& surface, const std::vector<vtkIdType>& seeds, double angle)
{
  // Patches are the connected components of the surface after it is split at sharp edges.
  vtkNew<vtkPolyDataNormals> parted;
  parted->SetInputData(makePolyData(surface));
  parted->SetFeatureAngle(angle);
  parted->SplittingOn();
  parted->ConsistencyOff();
  parted->ComputePointNormalsOn();
  vtkNew<vtkPolyDataConnectivityFilter> patch;
  patch->SetInputConnection(parted->GetOutputPort());
  patch->SetExtractionModeToCellSeededRegions();
  for (const vtkIdType seed : seeds)
  {
    patch->AddSeed(seed);
  }
  patch->Update();
  auto* found = vtkIdTypeArray::SafeDownCast(patch->GetOutput()->GetCellData()->GetArray(Numbers));
  std::vector<vtkIdType> faces;
  if (found)
  {
    faces.assign(found->GetPointer(0), found->GetPointer(0) + found->GetNumberOfValues());
    std::sort(faces.begin(), faces.end());
  }
  return faces;
}
}
