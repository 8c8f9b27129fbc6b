#include "Geometry/Voxelization/SurfaceMarks.h"

#include "Geometry/Triangles/PointTriangles.h"
#include "Geometry/Voxelization/NearestPoint.h"
#include "Geometry/Voxelization/VoxelPieces.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trabecula
{
namespace
{
using Voxel = std::array<int, 3>;

std::array<Position, 3> cornersInVoxels(
  const TriangleMesh& surface, std::size_t triangle, const SurfaceGrid& grid)
{
  std::array<Position, 3> corners;
  for (std::size_t c = 0; c < 3; ++c)
  {
    corners[c] = grid.inVoxels(surface.point(surface.triangles[3 * triangle + c]));
  }
  return corners;
}

/// The mean of the corners of a piece, which may have no area.
Position middleOf(const Piece& piece)
{
  Position sum = {};
  for (int c = 0; c < piece.count; ++c)
  {
    for (std::size_t d = 0; d < 3; ++d)
    {
      sum[d] += piece.corners[std::size_t(c)][d] / piece.count;
    }
  }
  return sum;
}

/// Twice the area, length^2, of a triangle whose corners are in units of voxels.
double twiceArea(const Position& a, const Position& b, const Position& c, const Position& spacing)
{
  Position u = minus(b, a);
  Position v = minus(c, a);
  for (std::size_t d = 0; d < 3; ++d)
  {
    u[d] *= spacing[d];
    v[d] *= spacing[d];
  }
  return lengthOf(crossProduct(u, v));
}

double twiceArea(const Piece& piece, const Position& spacing)
{
  double sum = 0.0;
  for (std::size_t c = 1; c + 1 < std::size_t(piece.count); ++c)
  {
    sum += twiceArea(piece.corners[0], piece.corners[c], piece.corners[c + 1], spacing);
  }
  return sum;
}

/// Calls visit(voxel, piece) for the kept voxels of a triangle's parts.
template <class Visit>
void visitKept(
  const TriangleMesh& surface, std::size_t triangle, const KeptVoxels& voxels, const Visit& visit)
{
  visitVoxels(surface, triangle, voxels.grid(),
    [&](int i, int j, int k, const Piece& piece) {
      visit(voxels.nearest({ i, j, k }, middleOf(piece)), piece);
    });
}

Voxel voxelAt(const Position& x, const SurfaceGrid& grid)
{
  Voxel voxel{};
  for (std::size_t d = 0; d < 3; ++d)
  {
    voxel[d] = std::min(static_cast<int>(x[d]), grid.cells[d] - 1);
  }
  return voxel;
}

/// Calls visit(node, position) for the corners of a voxel.
template <class Visit>
void visitCorners(const Voxel& voxel, const SurfaceGrid& grid, const Visit& visit)
{
  for (int corner = 0; corner < 8; ++corner)
  {
    const int i = voxel[0] + (corner & 1);
    const int j = voxel[1] + (corner >> 1 & 1);
    const int k = voxel[2] + (corner >> 2);
    visit(grid.node(i, j, k), Position{ double(i), double(j), double(k) });
  }
}

std::size_t nearestNode(const Voxel& voxel, const Position& x, const SurfaceGrid& grid)
{
  std::array<int, 3> node{};
  for (std::size_t d = 0; d < 3; ++d)
  {
    node[d] = voxel[d] + (x[d] - voxel[d] > 0.5 ? 1 : 0);
  }
  return grid.node(node[0], node[1], node[2]);
}

/// Adds a force to the nodes of a voxel by their shape functions at a position.
void addForce(const Voxel& voxel, const Position& x, const double* force, double share,
  const SurfaceGrid& grid, std::vector<double>& nodal)
{
  Position local;
  for (std::size_t d = 0; d < 3; ++d)
  {
    local[d] = std::clamp(x[d] - voxel[d], 0.0, 1.0);
  }
  visitCorners(voxel, grid,
    [&](std::size_t node, const Position& at)
    {
      double weight = share;
      for (std::size_t d = 0; d < 3; ++d)
      {
        weight *= at[d] > voxel[d] ? local[d] : 1.0 - local[d];
      }
      for (std::size_t c = 0; c < 3; ++c)
      {
        nodal[3 * node + c] += weight * force[c];
      }
    });
}

/// A point of the quadrature rule of degree 4 with six points (Dunavant, Int. J. Numer. Methods
/// Eng. 21, 1985).
struct RulePoint
{
  std::array<double, 3> coordinates; ///< barycentric
  double weight;                     ///< the sum of all is 1
};

std::array<RulePoint, 6> ruleOfDegree4()
{
  constexpr double inner = 0.44594849091596489;
  constexpr double outer = 0.091576213509770743;
  constexpr double weightOfInner = 0.22338158967801147;
  std::array<RulePoint, 6> rule{};
  for (std::size_t c = 0; c < 3; ++c)
  {
    rule[c].coordinates.fill(inner);
    rule[c].coordinates[c] = 1.0 - 2.0 * inner;
    rule[c].weight = weightOfInner;
    rule[c + 3].coordinates.fill(outer);
    rule[c + 3].coordinates[c] = 1.0 - 2.0 * outer;
    rule[c + 3].weight = 1.0 / 3.0 - weightOfInner;
  }
  return rule;
}

/// Calls visit(position, area) for quadrature points of a piece, exact for polynomials of degree 4:
/// shape functions of triangles times those of voxels.
template <class Visit>
void visitPoints(const Piece& piece, const Position& spacing, const Visit& visit)
{
  static const std::array<RulePoint, 6> rule = ruleOfDegree4();
  for (std::size_t c = 1; c + 1 < std::size_t(piece.count); ++c)
  {
    const std::array<Position, 3> part = { piece.corners[0], piece.corners[c],
      piece.corners[c + 1] };
    const double area = 0.5 * twiceArea(part[0], part[1], part[2], spacing);
    for (const RulePoint& point : rule)
    {
      Position x = {};
      for (std::size_t a = 0; a < 3; ++a)
      {
        for (std::size_t d = 0; d < 3; ++d)
        {
          x[d] += point.coordinates[a] * part[a][d];
        }
      }
      visit(x, area * point.weight);
    }
  }
}

/// Triangles all of whose points have a mark.
template <class IsMarked>
std::vector<std::uint8_t> markedTriangles(const TriangleMesh& surface, const IsMarked& isMarked)
{
  std::vector<std::uint8_t> marked(surface.numberOfTriangles());
  for (std::size_t t = 0; t < marked.size(); ++t)
  {
    const std::int32_t* corners = &surface.triangles[3 * t];
    marked[t] = isMarked(std::size_t(corners[0])) && isMarked(std::size_t(corners[1])) &&
        isMarked(std::size_t(corners[2]))
      ? 1
      : 0;
  }
  return marked;
}
}

std::vector<std::int32_t> trianglesOfVoxels(const TriangleMesh& surface, const KeptVoxels& voxels)
{
  const SurfaceGrid& grid = voxels.grid();
  std::vector<std::int32_t> triangles(grid.numberOfVoxels(), -1);
  std::vector<double> areas(grid.numberOfVoxels());
  for (std::size_t t = 0; t < surface.numberOfTriangles(); ++t)
  {
    visitKept(surface, t, voxels,
      [&](const Voxel& voxel, const Piece& piece)
      {
        const std::size_t v = grid.voxel(voxel[0], voxel[1], voxel[2]);
        const double area = twiceArea(piece, grid.spacing);
        if (area > areas[v])
        {
          areas[v] = area;
          triangles[v] = static_cast<std::int32_t>(t);
        }
      });
  }
  return triangles;
}

std::vector<double> spreadForces(
  const TriangleMesh& surface, const KeptVoxels& voxels, const std::vector<double>& forces)
{
  const SurfaceGrid& grid = voxels.grid();
  const std::size_t points = surface.numberOfPoints();
  const auto isLoaded = [&](std::size_t p)
  { return forces[3 * p] != 0.0 || forces[3 * p + 1] != 0.0 || forces[3 * p + 2] != 0.0; };
  const std::vector<std::uint8_t> loaded = markedTriangles(surface, isLoaded);
  // Calls visit(point, voxel, position, share) for contributions to the integral of the shape
  // function of a point.
  const auto visitShares = [&](std::size_t t, const auto& visit)
  {
    const auto corners = cornersInVoxels(surface, t, grid);
    if (!(twiceArea(corners[0], corners[1], corners[2], grid.spacing) > 0.0))
    {
      return;
    }
    visitKept(surface, t, voxels,
      [&](const Voxel& voxel, const Piece& piece)
      {
        visitPoints(piece, grid.spacing,
          [&](const Position& x, double part)
          {
            const auto shapes = nearestInTriangle(x, corners).coordinates;
            for (std::size_t c = 0; c < 3; ++c)
            {
              visit(std::size_t(surface.triangles[3 * t + c]), voxel, x, shapes[c] * part);
            }
          });
      });
  };
  // The integrals are sums of the same contributions, as the computed area of a needle-shaped
  // triangle differs from the sum of those of its pieces.
  std::vector<double> integrals(points);
  for (std::size_t t = 0; t < loaded.size(); ++t)
  {
    if (loaded[t])
    {
      visitShares(t,
        [&](std::size_t point, const Voxel&, const Position&, double share)
        { integrals[point] += share; });
    }
  }
  std::vector<double> nodal(3 * grid.numberOfNodes());
  for (std::size_t t = 0; t < loaded.size(); ++t)
  {
    if (loaded[t])
    {
      visitShares(t,
        [&](std::size_t point, const Voxel& voxel, const Position& x, double share)
        {
          if (integrals[point] > 0.0)
          {
            addForce(voxel, x, &forces[3 * point], share / integrals[point], grid, nodal);
          }
        });
    }
  }
  for (std::size_t p = 0; p < points; ++p)
  {
    if (isLoaded(p) && !(integrals[p] > 0.0))
    {
      const Position x = grid.inVoxels(surface.point(static_cast<std::int32_t>(p)));
      addForce(voxels.nearest(voxelAt(x, grid), x), x, &forces[3 * p], 1.0, grid, nodal);
    }
  }
  return nodal;
}

std::vector<std::uint8_t> markNodes(const TriangleMesh& surface, const KeptVoxels& voxels,
  const std::vector<std::uint8_t>& marks, int components)
{
  constexpr double reach = 0.5 + 1e-9;
  const SurfaceGrid& grid = voxels.grid();
  const auto width = std::size_t(components);
  std::vector<std::uint8_t> nodal(width * grid.numberOfNodes());
  for (std::size_t c = 0; c < width; ++c)
  {
    const auto isMarked = [&](std::size_t p) { return marks[width * p + c] != 0; };
    const std::vector<std::uint8_t> marked = markedTriangles(surface, isMarked);
    std::vector<std::uint8_t> isDone(surface.numberOfPoints());
    for (std::size_t t = 0; t < marked.size(); ++t)
    {
      if (!marked[t])
      {
        continue;
      }
      for (std::size_t corner = 0; corner < 3; ++corner)
      {
        isDone[std::size_t(surface.triangles[3 * t + corner])] = 1;
      }
      const auto corners = cornersInVoxels(surface, t, grid);
      visitKept(surface, t, voxels,
        [&](const Voxel& voxel, const Piece& piece)
        {
          nodal[width * nearestNode(voxel, middleOf(piece), grid) + c] = 1;
          visitCorners(voxel, grid,
            [&](std::size_t node, const Position& x)
            {
              if (nearestInTriangle(x, corners).squaredDistance <= reach * reach)
              {
                nodal[width * node + c] = 1;
              }
            });
        });
    }
    for (std::size_t p = 0; p < isDone.size(); ++p)
    {
      if (isMarked(p) && !isDone[p])
      {
        const Position x = grid.inVoxels(surface.point(static_cast<std::int32_t>(p)));
        nodal[width * nearestNode(voxels.nearest(voxelAt(x, grid), x), x, grid) + c] = 1;
      }
    }
  }
  return nodal;
}

SurfaceNodes findSurfaceNodes(const TriangleMesh& surface, const KeptVoxels& voxels)
{
  const SurfaceGrid& grid = voxels.grid();
  SurfaceNodes result;
  std::vector<std::int32_t> placeOf(grid.numberOfNodes(), -1);
  std::vector<double> distances;
  for (std::size_t t = 0; t < surface.numberOfTriangles(); ++t)
  {
    const auto corners = cornersInVoxels(surface, t, grid);
    visitKept(surface, t, voxels,
      [&](const Voxel& voxel, const Piece&)
      {
        visitCorners(voxel, grid,
          [&](std::size_t node, const Position& x)
          {
            std::int32_t& place = placeOf[node];
            if (place < 0)
            {
              place = static_cast<std::int32_t>(result.nodes.size());
              result.nodes.push_back(node);
              result.triangles.push_back(-1);
              result.coordinates.push_back({});
              distances.push_back(std::numeric_limits<double>::infinity());
            }
            const NearestPoint nearest = nearestInTriangle(x, corners);
            const auto at = std::size_t(place);
            if (nearest.squaredDistance < distances[at])
            {
              distances[at] = nearest.squaredDistance;
              result.triangles[at] = static_cast<std::int32_t>(t);
              result.coordinates[at] = nearest.coordinates;
            }
          });
      });
  }
  return result;
}
}
