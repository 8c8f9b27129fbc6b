#include "ConditionMarkers.h"

#include "vtkArrowSource.h"
#include "vtkBoundingBox.h"
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
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace trabecula::filters
{
namespace
{
/// Lengths over the diagonal of the bounds.
constexpr double ConeLength = 0.03;
constexpr double ArrowLength = 0.15;
/// How far arrows along the surface are from it, over the diagonal.
constexpr double Lift = 0.01;
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

/// The points in cubes of a regular grid around them, the longest side of which has so many.
std::map<std::array<int, 3>, Numbers> inCubes(vtkDataSet* input,
  const std::vector<vtkIdType>& points, const vtkBoundingBox& bounds, int divisions)
{
  const double edge = bounds.GetMaxLength() / divisions;
  // Cubes share what is left over at both ends, so that the picture is as symmetric as the region;
  // rounding does not decide where a point between two of them belongs.
  constexpr double Rounding = 1e-6;
  Vector3 begin = {};
  std::array<int, 3> counts{};
  for (std::size_t c = 0; c < 3; ++c)
  {
    const int axis = static_cast<int>(c);
    counts[c] = std::max(1, static_cast<int>(std::ceil(bounds.GetLength(axis) / edge - Rounding)));
    const double middle = 0.5 * (bounds.GetBound(2 * axis) + bounds.GetBound(2 * axis + 1));
    begin[c] = middle - 0.5 * counts[c] * edge;
  }
  std::map<std::array<int, 3>, Numbers> cubes;
  for (std::size_t i = 0; i < points.size(); ++i)
  {
    const Vector3 x = pointOf(input, points[i]);
    std::array<int, 3> cube{};
    for (std::size_t c = 0; c < 3; ++c)
    {
      const int number = static_cast<int>(std::floor((x[c] - begin[c]) / edge + Rounding));
      cube[c] = std::clamp(number, 0, counts[c] - 1);
    }
    cubes[cube].push_back(i);
  }
  return cubes;
}

/// The largest group over the smallest.
double unevenness(const std::map<std::array<int, 3>, Numbers>& cubes)
{
  const auto [least, most] = std::minmax_element(cubes.begin(), cubes.end(),
    [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  return static_cast<double>(most->second.size()) / static_cast<double>(least->second.size());
}

/// Points near each other, in groups that are few enough to be told apart.
std::vector<Numbers> group(
  vtkDataSet* input, const std::vector<vtkIdType>& points, std::size_t mostGroups)
{
  std::vector<Numbers> groups;
  vtkBoundingBox bounds;
  for (const vtkIdType point : points)
  {
    bounds.AddPoint(pointOf(input, point).data());
  }
  if (points.size() <= mostGroups || !(bounds.GetMaxLength() > 0.0))
  {
    for (std::size_t i = 0; i < points.size(); ++i)
    {
      groups.push_back({ i });
    }
    return groups;
  }
  // As fine as may be; more divisions make more groups.
  int finest = 1;
  for (int step = static_cast<int>(mostGroups) / 2; step > 0; step /= 2)
  {
    while (inCubes(input, points, bounds, finest + step).size() <= mostGroups)
    {
      finest += step;
    }
  }
  // Of these and somewhat coarser ones those of nearest size, or else a regular mesh under a
  // uniform load would look irregularly loaded.
  auto cubes = inCubes(input, points, bounds, finest);
  for (int divisions = finest - 1; divisions > 0 && 2 * divisions >= finest; --divisions)
  {
    auto coarser = inCubes(input, points, bounds, divisions);
    if (unevenness(coarser) < unevenness(cubes))
    {
      cubes = std::move(coarser);
    }
  }
  for (auto& cube : cubes)
  {
    groups.push_back(std::move(cube.second));
  }
  return groups;
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
    for (std::size_t a = 0; a < 4; ++a)
    {
      const auto found = normals.find(surface.points[surface.faces.quads[4 * f + a]]);
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

void makeSupportMarkers(vtkDataSet* input, const BodySurface& surface, const CaughtRegion& region,
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
    // Those that press end on the body; those along it stand off a little.
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
  vtkNew<vtkUnsignedCharArray> region;
  region->SetName("DesignRegion");
  region->SetNumberOfValues(markers->GetNumberOfCells());
  region->FillValue(static_cast<unsigned char>(value));
  markers->GetCellData()->SetScalars(region);
}
}
