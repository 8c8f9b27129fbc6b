#include "Geometry/Voxelization/ClosedSurfaces.h"

#include "Core/Observer.h"
#include "Geometry/Voxelization/VoxelFractions.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace trabecula::testing
{
TriangleMesh makeBox(const Position& low, const Position& high)
{
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i)
  {
    mesh.points.insert(mesh.points.end(),
      { i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2] });
  }
  mesh.triangles = { 0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4,
    2, 2, 4, 6, 1, 3, 5, 3, 7, 5 };
  return mesh;
}

TriangleMesh makeEllipsoid(const Position& centre, const Position& radii, int rounds)
{
  TriangleMesh mesh;
  mesh.points = { 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1 };
  mesh.triangles = { 0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5 };
  for (int round = 0; round < rounds; ++round)
  {
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> middles;
    const auto middle = [&](std::int32_t a, std::int32_t b)
    {
      const auto next = static_cast<std::int32_t>(mesh.numberOfPoints());
      const auto [found, isNew] = middles.emplace(std::minmax(a, b), next);
      if (isNew)
      {
        Position x = mesh.point(a);
        for (std::size_t d = 0; d < 3; ++d)
        {
          x[d] += mesh.point(b)[d];
        }
        const double length = lengthOf(x);
        for (std::size_t d = 0; d < 3; ++d)
        {
          mesh.points.push_back(x[d] / length);
        }
      }
      return found->second;
    };
    std::vector<std::int32_t> finer;
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 3)
    {
      const std::int32_t a = mesh.triangles[t];
      const std::int32_t b = mesh.triangles[t + 1];
      const std::int32_t c = mesh.triangles[t + 2];
      const std::int32_t ab = middle(a, b);
      const std::int32_t bc = middle(b, c);
      const std::int32_t ca = middle(c, a);
      finer.insert(finer.end(), { a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca });
    }
    mesh.triangles = finer;
  }
  for (std::size_t i = 0; i < mesh.points.size(); ++i)
  {
    mesh.points[i] = centre[i % 3] + radii[i % 3] * mesh.points[i];
  }
  return mesh;
}

TriangleMesh turned(const TriangleMesh& mesh, const Position& axis, double angle)
{
  // Rodrigues' formula.
  TriangleMesh result = mesh;
  const double length = lengthOf(axis);
  const Position n = { axis[0] / length, axis[1] / length, axis[2] / length };
  for (std::size_t p = 0; p < mesh.numberOfPoints(); ++p)
  {
    const Position x = mesh.point(static_cast<std::int32_t>(p));
    const Position nx = crossProduct(n, x);
    const double along = dotProduct(n, x) * (1.0 - std::cos(angle));
    for (std::size_t d = 0; d < 3; ++d)
    {
      result.points[3 * p + d] = x[d] * std::cos(angle) + nx[d] * std::sin(angle) + n[d] * along;
    }
  }
  return result;
}

TriangleMesh insideOut(const TriangleMesh& mesh)
{
  TriangleMesh result = mesh;
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3)
  {
    std::swap(result.triangles[t + 1], result.triangles[t + 2]);
  }
  return result;
}

TriangleMesh together(const TriangleMesh& a, const TriangleMesh& b)
{
  TriangleMesh result = a;
  const auto first = static_cast<std::int32_t>(a.numberOfPoints());
  result.points.insert(result.points.end(), b.points.begin(), b.points.end());
  for (const std::int32_t corner : b.triangles)
  {
    result.triangles.push_back(first + corner);
  }
  return result;
}

TriangleMesh soup(const TriangleMesh& mesh)
{
  TriangleMesh result;
  for (const std::int32_t corner : mesh.triangles)
  {
    const Position x = mesh.point(corner);
    result.triangles.push_back(static_cast<std::int32_t>(result.numberOfPoints()));
    result.points.insert(result.points.end(), x.begin(), x.end());
  }
  return result;
}

TriangleMesh makeTube(
  const Position& centre, double innerRadius, double outerRadius, double length, int sides)
{
  TriangleMesh tube;
  for (int i = 0; i < sides; ++i)
  {
    const double angle = 2.0 * std::acos(-1.0) * i / sides;
    for (const double radius : { innerRadius, outerRadius })
    {
      for (const double z : { 0.0, length })
      {
        tube.points.insert(tube.points.end(),
          { centre[0] + radius * std::cos(angle), centre[1] + radius * std::sin(angle),
            centre[2] + z });
      }
    }
    const std::int32_t a = 4 * i;
    const std::int32_t b = 4 * ((i + 1) % sides);
    const auto quad = [&](std::int32_t p, std::int32_t q, std::int32_t r, std::int32_t s) {
      tube.triangles.insert(tube.triangles.end(), { p, q, r, p, r, s });
    };
    quad(a, a + 1, b + 1, b);         // the bore, whose normals point to the axis
    quad(a + 2, b + 2, b + 3, a + 3); // the outside
    quad(a, b, b + 2, a + 2);         // the end z = 0
    quad(a + 1, a + 3, b + 3, b + 1); // the other end
  }
  return tube;
}

KeptVoxels keptVoxels(const TriangleMesh& surface, const SurfaceGrid& grid, double least)
{
  Observer observer;
  const std::vector<double> fractions = voxelFractions(surface, grid, observer).value();
  std::vector<std::uint8_t> isKept(fractions.size());
  std::transform(fractions.begin(), fractions.end(), isKept.begin(),
    [&](double fraction) { return fraction >= least ? 1 : 0; });
  return { grid, isKept };
}
}
