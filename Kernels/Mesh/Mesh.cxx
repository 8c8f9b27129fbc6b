#include "Mesh/Mesh.h"

#include "Core/Error.h"

#include <algorithm>

namespace trabecula
{
std::vector<CellType> Mesh::allTypes() const
{
  if (!this->isMixed())
  {
    return { this->cellType };
  }
  std::vector<CellType> result;
  for (const CellShape& known : CellShapes)
  {
    if (std::find(this->types.begin(), this->types.end(), known.type) != this->types.end())
    {
      result.push_back(known.type);
    }
  }
  return result;
}

void Mesh::append(CellType added, const std::int32_t* nodes)
{
  if (this->connectivity.empty())
  {
    this->cellType = added;
  }
  if (!this->isMixed() && added != this->cellType)
  {
    const std::size_t elements = this->numberOfElements();
    this->offsets.resize(elements + 1);
    for (std::size_t e = 0; e <= elements; ++e)
    {
      this->offsets[e] = static_cast<std::int64_t>(this->offset(e));
    }
    this->types.assign(elements, this->cellType);
  }
  this->connectivity.insert(this->connectivity.end(), nodes, nodes + cellShape(added).nodes);
  if (this->isMixed())
  {
    this->types.push_back(added);
    this->offsets.push_back(static_cast<std::int64_t>(this->connectivity.size()));
  }
}

void requireHexahedral(const Mesh& mesh, const char* what)
{
  if (!isHexahedral(mesh))
  {
    throw Error(std::string(what) + " takes a mesh of eight-node hexahedra, but this one has " +
      cellTypesText(mesh) + ".");
  }
}

std::string cellTypesText(const Mesh& mesh)
{
  const std::vector<CellType> types = mesh.allTypes();
  std::string text;
  for (std::size_t i = 0; i < types.size(); ++i)
  {
    text += i == 0 ? "" : i + 1 == types.size() ? " and " : ", ";
    text += cellShape(types[i]).plural;
  }
  return text;
}

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
    if (keep[e] == 0)
    {
      continue;
    }
    kept.append(mesh.type(e), mesh.element(e));
    for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
    {
      newNode[std::size_t(mesh.element(e)[a])] = 0;
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
