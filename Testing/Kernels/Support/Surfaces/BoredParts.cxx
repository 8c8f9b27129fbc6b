#include "Support/Surfaces/BoredParts.h"

#include "Support/Surfaces/Tube.h"

#include "Core/Observer.h"
#include "Geometry/Voxelization/SurfaceGrid.h"
#include "Geometry/Voxelization/VoxelFractions.h"
#include "Mesh/Generators/BoxMeshes.h"

#include <algorithm>
#include <cmath>

namespace trabecula::testing
{
void BoredPlate::turn(const std::array<double, 3>& axis, double angle)
{
  const double length = std::hypot(axis[0], axis[1], axis[2]);
  const std::array<double, 3> u = { axis[0] / length, axis[1] / length, axis[2] / length };
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  const std::array<std::array<double, 3>, 3> cross = { { { 0.0, -u[2], u[1] }, { u[2], 0.0, -u[0] },
    { -u[1], u[0], 0.0 } } };
  for (std::size_t i = 0; i < 3; ++i)
  {
    for (std::size_t j = 0; j < 3; ++j)
    {
      this->axes[i][j] = (i == j ? c : 0.0) + (1.0 - c) * u[i] * u[j] + s * cross[i][j];
    }
  }
}

std::array<double, 3> BoredPlate::local(const std::array<double, 3>& position) const
{
  std::array<double, 3> result{};
  for (std::size_t i = 0; i < 3; ++i)
  {
    for (std::size_t j = 0; j < 3; ++j)
    {
      result[i] += this->axes[i][j] * position[j];
    }
  }
  return result;
}

TriangleMesh BoredPlate::surface(int facets) const
{
  TriangleMesh mesh;
  for (const double z : { -0.5 * this->height, 0.5 * this->height })
  {
    for (const bool isOuter : { true, false })
    {
      for (int i = 0; i < facets; ++i)
      {
        const double angle = 2.0 * std::acos(-1.0) * i / facets;
        const std::array<double, 2> way = { std::cos(angle), std::sin(angle) };
        const double length =
          isOuter ? this->half / std::max(std::abs(way[0]), std::abs(way[1])) : this->radius;
        const std::array<double, 3> x = { length * way[0], length * way[1], z };
        for (std::size_t c = 0; c < 3; ++c)
        {
          mesh.points.push_back(
            this->axes[0][c] * x[0] + this->axes[1][c] * x[1] + this->axes[2][c] * x[2]);
        }
      }
    }
  }
  mesh.triangles = trianglesOfTube(facets);
  return mesh;
}

TopologySurfaceProblem voxelsOfSurface(const TriangleMesh& surface, double edge,
  const std::function<double(const std::array<double, 3>&)>& density)
{
  const SurfaceGrid grid = gridByEdge(surface, edge);
  Observer silent;
  TopologySurfaceProblem problem;
  problem.solidFraction = voxelFractions(surface, grid, silent).value();
  problem.mesh =
    makeBoxMesh(grid.cells, { grid.cells[0] * edge, grid.cells[1] * edge, grid.cells[2] * edge });
  for (std::size_t i = 0; i < problem.mesh.points.size(); ++i)
  {
    problem.mesh.points[i] += grid.origin[i % 3];
  }
  problem.density = problem.solidFraction;
  for (int k = 0; k < grid.cells[2]; ++k)
  {
    for (int j = 0; j < grid.cells[1]; ++j)
    {
      for (int i = 0; i < grid.cells[0]; ++i)
      {
        problem.density[grid.voxel(i, j, k)] *=
          density(grid.inSpace({ i + 0.5, j + 0.5, k + 0.5 }));
      }
    }
  }
  return problem;
}
}
