#include "Mesh/HexMesh.h"

namespace trabecula
{
HexMesh makeBoxMesh(const std::array<int, 3>& elements, const std::array<double, 3>& size,
  const std::array<double, 3>& origin)
{
  const auto [nx, ny, nz] = elements;
  HexMesh mesh;
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
}
