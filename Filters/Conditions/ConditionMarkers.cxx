#include "ConditionMarkers.h"

#include "PointGroups.h"

#include "Geometry/Triangles/SurfaceWithin.h"

#include "vtkArrowSource.h"
#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkConeSource.h"
#include "vtkDataSet.h"
#include "vtkDoubleArray.h"
#include "vtkGeometryFilter.h"
#include "vtkGlyph3D.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkThreshold.h"
#include "vtkTriangle.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace trabecula::filters
{
namespace
{
/// Lengths over the diagonal of the bounds.
constexpr double ConeLength = 0.03;
constexpr double ArrowLength = 0.15;
/// How far arrows along the surface are from it, over the diagonal.
constexpr double Lift = 0.01;
/// The same of the faces of a region.
constexpr double CaughtLift = 0.001;
/// Arrows shorter than this share of the longest would not be seen.
constexpr double LeastArrow = 0.02;

using Numbers = std::vector<std::size_t>;

Vector3 pointOf(vtkDataSet* input, vtkIdType point)
{
  Vector3 x;
  input->GetPoint(point, x.data());
  return x;
}

double dot(const Vector3& a, const Vector3& b)
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The faces of a surface as triangles of their own points.
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
      const Vector3 x = pointOf(input, surface.points[static_cast<std::size_t>(nodes[corner])]);
      mesh.points.insert(mesh.points.end(), x.begin(), x.end());
      if (corner > 1)
      {
        mesh.triangles.insert(mesh.triangles.end(), { first, first + corner - 1, first + corner });
      }
    }
  }
  return mesh;
}

/// Gives cells the value of a region.
void setRegion(vtkPolyData* markers, int value)
{
  vtkNew<vtkUnsignedCharArray> region;
  region->SetName("DesignRegion");
  region->SetNumberOfValues(markers->GetNumberOfCells());
  region->FillValue(static_cast<unsigned char>(value));
  markers->GetCellData()->SetScalars(region);
}

/// Groups of neighbouring points, few enough to be distinguished.
std::vector<Numbers> group(
  vtkDataSet* input, const std::vector<vtkIdType>& points, std::size_t mostGroups)
{
  std::vector<Vector3> positions;
  positions.reserve(points.size());
  for (const vtkIdType point : points)
  {
    positions.push_back(pointOf(input, point));
  }
  return groupPoints(positions, mostGroups).groups;
}

/// Mean outward normals at some points of the dataset; zero inside the body.
std::map<vtkIdType, Vector3> normalsAt(
  const BodySurface& surface, const std::vector<vtkIdType>& points)
{
  std::map<vtkIdType, Vector3> normals;
  for (const vtkIdType point : points)
  {
    normals[point] = {};
  }
  for (std::size_t f = 0; f < surface.cells.size(); ++f)
  {
    const std::int32_t* nodes = surface.faces.face(f);
    for (int a = 0; a < surface.faces.nodesOf(f); ++a)
    {
      const auto found = normals.find(surface.points[static_cast<std::size_t>(nodes[a])]);
      if (found != normals.end())
      {
        for (std::size_t c = 0; c < 3; ++c)
        {
          found->second[c] += surface.normals[f][c];
        }
      }
    }
  }
  return normals;
}

/// Of some points, the one nearest to their mean.
std::size_t middleOf(
  vtkDataSet* input, const std::vector<vtkIdType>& points, const Numbers& numbers)
{
  Vector3 mean = {};
  for (const std::size_t i : numbers)
  {
    const Vector3 x = pointOf(input, points[i]);
    for (std::size_t c = 0; c < 3; ++c)
    {
      mean[c] += x[c] / static_cast<double>(numbers.size());
    }
  }
  const auto distance = [&](std::size_t i)
  {
    const Vector3 x = pointOf(input, points[i]);
    return std::hypot(x[0] - mean[0], x[1] - mean[1], x[2] - mean[2]);
  };
  return *std::min_element(numbers.begin(), numbers.end(),
    [&](std::size_t a, std::size_t b) { return distance(a) < distance(b); });
}

/// Places with a vector each, that a glyph is drawn along.
struct Places
{
  vtkNew<vtkPolyData> data;
  vtkNew<vtkPoints> points;
  vtkNew<vtkDoubleArray> vectors;

  Places()
  {
    this->points->SetDataTypeToDouble();
    this->vectors->SetName("Force");
    this->vectors->SetNumberOfComponents(3);
    this->data->SetPoints(this->points);
  }
  void add(const Vector3& position, const Vector3& vector)
  {
    this->points->InsertNextPoint(position.data());
    this->vectors->InsertNextTuple(vector.data());
  }
};

