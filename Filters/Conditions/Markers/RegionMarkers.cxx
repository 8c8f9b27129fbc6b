#include "RegionMarkers.h"

#include "Geometry/Triangles/SurfaceWithin.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataSet.h"
#include "vtkGeometryFilter.h"
#include "vtkNew.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkSmartPointer.h"
#include "vtkThreshold.h"
#include "vtkTriangle.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace trabecula::filters
{
namespace
{
/// Distance of the shown faces of a region from the body relative to the diagonal of the bounds.
constexpr double CaughtLift = 0.001;

Vector3 placeOfPoint(vtkDataSet* input, vtkIdType point)
{
  Vector3 x;
  input->GetPoint(point, x.data());
  return x;
}

/// Returns faces of a surface as triangles whose points are not shared with the surface.
TriangleMesh trianglesOf(
  vtkDataSet* input, const BodySurface& surface, const std::vector<vtkIdType>& faces)
{
  TriangleMesh mesh;
  for (const vtkIdType face : faces)
  {
    const auto f = static_cast<std::size_t>(face);
    const std::int32_t* nodes = surface.faces.face(f);
    const auto first = static_cast<std::int32_t>(mesh.numberOfPoints());
    for (int corner = 0; corner < surface.cornersOf(f); ++corner)
    {
      const Vector3 x =
        placeOfPoint(input, surface.points[static_cast<std::size_t>(nodes[corner])]);
      mesh.points.insert(mesh.points.end(), x.begin(), x.end());
      if (corner > 1)
      {
        mesh.triangles.insert(mesh.triangles.end(), { first, first + corner - 1, first + corner });
      }
    }
  }
  return mesh;
}

/// Assigns the value of a region to all cells.
void setRegion(vtkPolyData* markers, int value)
{
  vtkNew<vtkUnsignedCharArray> region;
  region->SetName("DesignRegion");
  region->SetNumberOfValues(markers->GetNumberOfCells());
  region->FillValue(static_cast<unsigned char>(value));
  markers->GetCellData()->SetScalars(region);
}
}

void makeCaughtMarkers(
  vtkDataSet* input, const BodySurface& surface, const RegionEntities& region, vtkPolyData* markers)
{
  const double lift = CaughtLift * input->GetLength();
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkCellArray> polygons;
  vtkNew<vtkCellArray> lines;
  vtkNew<vtkCellArray> vertices;
  for (const vtkIdType face : region.faces)
  {
    const auto f = static_cast<std::size_t>(face);
    const std::int32_t* nodes = surface.faces.face(f);
    std::vector<vtkIdType> corners;
    for (int corner = 0; corner < surface.cornersOf(f); ++corner)
    {
      const vtkIdType point = surface.points[static_cast<std::size_t>(nodes[corner])];
      // The sides of a plane patch contain each point twice.
      if (std::find(corners.begin(), corners.end(), point) == corners.end())
      {
        corners.push_back(point);
      }
    }
    vtkCellArray* cells = corners.size() > 2 ? polygons : lines;
    cells->InsertNextCell(static_cast<int>(corners.size()));
    for (const vtkIdType corner : corners)
    {
      Vector3 x = placeOfPoint(input, corner);
      for (std::size_t c = 0; c < 3; ++c)
      {
        x[c] += lift * surface.normals[f][c];
      }
      cells->InsertCellPoint(points->InsertNextPoint(x.data()));
    }
  }
  if (region.faces.empty())
  {
    for (const vtkIdType point : region.points)
    {
      vertices->InsertNextCell(1);
      vertices->InsertCellPoint(points->InsertNextPoint(placeOfPoint(input, point).data()));
    }
  }
  markers->SetPoints(points);
  markers->SetVerts(vertices);
  markers->SetLines(lines);
  markers->SetPolys(polygons);
}

void makeDistanceMarkers(vtkPolyData* input, const BodySurface& surface,
  const RegionEntities& region, int value, vtkPolyData* markers)
{
  std::vector<vtkIdType> all(surface.faces.numberOfFaces());
  std::iota(all.begin(), all.end(), vtkIdType{ 0 });
  const TriangleMesh within = surfaceWithin(trianglesOf(input, surface, all),
    trianglesOf(input, surface, region.faces), region.settings.distance);

  const double lift = CaughtLift * input->GetLength();
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkCellArray> polygons;
  for (std::size_t t = 0; t < within.numberOfTriangles(); ++t)
  {
    std::array<Vector3, 3> x;
    std::transform(&within.triangles[3 * t], &within.triangles[3 * t] + 3, x.begin(),
      [&](std::int32_t corner) { return within.point(corner); });
    Vector3 normal;
    vtkTriangle::ComputeNormal(x[0].data(), x[1].data(), x[2].data(), normal.data());
    polygons->InsertNextCell(3);
    for (const Vector3& corner : x)
    {
      polygons->InsertCellPoint(points->InsertNextPoint(
        corner[0] + lift * normal[0], corner[1] + lift * normal[1], corner[2] + lift * normal[2]));
    }
  }
  markers->SetPoints(points);
  markers->SetPolys(polygons);
  setRegion(markers, value);
}

void makeCellMarkers(
  vtkDataSet* input, const std::vector<vtkIdType>& cells, int value, vtkPolyData* markers)
{
  constexpr const char* Name = "Caught";
  vtkNew<vtkUnsignedCharArray> caught;
  caught->SetName(Name);
  caught->SetNumberOfValues(input->GetNumberOfCells());
  caught->FillValue(0);
  for (const vtkIdType cell : cells)
  {
    caught->SetValue(cell, 1);
  }
  auto bare = vtk::TakeSmartPointer(input->NewInstance());
  bare->CopyStructure(input);
  bare->GetCellData()->AddArray(caught);
  vtkNew<vtkThreshold> threshold;
  threshold->SetInputData(bare);
  threshold->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, Name);
  threshold->SetThresholdFunction(vtkThreshold::THRESHOLD_UPPER);
  threshold->SetUpperThreshold(1.0);
  vtkNew<vtkGeometryFilter> boundary;
  boundary->SetInputConnection(threshold->GetOutputPort());
  boundary->Update();
  markers->CopyStructure(boundary->GetOutput());
  setRegion(markers, value);
}
}
