#include "Optimization/Elements/PartOfTopology.h"

#include "Analysis/ElementGeometry.h"
#include "Mesh/Distribution/MeshDistribution.h"
#include "Optimization/Elements/MappedTopology.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace trabecula
{
namespace
{
/// The part that owns each element.
std::vector<std::int32_t> ownersOf(
  const std::vector<PartOfTopology>& parts, std::size_t numberOfElements)
{
  std::vector<std::int32_t> owners(numberOfElements, 0);
  for (std::size_t part = 0; part < parts.size(); ++part)
  {
    for (const std::int32_t e : parts[part].part.elements.owned)
    {
      owners[static_cast<std::size_t>(e)] = static_cast<std::int32_t>(part);
    }
  }
  return owners;
}

void setPlans(std::vector<HaloPlan> plans, std::vector<PartOfTopology>& parts)
{
  for (std::size_t part = 0; part < parts.size(); ++part)
  {
    parts[part].ofFilter = std::move(plans[part]);
  }
}

/// Sets the plans of a filter of any mesh.
void planFilter(const TopologyProblem& whole, std::vector<PartOfTopology>& parts)
{
  // Rounding of centroids on another device must not lose a ghost.
  constexpr double margin = 1.0 + 1e-9;
  const Mesh& mesh = whole.structure.mesh;
  std::vector<double> centroids;
  centroids.reserve(3 * mesh.numberOfElements());
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const std::array<double, 3> centroid = elementCentroid(mesh, e);
    centroids.insert(centroids.end(), centroid.begin(), centroid.end());
  }
  setPlans(planFilterHalos(centroids, ownersOf(parts, mesh.numberOfElements()),
             static_cast<int>(parts.size()), margin * whole.design.densities.filterRadius),
    parts);
}

/// Sets the plans of a filter of voxels whose radius does not reach beyond the bricks around those
/// of a part: the ghosts are all voxels of these.
void planFilter(const VoxelLattice& lattice, std::vector<PartOfTopology>& parts)
{
  const VoxelImage image = imageOf(lattice);
  const VoxelGrid whole(image, VoxelParts::All);
  std::vector<std::vector<std::int32_t>> ghosts(parts.size());
  for (std::size_t part = 0; part < parts.size(); ++part)
  {
    const VoxelGrid& own = *parts[part].part.grid;
    const std::array<int, 3>& extent = own.extent();
    const auto owns = [&](const std::array<std::int32_t, 3>& place)
    {
      return own.ownedPlaces()[static_cast<std::size_t>(
               place[0] + extent[0] * (place[1] + std::int64_t(extent[1]) * place[2]))] != 0;
    };
    auto grid =
      std::make_shared<const VoxelGrid>(image, VoxelParts::All, owns, GhostVoxels::Surrounding);
    const std::vector<std::int32_t> positions = grid->elementPositions();
    const auto owned = static_cast<std::size_t>(grid->numberOfOwnedElements());
    for (std::size_t i = 3 * owned; i < positions.size(); i += 3)
    {
      ghosts[part].push_back(whole.element(positions[i], positions[i + 1], positions[i + 2]));
    }
    parts[part].gridOfFilter = std::move(grid);
  }
  const auto elements = static_cast<std::size_t>(whole.numberOfElements());
  setPlans(planHalos(ownersOf(parts, elements), std::move(ghosts)), parts);
}
}

std::vector<PartOfTopology> divideTopology(
  const TopologyProblem& whole, const VoxelLattice* lattice, int parts)
{
  std::vector<PartOfTopology> result;
  for (StructureOfPart& of : divideStructure(whole.structure, lattice, parts))
  {
    StructuralProblem structure = std::exchange(of.structure, {});
    TopologyProblem problem = mapTopology(
      whole, std::move(structure), [&of](const auto& values) { return of.ofNodes(values); },
      [&of](const auto& values) { return of.ofElements(values); });
    result.push_back({ std::move(problem), std::move(of), {}, nullptr });
  }
  const DensitySettings& densities = whole.design.densities;
  if (densities.filter == FilterKind::None)
  {
    return result;
  }
  // There are at least so many voxels between a brick and the next one but one.
  if (lattice &&
    densities.filterRadius <
      VoxelBrick::Edge * *std::min_element(lattice->spacing.begin(), lattice->spacing.end()))
  {
    planFilter(*lattice, result);
  }
  else
  {
    planFilter(whole, result);
  }
  return result;
}
}
