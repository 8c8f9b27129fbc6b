#include "ConditionMarkers.h"

#include "PointGroups.h"

#include "vtkArrowSource.h"
#include "vtkConeSource.h"
#include "vtkDataSet.h"
#include "vtkDoubleArray.h"
#include "vtkGlyph3D.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace trabecula::filters
{
namespace
{
/// Lengths of markers relative to the diagonal of the bounds.
constexpr double ConeLength = 0.03;
constexpr double ArrowLength = 0.15;
/// Distance of tangential arrows from the surface relative to the diagonal of the bounds.
constexpr double Lift = 0.01;
/// Shorter arrows, relative to the longest, would not be visible.
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

/// Groups neighbouring points such that the markers of the groups can be distinguished.
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

/// Returns the mean outward normals at some points of the dataset; zero inside the body.
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

/// Returns the point that is nearest to the mean of some points.
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

/// Positions with a vector each, along which a glyph is drawn.
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
  // The array is not the active vectors, because these would not be passed on.
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

  vtkNew<vtkConeSource> cone; // its tip is at the origin
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
    Vector3 normal = {}; ///< outward unit normal, or zero
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
}
