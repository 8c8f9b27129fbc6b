#include "Analysis/Parts/ConductionOfPart.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

namespace trabecula
{
namespace
{
HostMatrix mapFilm(const HostMatrix& film, const std::vector<std::int32_t>& originals,
  const std::vector<std::int32_t>& numbers, const KeepsEntry& keeps)
{
  HostMatrix mapped;
  mapped.offsets.push_back(0);
  std::vector<std::pair<std::int32_t, double>> entries;
  for (std::size_t row = 0; row < originals.size(); ++row)
  {
    const auto original = static_cast<std::size_t>(originals[row]);
    entries.clear();
    for (std::int64_t k = film.offsets[original]; k < film.offsets[original + 1]; ++k)
    {
      const auto place = static_cast<std::size_t>(k);
      const std::int32_t column = numbers[static_cast<std::size_t>(film.columns[place])];
      if (column >= 0 && (!keeps || keeps(static_cast<std::int32_t>(row), column)))
      {
        entries.emplace_back(column, film.values[place]);
      }
    }
    std::sort(entries.begin(), entries.end());
    for (const auto& [column, value] : entries)
    {
      mapped.columns.push_back(column);
      mapped.values.push_back(value);
    }
    mapped.offsets.push_back(static_cast<std::int64_t>(mapped.columns.size()));
  }
  return mapped;
}

/// The nodes that share an element with each of some nodes, in ascending order.
class NodesAround
{
public:
  NodesAround(const Mesh& mesh, const std::vector<std::uint8_t>& isWanted)
  {
    for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
    {
      const std::int32_t* nodes = mesh.element(e);
      const std::size_t count = mesh.nodesOf(e);
      for (std::size_t a = 0; a < count; ++a)
      {
        if (isWanted[static_cast<std::size_t>(nodes[a])])
        {
          std::vector<std::int32_t>& around = this->Around[nodes[a]];
          around.insert(around.end(), nodes, nodes + count);
        }
      }
    }
    for (auto& [node, around] : this->Around)
    {
      std::sort(around.begin(), around.end());
      around.erase(std::unique(around.begin(), around.end()), around.end());
    }
  }

  bool areIn(std::int32_t node, std::int32_t other) const
  {
    const auto found = this->Around.find(node);
    return found != this->Around.end() &&
      std::binary_search(found->second.begin(), found->second.end(), other);
  }

private:
  std::map<std::int32_t, std::vector<std::int32_t>> Around;
};
}

ConductionSystem mapConduction(const ConductionSystem& original, Mesh mesh,
  const std::vector<std::int32_t>& originals, const KeepsEntry& keeps)
{
  const auto& [meshOfOriginal, conductivity, smallestRatio, fixed, film, solver] = original;
  (void)meshOfOriginal;
  ConductionSystem mapped;
  mapped.mesh = std::move(mesh);
  mapped.conductivity = conductivity;
  mapped.smallestRatio = smallestRatio;
  mapped.solver = solver;
  std::vector<std::int32_t> numbers(fixed.size(), -1);
  for (std::size_t i = 0; i < originals.size(); ++i)
  {
    mapped.fixed.push_back(fixed[static_cast<std::size_t>(originals[i])]);
    numbers[static_cast<std::size_t>(originals[i])] = static_cast<std::int32_t>(i);
  }
  if (!film.offsets.empty())
  {
    mapped.film = mapFilm(film, originals, numbers, keeps);
  }
  return mapped;
}

ConductionSystem systemOfPart(const ConductionSystem& whole, const PartOfBody& part, Mesh mesh)
{
  const std::vector<std::int32_t> nodes = part.nodes.all();
  std::vector<std::uint8_t> hasFilm(nodes.size(), 0);
  for (std::size_t i = 0; i < nodes.size() && whole.film.rows() > 0; ++i)
  {
    const auto row = static_cast<std::size_t>(nodes[i]);
    hasFilm[i] = whole.film.offsets[row] < whole.film.offsets[row + 1] ? 1 : 0;
  }
  const bool needsMesh =
    std::any_of(hasFilm.begin(), hasFilm.end(), [](std::uint8_t has) { return has != 0; });
  std::optional<Mesh> ofGrid;
  if (part.grid && needsMesh)
  {
    ofGrid = part.grid->mesh();
  }
  const NodesAround around(ofGrid ? *ofGrid : mesh, hasFilm);
  return mapConduction(whole, std::move(mesh), nodes,
    [&around](std::int32_t row, std::int32_t column) { return around.areIn(row, column); });
}

std::vector<ConductionOfPart> divideConduction(
  const ConductionSystem& whole, const VoxelLattice* lattice, int parts)
{
  std::vector<ConductionOfPart> result;
  if (lattice)
  {
    for (PartOfBody& of : divideVoxels(*lattice, parts))
    {
      ConductionOfPart& part = result.emplace_back();
      static_cast<PartOfBody&>(part) = std::move(of);
      part.system = systemOfPart(whole, part, {});
    }
    return result;
  }
  for (MeshedPart& of : divideMesh(whole.mesh, nullptr, parts))
  {
    ConductionOfPart& part = result.emplace_back();
    static_cast<PartOfBody&>(part) = std::move(of.part);
    part.system = systemOfPart(whole, part, std::move(of.mesh));
  }
  return result;
}
}
