#include "Mesh/Mesh.h"

namespace trabecula
{
Mesh makeBoxMesh(const std::array<int, 3>& elements, const std::array<double, 3>& size,
  const std::array<double, 3>& origin)
{
  const auto [nx, ny, nz] = elements;
  Mesh mesh;
  mesh.points.reserve(std::size_t(3) * (nx + 1) * (ny + 1) * (nz + 1));
  for (int k = 0; k <= nz; ++k)
  {
    for (int j = 0; j <= ny; ++j)
    {
      for (int i = 0; i <= nx; ++i)
      {
        mesh.points.push_back(origin[0] + size[0] * i / nx);
        mesh.points.push_back(origin[1] + size[1] * j / ny);
        mesh.points.push_back(origin[2] + size[2] * k / nz);
      }
    }
  }
  const std::int32_t row = nx + 1;
  const std::int32_t plane = row * (ny + 1);
  mesh.connectivity.reserve(std::size_t(8) * nx * ny * nz);
  for (int k = 0; k < nz; ++k)
  {
    for (int j = 0; j < ny; ++j)
    {
      for (int i = 0; i < nx; ++i)
      {
        const std::int32_t first = i + row * j + plane * k;
        for (const std::int32_t bottom : { first, first + plane })
        {
          for (const std::int32_t node : { bottom, bottom + 1, bottom + 1 + row, bottom + row })
          {
            mesh.connectivity.push_back(node);
          }
        }
      }
    }
  }
  return mesh;
}

Mesh keepElements(const Mesh& mesh, const std::vector<std::uint8_t>& keep)
{
  std::vector<std::int32_t> newNode(mesh.numberOfNodes(), -1);
  Mesh kept;
  kept.cellType = mesh.cellType;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    for (std::size_t a = 0; keep[e] != 0 && a < mesh.nodesPerElement(); ++a)
    {
      kept.connectivity.push_back(mesh.element(e)[a]);
      newNode[std::size_t(kept.connectivity.back())] = 0;
    }
  }
  for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
  {
    if (newNode[n] == 0)
    {
      newNode[n] = static_cast<std::int32_t>(kept.numberOfNodes());
      kept.points.insert(kept.points.end(), &mesh.points[3 * n], &mesh.points[3 * n] + 3);
    }
  }
  for (std::int32_t& node : kept.connectivity)
  {
    node = newNode[std::size_t(node)];
  }
  return kept;
}
}
