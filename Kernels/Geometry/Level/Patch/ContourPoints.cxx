#include "Geometry/Level/Patch/ContourPoints.h"

#include "Geometry/Triangles/PointTriangles.h"
#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleMesh.h"
#include "Geometry/Voxelization/TriangleCrossings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace trabecula
{
namespace
{
constexpr int MostContourPasses = 3;
constexpr int MostContourHalvings = 3;
constexpr int MostContourRings = 6;
constexpr double LeastContourCosine = 0.25;    ///< of the angle between normals before and after
constexpr double LeastContourAreaRatio = 0.02; ///< of areas after and before
constexpr double WayToSide = 0.9;

/// The parameter of a coordinate, clamped to its range against rounding.
double parameterOf(double coordinate, double extent)
{
  constexpr double Rounding = 1e-13;
  const double xi = coordinate / extent;
  return xi < Rounding ? 0.0 : xi > 1.0 - Rounding ? 1.0 : xi;
}

/// The point on the zero level that Newton's method finds from a start; the start if it fails.
Parameters nearestZero(const NurbsPatch& patch, const std::vector<double>& levelSet,
  const Parameters& extents, double most, const Parameters& start)
{
  Parameters xi = start;
  for (int step = 0; step < 20; ++step)
  {
    const PatchLevel level = levelAt(patch, levelSet, xi);
    Parameters slope{};
    double square = 0.0;
    for (std::size_t k = 0; k < 3; ++k)
    {
      slope[k] = start[k] > 0.0 && start[k] < 1.0 ? level.slope[k] / extents[k] : 0.0;
      square += slope[k] * slope[k];
    }
    double way = 0.0;
    double last = 0.0;
    for (std::size_t k = 0; k < 3; ++k)
    {
      const double change = square > 0.0 ? -level.value * slope[k] / (square * extents[k]) : 0.0;
      xi[k] = std::clamp(
        xi[k] + change, (1.0 - WayToSide) * start[k], 1.0 - (1.0 - WayToSide) * (1.0 - start[k]));
      way = std::max(way, std::abs(xi[k] - start[k]) * extents[k]);
      last = std::max(last, std::abs(change) * extents[k]);
    }
    if (!(way < most))
    {
      return start; // where the level set is nearly flat, the interpolated point is better
    }
    if (last < 1e-14 * extents[0])
    {
      break;
    }
  }
  return xi;
}

/// The normal of a triangle times twice its area.
Position contourAreaVector(const TriangleMesh& mesh, std::size_t triangle)
{
  const std::int32_t* corners = &mesh.triangles[3 * triangle];
  const Position a = mesh.point(corners[0]);
  return crossProduct(minus(mesh.point(corners[1]), a), minus(mesh.point(corners[2]), a));
}

/// Moves points towards their goals as far as no triangle is inverted.
class CarefulMoves
{
public:
  explicit CarefulMoves(TriangleMesh& mesh) : Mesh(mesh), Around(findPointTriangles(mesh))
  {
    for (std::size_t t = 0; t < mesh.numberOfTriangles(); ++t)
    {
      this->Normals.push_back(contourAreaVector(mesh, t));
    }
  }

  /// Moves a point. @return whether the point is at its goal
  bool move(std::size_t point, const Position& goal)
  {
    double* at = &this->Mesh.points[3 * point];
    const Position before = { at[0], at[1], at[2] };
    double share = 1.0;
    for (int halving = 0; halving <= MostContourHalvings; ++halving, share *= 0.5)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        at[c] = halving == 0 ? goal[c] : before[c] + share * (goal[c] - before[c]);
      }
      if (this->isSound(point))
      {
        return halving == 0;
      }
    }
    std::copy(before.begin(), before.end(), at);
    return false;
  }

private:
  bool isSound(std::size_t point) const
  {
    const auto first = static_cast<std::size_t>(this->Around.starts[point]);
    const auto last = static_cast<std::size_t>(this->Around.starts[point + 1]);
    for (std::size_t i = first; i < last; ++i)
    {
      const auto triangle = static_cast<std::size_t>(this->Around.triangles[i]);
      const Position& was = this->Normals[triangle];
      const Position now = contourAreaVector(this->Mesh, triangle);
      const double area = lengthOf(now);
      if (area < LeastContourAreaRatio * lengthOf(was) ||
        dotProduct(now, was) < LeastContourCosine * area * lengthOf(was))
      {
        return false;
      }
    }
    return true;
  }

  TriangleMesh& Mesh;
  PointTriangles Around;
  std::vector<Position> Normals; ///< area vectors before all moves
};

