#include "Analysis/Parts/PartOfBody.h"

#include "Mesh/Distribution/Bisection.h"
#include "Mesh/Distribution/MeshDistribution.h"
#include "Mesh/Distribution/VoxelDistribution.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace trabecula
{
namespace
{
/// The parts of all places of bricks of a grid, x fastest, with about equal numbers of elements.
std::vector<std::int32_t> divideBricks(const VoxelGrid& grid, int parts)
{
  const std::array<int, 3>& extent = grid.extent();
  std::vector<std::array<double, 3>> centres;
  for (int k = 0; k < extent[2]; ++k)
  {
    for (int j = 0; j < extent[1]; ++j)
    {
      for (int i = 0; i < extent[0]; ++i)
      {
        centres.push_back({ i * grid.spacing()[0], j * grid.spacing()[1], k * grid.spacing()[2] });
      }
    }
  }
  std::vector<double> elements(centres.size(), 0.0);
  const std::vector<VoxelBrick>& bricks = grid.bricks();
  for (std::size_t b = 0; b < bricks.size(); ++b)
  {
    const std::array<std::int32_t, 3>& place = grid.places()[b];
    const std::int64_t end =
      b + 1 < bricks.size() ? bricks[b + 1].firstElement : grid.numberOfElements();
    elements[static_cast<std::size_t>(
      place[0] + extent[0] * (place[1] + std::int64_t(extent[1]) * place[2]))] =
      static_cast<double>(end - bricks[b].firstElement);
  }
  return bisectPoints(centres, elements, parts);
}

/// The mesh of the nodes and hexahedra of a part.
Mesh meshOfPart(const Mesh& whole, const HaloPlan& nodes, const HaloPlan& elements)
{
  Mesh mesh;
  mesh.cellType = whole.cellType;
  mesh.points = valuesOfPart(nodes, whole.points, 3);
  mesh.connectivity = valuesOfPart(elements, whole.connectivity, whole.nodesPerElement());
  std::vector<std::int32_t> local(whole.numberOfNodes(), -1);
  const std::vector<std::int32_t> all = nodes.all();
  for (std::size_t i = 0; i < all.size(); ++i)
  {
    local[static_cast<std::size_t>(all[i])] = static_cast<std::int32_t>(i);
  }
  for (std::int32_t& node : mesh.connectivity)
  {
    node = local[static_cast<std::size_t>(node)];
  }
  return mesh;
}

}

std::vector<PartOfBody> divideVoxels(const VoxelLattice& lattice, int parts)
{
  const VoxelImage image = imageOf(lattice);
  const VoxelGrid grid(image, VoxelParts::All);
  const std::array<int, 3>& extent = grid.extent();
  const std::vector<std::int32_t> partOfPlace = divideBricks(grid, parts);
  const auto partOfBrick = [&](const std::array<std::int32_t, 3>& place)
  {
    return static_cast<int>(partOfPlace[static_cast<std::size_t>(
      place[0] + extent[0] * (place[1] + std::int64_t(extent[1]) * place[2]))]);
  };
  std::vector<PartOfBody> result;
  for (GridOfPart& of :
    distributeVoxels(image, VoxelParts::All, partOfBrick, parts, GhostVoxels::WholeBricks))
  {
    PartOfBody& part = result.emplace_back();
    part.nodes = std::move(of.nodes);
    part.elements = std::move(of.elements);
    part.grid = std::make_shared<const VoxelGrid>(std::move(of.grid));
  }
  return result;
}

std::vector<MeshedPart> divideMesh(const Mesh& whole, const VoxelLattice* lattice, int parts)
{
  std::vector<MeshedPart> result;
  if (lattice)
  {
    for (PartOfBody& part : divideVoxels(*lattice, parts))
    {
      Mesh mesh = meshOfPart(whole, part.nodes, part.elements);
      result.push_back({ std::move(part), std::move(mesh) });
    }
    return result;
  }
  for (MeshOfPart& of : distributeMesh(whole, bisectElements(whole, parts), parts))
  {
    result.push_back(
      { { std::move(of.nodes), std::move(of.elements), nullptr }, std::move(of.mesh) });
  }
  return result;
}
}
