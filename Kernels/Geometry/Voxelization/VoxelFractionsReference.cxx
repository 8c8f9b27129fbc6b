#include "Geometry/Voxelization/VoxelFractionsReference.h"

#include "Geometry/Triangles/Position.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace trabecula::reference
{
namespace
{
using Tetrahedron = std::array<Position, 4>;

/// Six times the signed volume of a tetrahedron.
double sixVolumes(const Tetrahedron& t)
{
  return dotProduct(minus(t[1], t[0]), crossProduct(minus(t[2], t[0]), minus(t[3], t[0])));
}

Position cut(const Position& a, const Position& b, std::size_t axis, double plane)
{
  const double t = (plane - a[axis]) / (b[axis] - a[axis]);
  Position x;
  for (std::size_t d = 0; d < 3; ++d)
  {
    x[d] = a[d] + t * (b[d] - a[d]);
  }
  return x;
}

/// Appends the part of a tetrahedron where sign * coordinate <= sign * plane.
void keepSide(
  const Tetrahedron& t, std::size_t axis, double plane, double sign, std::vector<Tetrahedron>& kept)
{
  std::vector<Position> in;
  std::vector<Position> out;
  for (const Position& x : t)
  {
    (sign * x[axis] <= sign * plane ? in : out).push_back(x);
  }
  const auto on = [&](std::size_t i, std::size_t o) { return cut(in[i], out[o], axis, plane); };
  switch (in.size())
  {
    case 4:
      kept.push_back(t);
      return;
    case 1:
      kept.push_back({ in[0], on(0, 0), on(0, 1), on(0, 2) });
      return;
    case 3: // a prism between the inner triangle and the triangle on the plane
      kept.push_back({ in[0], in[1], in[2], on(0, 0) });
      kept.push_back({ in[1], in[2], on(0, 0), on(1, 0) });
      kept.push_back({ in[2], on(0, 0), on(1, 0), on(2, 0) });
      return;
    case 2: // a prism with a triangle at each inner point
      kept.push_back({ in[0], on(0, 0), on(0, 1), in[1] });
      kept.push_back({ on(0, 0), on(0, 1), in[1], on(1, 0) });
      kept.push_back({ on(0, 1), in[1], on(1, 0), on(1, 1) });
      return;
    default:
      return;
  }
}

double volumeInVoxel(const Tetrahedron& whole, const Position& low)
{
  std::vector<Tetrahedron> parts = { whole };
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    for (const double sign : { -1.0, 1.0 })
    {
      std::vector<Tetrahedron> kept;
      for (const Tetrahedron& part : parts)
      {
        keepSide(part, axis, low[axis] + (sign > 0.0 ? 1.0 : 0.0), sign, kept);
      }
      parts = std::move(kept);
    }
  }
  double sum = 0.0;
  for (const Tetrahedron& part : parts)
  {
    sum += std::abs(sixVolumes(part)) / 6.0;
  }
  return sum;
}
}

std::vector<double> voxelFractions(const TriangleMesh& surface, const SurfaceGrid& grid)
{
  const Position apex = { 0.37 * grid.cells[0], 0.41 * grid.cells[1], 0.43 * grid.cells[2] };
  std::vector<double> fractions(grid.numberOfVoxels(), 0.0);
  for (std::size_t t = 0; t < surface.numberOfTriangles(); ++t)
  {
    Tetrahedron whole = { apex };
    for (std::size_t c = 0; c < 3; ++c)
    {
      whole[c + 1] = grid.inVoxels(surface.point(surface.triangles[3 * t + c]));
    }
    const double sign = sixVolumes(whole) < 0.0 ? -1.0 : 1.0;
    for (int k = 0; k < grid.cells[2]; ++k)
    {
      for (int j = 0; j < grid.cells[1]; ++j)
      {
        for (int i = 0; i < grid.cells[0]; ++i)
        {
          fractions[grid.voxel(i, j, k)] +=
            sign * volumeInVoxel(whole, { double(i), double(j), double(k) });
        }
      }
    }
  }
  return fractions;
}
}
