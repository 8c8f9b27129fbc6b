#include "Geometry/Level/Patch/PatchBoundary.h"

#include "Core/Requirements.h"
#include "Geometry/Level/EdgeCollapse.h"
#include "Geometry/Level/LevelField.h"
#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/Patch/ContourPoints.h"
#include "Geometry/Level/Patch/PatchLevel.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace trabecula
{
namespace
{
/// The root between two points with values of opposite signs, by Newton's method within a bracket.
/// @return fraction of the way from the first point
double rootBetween(const NurbsPatch& patch, const std::vector<double>& levelSet,
  const Parameters& from, double valueFrom, const Parameters& to, double valueTo)
{
  double low = 0.0; // end of the bracket whose sign is that of the first point
  double high = 1.0;
  double t = valueFrom / (valueFrom - valueTo);
  for (int step = 0; step < 60 && high - low > 1e-15; ++step)
  {
    Parameters xi{};
    for (std::size_t k = 0; k < 3; ++k)
    {
      xi[k] = from[k] + t * (to[k] - from[k]);
    }
    const PatchLevel level = levelAt(patch, levelSet, xi);
    if (level.value == 0.0)
    {
      break;
    }
    ((level.value > 0.0) == (valueFrom > 0.0) ? low : high) = t;
    double slope = 0.0;
    for (std::size_t k = 0; k < 3; ++k)
    {
      slope += level.slope[k] * (to[k] - from[k]);
    }
    const double newton = t - level.value / slope;
    const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
    if (std::abs(next - t) < 1e-15)
    {
      break;
    }
    t = next;
  }
  return t;
}

/// Parameters of samples in one direction.
std::vector<double> samplesOf(const NurbsPatch& patch, std::size_t k, int samples)
{
  const std::vector<double> breaks = breakPoints(patch.degrees[k], patch.knots[k]);
  std::vector<double> places = { 0.0 };
  for (std::size_t s = 1; s < breaks.size(); ++s)
  {
    for (int i = 1; i <= samples; ++i)
    {
      places.push_back(
        i == samples ? breaks[s] : breaks[s - 1] + (breaks[s] - breaks[s - 1]) * i / samples);
    }
  }
  return places;
}

/// Marching triangles: each cell of samples is divided into four triangles at its middle.
class CurveExtraction
{
public:
  CurveExtraction(const NurbsPatch& patch, const std::vector<double>& levelSet, int samples)
    : Patch(patch),
      LevelSet(levelSet), Places{ samplesOf(patch, 0, samples), samplesOf(patch, 1, samples) },
      Columns(this->Places[0].size()), Rows(this->Places[1].size())
  {
    const std::size_t cells = (this->Columns - 1) * (this->Rows - 1);
    this->Values.resize(this->Columns * this->Rows + cells);
    const auto count = static_cast<std::int64_t>(this->Values.size());
#pragma omp parallel for schedule(static)
    for (std::int64_t v = 0; v < count; ++v)
    {
      const auto vertex = static_cast<std::size_t>(v);
      this->Values[vertex] = levelAt(this->Patch, this->LevelSet, this->parameters(vertex)).value;
    }
  }

  PatchBoundary extract()
  {
    for (std::size_t j = 0; j + 1 < this->Rows; ++j)
    {
      for (std::size_t i = 0; i + 1 < this->Columns; ++i)
      {
        this->addCell(i, j);
      }
    }
    this->chain();
    return std::move(this->Boundary);
  }

private:
  bool isInside(std::size_t vertex) const
  {
    return this->Values[vertex] > 0.0;
  }

  Parameters parameters(std::size_t vertex) const
  {
    if (vertex < this->Columns * this->Rows)
    {
      return { this->Places[0][vertex % this->Columns], this->Places[1][vertex / this->Columns],
        0.0 };
    }
    const std::size_t cell = vertex - this->Columns * this->Rows;
    const std::size_t i = cell % (this->Columns - 1);
    const std::size_t j = cell / (this->Columns - 1);
    return { 0.5 * (this->Places[0][i] + this->Places[0][i + 1]),
      0.5 * (this->Places[1][j] + this->Places[1][j + 1]), 0.0 };
  }

  /// Returns the number of the point at a vertex, or on an edge between vertices on different sides
  /// of the zero level.
  std::int32_t point(std::size_t a, std::size_t b)
  {
    const std::pair<std::size_t, std::size_t> key = std::minmax(a, b);
    const auto found = this->Numbers.find(key);
    if (found != this->Numbers.end())
    {
      return found->second;
    }
    Parameters xi = this->parameters(key.first);
    if (key.first != key.second)
    {
      const Parameters to = this->parameters(key.second);
      const double t = rootBetween(
        this->Patch, this->LevelSet, xi, this->Values[key.first], to, this->Values[key.second]);
      for (std::size_t k = 0; k < 2; ++k)
      {
        xi[k] += t * (to[k] - xi[k]);
      }
    }
    const auto number = static_cast<std::int32_t>(this->Boundary.parameters.size() / 3);
    this->Boundary.parameters.insert(this->Boundary.parameters.end(), xi.begin(), xi.end());
    this->Numbers.emplace(key, number);
    return number;
  }

  void addSegment(std::int32_t from, std::int32_t to, std::uint8_t origin)
  {
    this->Segments.push_back({ from, to });
    this->Origins.push_back(origin);
  }

  void addCell(std::size_t i, std::size_t j)
  {
    const std::size_t low = i + this->Columns * j;
    const std::array<std::size_t, 4> corners = { low, low + 1, low + 1 + this->Columns,
      low + this->Columns };
    const std::size_t middle = this->Columns * this->Rows + i + (this->Columns - 1) * j;
    const std::array<bool, 4> onSide = { j == 0, i + 2 == this->Columns, j + 2 == this->Rows,
      i == 0 };
    for (std::size_t k = 0; k < 4; ++k)
    {
      const std::array<std::size_t, 3> v = { corners[k], corners[(k + 1) % 4], middle };
      this->addTriangle(v);
      if (onSide[k])
      {
        this->addSide(v[0], v[1]);
      }
    }
  }

  /// Adds the contour in an anticlockwise triangle, with the inside on its left.
  void addTriangle(const std::array<std::size_t, 3>& v)
  {
    const int inside = this->isInside(v[0]) + this->isInside(v[1]) + this->isInside(v[2]);
    if (inside == 0 || inside == 3)
    {
      return;
    }
    for (std::size_t k = 0; k < 3; ++k)
    {
      // This is the vertex whose sign differs from that of the others.
      if (this->isInside(v[k]) == (inside == 1))
      {
        const std::int32_t next = this->point(v[k], v[(k + 1) % 3]);
        const std::int32_t last = this->point(v[k], v[(k + 2) % 3]);
        inside == 1 ? this->addSegment(next, last, 0) : this->addSegment(last, next, 0);
      }
    }
  }

  /// Adds the part of an edge on a side of the patch that is inside.
  void addSide(std::size_t a, std::size_t b)
  {
    if (this->isInside(a) || this->isInside(b))
    {
      const std::int32_t from = this->isInside(a) ? this->point(a, a) : this->point(a, b);
      const std::int32_t to = this->isInside(b) ? this->point(b, b) : this->point(a, b);
      this->addSegment(from, to, 1);
    }
  }

  /// Orders the segments along closed curves: each point is the end of one segment and the start of
  /// another.
  void chain()
  {
    PatchBoundary& boundary = this->Boundary;
    std::vector<std::size_t> from(boundary.parameters.size() / 3, 0);
    for (std::size_t s = 0; s < this->Segments.size(); ++s)
    {
      from[static_cast<std::size_t>(this->Segments[s][0])] = s;
    }
    std::vector<bool> done(this->Segments.size(), false);
    boundary.curves.push_back(0);
    for (std::size_t s = 0; s < this->Segments.size(); ++s)
    {
      for (std::size_t at = s; !done[at];
           at = from[static_cast<std::size_t>(this->Segments[at][1])])
      {
        done[at] = true;
        boundary.cells.insert(
          boundary.cells.end(), this->Segments[at].begin(), this->Segments[at].end());
        boundary.origins.push_back(this->Origins[at]);
      }
      if (boundary.origins.size() > boundary.curves.back())
      {
        boundary.curves.push_back(boundary.origins.size());
      }
    }
  }

  const NurbsPatch& Patch;
  const std::vector<double>& LevelSet;
  std::array<std::vector<double>, 2> Places;
  std::size_t Columns;
  std::size_t Rows;
  std::vector<double> Values; ///< of samples, then of the centres of cells
  std::map<std::pair<std::size_t, std::size_t>, std::int32_t> Numbers;
  std::vector<std::array<std::int32_t, 2>> Segments;
  std::vector<std::uint8_t> Origins;
  PatchBoundary Boundary;
};

/// Returns mean lengths of a patch along its parameters, so that the cells of samples have about
/// the shape of their images.
Parameters extentsOf(const NurbsPatch& patch)
{
  Parameters extents{};
  const NurbsPoint middle = evaluateAt(patch, { 0.5, 0.5, 0.5 });
  for (std::size_t k = 0; k < 3; ++k)
  {
    extents[k] = std::hypot(middle.jacobian[0][k], middle.jacobian[1][k], middle.jacobian[2][k]);
  }
  return extents;
}

/// A mesh of samples in the space of parameters times extents.
Mesh sampleMesh(const std::array<std::vector<double>, 3>& places, const Parameters& extents)
{
  const std::array<int, 3> cells = { static_cast<int>(places[0].size()) - 1,
    static_cast<int>(places[1].size()) - 1, static_cast<int>(places[2].size()) - 1 };
  Mesh mesh = makeBoxMesh(cells, { 1.0, 1.0, 1.0 });
  std::size_t node = 0;
  for (const double z : places[2])
  {
    for (const double y : places[1])
    {
      for (const double x : places[0])
      {
        mesh.points[3 * node] = x * extents[0];
        mesh.points[3 * node + 1] = y * extents[1];
        mesh.points[3 * node + 2] = z * extents[2];
        ++node;
      }
    }
  }
  return mesh;
}

/// The triangles of a surface, with its points as parameters times extents.
PatchBoundary contourOf(LevelSurface surface)
{
  PatchBoundary boundary;
  boundary.pointsPerCell = 3;
  boundary.cells = std::move(surface.mesh.triangles);
  for (const std::uint8_t origin : surface.origins)
  {
    boundary.origins.push_back(origin == static_cast<std::uint8_t>(SurfaceOrigin::Level) ? 0 : 1);
  }
  boundary.parameters = std::move(surface.mesh.points);
  return boundary;
}

PatchBoundary extractSurfaceOfPatch(
  const NurbsPatch& patch, const std::vector<double>& levelSet, int samples)
{
  std::array<std::vector<double>, 3> places;
  for (std::size_t k = 0; k < 3; ++k)
  {
    places[k] = samplesOf(patch, k, samples);
  }
  const Parameters extents = extentsOf(patch);
  Mesh mesh = sampleMesh(places, extents);
  double spacing = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 3; ++k)
  {
    for (std::size_t i = 1; i < places[k].size(); ++i)
    {
      spacing = std::min(spacing, (places[k][i] - places[k][i - 1]) * extents[k]);
    }
  }
  std::vector<double> values(mesh.numberOfNodes());
  const auto count = static_cast<std::int64_t>(values.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t n = 0; n < count; ++n)
  {
    const auto node = static_cast<std::size_t>(n);
    values[node] = levelAt(patch, levelSet,
      { places[0][node % places[0].size()], places[1][node / places[0].size() % places[1].size()],
        places[2][node / places[0].size() / places[1].size()] })
                     .value;
  }
  const std::vector<double> centres = valuesAtCentres(mesh, values);
  const LevelField field = makeLevelField(std::move(mesh), centres, {}, values);
  const LevelSurface raw = extractSurface(field, 0.0);
  // Edges sometimes collapse across thin necks and clefts, so that the surface intersects itself.
  PatchBoundary boundary;
  for (const double shortEdge : { 0.5, 0.2, 0.0 })
  {
    LevelSurface surface = raw;
    collapseShortEdges(field, surface, SurfaceOrigin::Level, shortEdge);
    boundary = contourOf(std::move(surface));
    if (moveToContour(patch, levelSet, extents, spacing, boundary))
    {
      break;
    }
  }
  return boundary;
}
}