void draw(const Places& places, vtkAlgorithm* glyph, double scale, vtkPolyData* markers)
{
  vtkNew<vtkGlyph3D> glyphs;
  glyphs->SetInputData(places.data);
  // As active vectors they would not be passed on.
  glyphs->SetInputArrayToProcess(
    1, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, places.vectors->GetName());
  glyphs->SetSourceConnection(glyph->GetOutputPort());
  glyphs->SetVectorModeToUseVector();
  glyphs->SetScaleModeToScaleByVector();
  glyphs->SetScaleFactor(scale);
  glyphs->Update();
  markers->ShallowCopy(glyphs->GetOutput());
  for (const char* name : { "GlyphVector", "Normals" })
  {
    markers->GetPointData()->RemoveArray(name);
  }
}
}

void makeSupportMarkers(vtkDataSet* input, const BodySurface& surface, const RegionEntities& region,
  const std::array<bool, 3>& held, vtkPolyData* markers)
{
  Places places;
  places.vectors->SetName("Axis");
  vtkNew<vtkIntArray> direction;
  direction->SetName("Direction");
  std::vector<vtkIdType> shown;
  for (const Numbers& numbers : group(input, region.points, MostCones))
  {
    shown.push_back(region.points[middleOf(input, region.points, numbers)]);
  }
  const auto normals = normalsAt(surface, shown);
  for (const vtkIdType point : shown)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      if (held[c])
      {
        Vector3 axis = {};
        axis[c] = normals.at(point)[c] > 1e-6 ? -1.0 : 1.0;
        places.add(pointOf(input, point), axis);
        direction->InsertNextValue(static_cast<int>(c));
      }
    }
  }
  places.data->GetPointData()->AddArray(places.vectors);
  places.data->GetPointData()->AddArray(direction);

  vtkNew<vtkConeSource> cone; // its tip at the origin
  cone->SetCenter(-0.5, 0.0, 0.0);
  cone->SetRadius(0.4);
  cone->SetResolution(16);
  draw(places, cone, ConeLength * input->GetLength(), markers);
  markers->GetPointData()->RemoveArray("Axis");
}

void makeLoadMarkers(vtkDataSet* input, const BodySurface& surface,
  const std::vector<vtkIdType>& points, const std::vector<double>& forces, int loadCase,
  vtkPolyData* markers)
{
  struct Arrow
  {
    Vector3 position = {};
    Vector3 force = {};
    Vector3 normal = {}; ///< unit outward one, or zero
  };
  std::vector<Arrow> arrows;
  const auto normals = normalsAt(surface, points);
  double longest = 0.0;
  for (const Numbers& numbers : group(input, points, MostArrows))
  {
    Arrow arrow;
    double weights = 0.0;
    for (const std::size_t i : numbers)
    {
      const Vector3 x = pointOf(input, points[i]);
      const double* f = &forces[3 * i];
      const double weight = std::hypot(f[0], f[1], f[2]);
      weights += weight;
      for (std::size_t c = 0; c < 3; ++c)
      {
        arrow.position[c] += weight * x[c];
        arrow.force[c] += f[c];
        arrow.normal[c] += weight * normals.at(points[i])[c];
      }
    }
    for (double& coordinate : arrow.position)
    {
      coordinate /= weights > 0.0 ? weights : 1.0;
    }
    const double length = std::sqrt(dot(arrow.normal, arrow.normal));
    for (double& component : arrow.normal)
    {
      component /= length > 1e-6 * weights ? length : 1.0;
    }
    longest = std::max(longest, std::sqrt(dot(arrow.force, arrow.force)));
    arrows.push_back(arrow);
  }
  if (longest == 0.0)
  {
    return;
  }

  Places places;
  vtkNew<vtkIntArray> number;
  number->SetName("LoadCase");
  const double scale = ArrowLength * input->GetLength() / longest;
  for (const Arrow& arrow : arrows)
  {
    const double size = std::sqrt(dot(arrow.force, arrow.force));
    if (size < LeastArrow * longest)
    {
      continue;
    }
    // Arrows of compressive forces end on the body; tangential ones are slightly above it.
    const double outward = dot(arrow.normal, arrow.force) / size;
    Vector3 tail = arrow.position;
    for (std::size_t c = 0; c < 3; ++c)
    {
      tail[c] += outward < -0.1 ? -scale * arrow.force[c]
        : outward < 0.1         ? Lift * input->GetLength() * arrow.normal[c]
                                : 0.0;
    }
    places.add(tail, arrow.force);
    number->InsertNextValue(loadCase);
  }
  places.data->GetPointData()->AddArray(places.vectors);
  places.data->GetPointData()->AddArray(number);
  vtkNew<vtkArrowSource> source;
  source->SetTipResolution(16);
  source->SetShaftResolution(12);
  draw(places, source, scale, markers);
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
      // Sides of a plane patch have each point twice.
      if (std::find(corners.begin(), corners.end(), point) == corners.end())
      {
        corners.push_back(point);
      }
    }
    vtkCellArray* cells = corners.size() > 2 ? polygons : lines;
    cells->InsertNextCell(static_cast<int>(corners.size()));
    for (const vtkIdType corner : corners)
    {
      Vector3 x = pointOf(input, corner);
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
      vertices->InsertCellPoint(points->InsertNextPoint(pointOf(input, point).data()));
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
