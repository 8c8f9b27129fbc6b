#include "Optimization/Elements/FilterOfPart.h"

#include "Analysis/ElementGeometry.h"
#include "Design/Stage/StageKinds.h"
#include "Mesh/Distribution/MeshDistribution.h"
#include "Optimization/InitialDesign.h"
#include "Optimization/Responses/ProblemResponses.h"

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
  const std::vector<const PartOfBody*>& parts, std::size_t numberOfElements)
{
  std::vector<std::int32_t> owners(numberOfElements, 0);
  for (std::size_t part = 0; part < parts.size(); ++part)
  {
    for (const std::int32_t e : parts[part]->elements.owned)
    {
      owners[static_cast<std::size_t>(e)] = static_cast<std::int32_t>(part);
    }
  }
  return owners;
}

std::vector<FilterOfPart> filtersOf(std::vector<HaloPlan> plans)
{
  std::vector<FilterOfPart> filters;
  filters.reserve(plans.size());
  for (HaloPlan& plan : plans)
  {
    filters.push_back({ std::move(plan), nullptr });
  }
  return filters;
}

/// The filters of any mesh.
std::vector<FilterOfPart> filtersOf(
  const Mesh& mesh, double radius, const std::vector<const PartOfBody*>& parts)
{
  // Rounding of centroids on another device must not lose a ghost.
  constexpr double margin = 1.0 + 1e-9;
  std::vector<double> centroids;
  centroids.reserve(3 * mesh.numberOfElements());
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const std::array<double, 3> centroid = elementCentroid(mesh, e);
    centroids.insert(centroids.end(), centroid.begin(), centroid.end());
  }
  return filtersOf(planFilterHalos(centroids, ownersOf(parts, mesh.numberOfElements()),
    static_cast<int>(parts.size()), margin * radius));
}

/// The filters of voxels whose radius does not reach beyond the bricks around those of a part: the
/// ghosts are all voxels of these.
std::vector<FilterOfPart> filtersOf(
  const VoxelLattice& lattice, const std::vector<const PartOfBody*>& parts)
{
  const VoxelImage image = imageOf(lattice);
  const VoxelGrid whole(image, VoxelParts::All);
  std::vector<std::vector<std::int32_t>> ghosts(parts.size());
  std::vector<std::shared_ptr<const VoxelGrid>> grids;
  for (std::size_t part = 0; part < parts.size(); ++part)
  {
    const VoxelGrid& own = *parts[part]->grid;
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
    grids.push_back(std::move(grid));
  }
  const auto elements = static_cast<std::size_t>(whole.numberOfElements());
  std::vector<FilterOfPart> filters =
    filtersOf(planHalos(ownersOf(parts, elements), std::move(ghosts)));
  for (std::size_t part = 0; part < parts.size(); ++part)
  {
    filters[part].grid = std::move(grids[part]);
  }
  return filters;
}
}

std::vector<FilterOfPart> divideFilter(const Mesh& whole, const VoxelLattice* lattice,
  const DensityDesign& design, const std::vector<const PartOfBody*>& parts)
{
  // A filter that belongs to a replicated design has all elements.
  const bool isDivided =
    hasNeighbours(design.densities.filter) && !needsWhole(chainSettings(design.densities));
  const double radius = std::max(
    isDivided ? filterRadiusOf(design.densities) : 0.0, radiusOfResponses(design.settings));
  if (!(radius > 0.0))
  {
    return std::vector<FilterOfPart>(parts.size());
  }
  // There are at least so many voxels between a brick and the next one but one.
  if (lattice &&
    radius < VoxelBrick::Edge * *std::min_element(lattice->spacing.begin(), lattice->spacing.end()))
  {
    return filtersOf(*lattice, parts);
  }
  return filtersOf(whole, radius, parts);
}
}
