#include "HeatMarkers.h"

#include "ConditionMarkers.h"
#include "PointGroups.h"
#include "RegionMarks.h"

#include "vtkDataSet.h"
#include "vtkDoubleArray.h"
#include "vtkGlyph3D.h"
#include "vtkIdList.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkSphereSource.h"

#include <algorithm>
#include <cstddef>

namespace trabecula::filters
{
namespace
{
/// Radius of spheres relative to the diagonal of the bounds.
constexpr double SphereRadius = 0.008;
constexpr std::size_t MostSpheres = 150;

/// Returns one position for each group of neighbouring positions.
std::vector<Vector3> thinned(const std::vector<Vector3>& positions, std::size_t most)
{
  std::vector<Vector3> kept;
  for (const std::vector<std::size_t>& group : groupPoints(positions, most).groups)
  {
    kept.push_back(positions[group[group.size() / 2]]);
  }
  return kept;
}

void drawSpheres(vtkDataSet* input, const std::vector<Vector3>& positions, const std::string& array,
  double value, vtkPolyData* markers)
{
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkDoubleArray> values;
  values->SetName(array.c_str());
  for (const Vector3& position : thinned(positions, MostSpheres))
  {
    points->InsertNextPoint(position.data());
    values->InsertNextValue(value);
  }
  vtkNew<vtkPolyData> places;
  places->SetPoints(points);
  places->GetPointData()->AddArray(values);
  vtkNew<vtkSphereSource> sphere;
  sphere->SetRadius(SphereRadius * input->GetLength());
  sphere->SetThetaResolution(12);
  sphere->SetPhiResolution(12);
  vtkNew<vtkGlyph3D> glyphs;
  glyphs->SetInputData(places);
  glyphs->SetSourceConnection(sphere->GetOutputPort());
  glyphs->ScalingOff();
  glyphs->Update();
  markers->ShallowCopy(glyphs->GetOutput());
  markers->GetPointData()->RemoveArray("Normals");
}
}

void makePointMarkers(vtkDataSet* input, const std::vector<vtkIdType>& points,
  const std::string& array, double value, vtkPolyData* markers)
{
  std::vector<Vector3> positions(points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
  {
    input->GetPoint(points[i], positions[i].data());
  }
  drawSpheres(input, positions, array, value, markers);
}

void makeCellPointMarkers(vtkDataSet* input, const std::vector<vtkIdType>& cells,
  const std::string& array, double value, vtkPolyData* markers)
{
  vtkNew<vtkIdList> points;
  std::vector<Vector3> positions;
  for (const vtkIdType cell : cells)
  {
    input->GetCellPoints(cell, points);
    positions.push_back(centreOfCell(input, points->GetPointer(0), points->GetNumberOfIds()));
  }
  drawSpheres(input, positions, array, value, markers);
}

void makeFlowMarkers(vtkDataSet* input, const BodySurface& surface, const RegionEntities& region,
  double flow, vtkPolyData* markers)
{
  if (region.faces.empty())
  {
    makePointMarkers(input, region.points, "HeatFlow", flow, markers);
    return;
  }
  // One arrow is drawn for each node of the faces that has a marker.
  std::vector<Vector3> normals(surface.points.size(), Vector3{});
  for (const vtkIdType face : region.faces)
  {
    const auto f = static_cast<std::size_t>(face);
    for (int a = 0; a < surface.faces.nodesOf(f); ++a)
    {
      Vector3& normal = normals[static_cast<std::size_t>(surface.faces.face(f)[a])];
      for (std::size_t c = 0; c < 3; ++c)
      {
        normal[c] += surface.normals[f][c];
      }
    }
  }
  std::vector<vtkIdType> points;
  std::vector<double> arrows;
  for (std::size_t i = 0; i < normals.size(); ++i)
  {
    if (normals[i] != Vector3{})
    {
      points.push_back(surface.points[i]);
      for (const double component : normals[i])
      {
        arrows.push_back(flow < 0.0 ? component : -component);
      }
    }
  }
  makeLoadMarkers(input, surface, points, arrows, 1, markers);
  markers->GetPointData()->RemoveArray("LoadCase");
}
}