std::vector<double> parametersOf(const std::vector<double>& coordinates, const Parameters& extents)
{
  std::vector<double> parameters(coordinates.size());
  for (std::size_t i = 0; i < coordinates.size(); ++i)
  {
    parameters[i] = parameterOf(coordinates[i], extents[i % 3]);
  }
  return parameters;
}

/// Undoes moves of triangles that cross others, and of triangles around them, ring by ring.
/// @param starts parameters of points before the moves @return false if triangles still cross
bool undoCrossings(
  const NurbsPatch& patch, const std::vector<double>& starts, PatchBoundary& boundary)
{
  TriangleMesh mesh{ boundary.points, boundary.cells };
  const PointTriangles around = findPointTriangles(mesh);
  for (int ring = 0;; ++ring)
  {
    std::vector<std::int32_t> crossing;
    findCrossings(mesh, &crossing);
    if (crossing.empty())
    {
      return true;
    }
    if (ring == MostContourRings)
    {
      return false;
    }
    std::vector<std::uint8_t> isUndone(starts.size() / 3, 0);
    for (int step = 0; step <= ring; ++step)
    {
      std::vector<std::int32_t> next;
      for (const std::int32_t triangle : crossing)
      {
        for (std::size_t i = 0; i < 3; ++i)
        {
          const auto point =
            static_cast<std::size_t>(mesh.triangles[3 * static_cast<std::size_t>(triangle) + i]);
          if (isUndone[point] == 0)
          {
            isUndone[point] = 1;
            next.insert(next.end(), around.triangles.begin() + around.starts[point],
              around.triangles.begin() + around.starts[point + 1]);
          }
        }
      }
      crossing = std::move(next);
    }
    for (std::size_t p = 0; p < isUndone.size(); ++p)
    {
      if (isUndone[p] != 0)
      {
        std::copy_n(&starts[3 * p], 3, &boundary.parameters[3 * p]);
      }
    }
    boundary.points = positionsAt(patch, boundary.parameters);
    mesh.points = boundary.points;
  }
}
}

std::vector<double> positionsAt(const NurbsPatch& patch, const std::vector<double>& parameters)
{
  std::vector<double> positions(parameters.size());
  const auto count = static_cast<std::int64_t>(parameters.size() / 3);
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < count; ++i)
  {
    const double* xi = &parameters[3 * static_cast<std::size_t>(i)];
    const std::array<double, 3> place = evaluateAt(patch, { xi[0], xi[1], xi[2] }).position;
    std::copy(place.begin(), place.end(), &positions[3 * static_cast<std::size_t>(i)]);
  }
  return positions;
}

bool moveToContour(const NurbsPatch& patch, const std::vector<double>& levelSet,
  const Parameters& extents, double most, PatchBoundary& boundary)
{
  std::vector<std::uint8_t> onContour(boundary.parameters.size() / 3, 0);
  for (std::size_t i = 0; i < boundary.cells.size(); ++i)
  {
    if (boundary.origins[i / 3] == 0)
    {
      onContour[static_cast<std::size_t>(boundary.cells[i])] = 1;
    }
  }
  // The coordinates of the mesh are parameters times extents, as those of the given points.
  TriangleMesh mesh{ boundary.parameters, boundary.cells };
  std::vector<double> goals(mesh.points);
  const auto points = static_cast<std::int64_t>(onContour.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t p = 0; p < points; ++p)
  {
    if (onContour[static_cast<std::size_t>(p)] == 0)
    {
      continue;
    }
    double* at = &goals[3 * static_cast<std::size_t>(p)];
    Parameters xi{};
    for (std::size_t k = 0; k < 3; ++k)
    {
      xi[k] = parameterOf(at[k], extents[k]);
    }
    xi = nearestZero(patch, levelSet, extents, most, xi);
    for (std::size_t k = 0; k < 3; ++k)
    {
      at[k] = xi[k] * extents[k];
    }
  }
  CarefulMoves moves(mesh);
  std::vector<std::size_t> open;
  for (std::size_t p = 0; p < onContour.size(); ++p)
  {
    if (onContour[p] != 0)
    {
      open.push_back(p);
    }
  }
  // After its neighbours have moved, a point may be able to move further.
  for (int pass = 0; pass < MostContourPasses && !open.empty(); ++pass)
  {
    open.erase(std::remove_if(open.begin(), open.end(),
                 [&](std::size_t p) {
                   return moves.move(p, { goals[3 * p], goals[3 * p + 1], goals[3 * p + 2] });
                 }),
      open.end());
  }
  const std::vector<double> starts = std::move(boundary.parameters);
  boundary.parameters = parametersOf(mesh.points, extents);
  boundary.points = positionsAt(patch, boundary.parameters);
  return undoCrossings(patch, parametersOf(starts, extents), boundary);
}
}