PatchBoundary extractBoundary(
  const NurbsPatch& patch, const std::vector<double>& levelSet, int samples)
{
  requireSize(
    "Level set", levelSet.size(), patch.numberOfControlPoints(), "one for each control point");
  if (samples < 1)
  {
    fail("Samples of the boundary are ", samples,
      " along a side of an element, but must be at "
      "least 1.");
  }
  if (patch.dimension == 3)
  {
    return extractSurfaceOfPatch(patch, levelSet, samples);
  }
  PatchBoundary boundary = CurveExtraction(patch, levelSet, samples).extract();
  boundary.points = positionsAt(patch, boundary.parameters);
  return boundary;
}

double enclosedMeasure(const PatchBoundary& boundary)
{
  if (boundary.pointsPerCell == 3)
  {
    TriangleMesh mesh;
    mesh.points = boundary.points;
    mesh.triangles = boundary.cells;
    return enclosedVolume(mesh);
  }
  double area = 0.0;
  for (std::size_t s = 0; s < boundary.cells.size(); s += 2)
  {
    const double* a = &boundary.points[3 * static_cast<std::size_t>(boundary.cells[s])];
    const double* b = &boundary.points[3 * static_cast<std::size_t>(boundary.cells[s + 1])];
    area += 0.5 * (a[0] * b[1] - a[1] * b[0]);
  }
  return area;
}
}
