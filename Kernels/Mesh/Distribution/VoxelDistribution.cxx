#include "Mesh/Distribution/VoxelDistribution.h"

#include "Core/Error.h"

#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>

namespace trabecula
{
namespace
{
/// Maps lattice indices to numbers in the grid of the whole image.
std::unordered_map<std::int64_t, std::int32_t> numbersOf(const std::vector<std::int64_t>& indices)
{
  std::unordered_map<std::int64_t, std::int32_t> numbers;
  numbers.reserve(indices.size());
  for (std::size_t i = 0; i < indices.size(); ++i)
  {
    numbers.emplace(indices[i], static_cast<std::int32_t>(i));
  }
  return numbers;
}

/// Makes plans of nodes, or of elements, from the lattice indices of each part and the number of
/// its owned entities, which come first.
std::vector<HaloPlan> plansOf(const std::vector<std::int64_t>& whole,
  const std::vector<std::vector<std::int64_t>>& ofParts, const std::vector<std::int64_t>& owned)
{
  const std::unordered_map<std::int64_t, std::int32_t> numbers = numbersOf(whole);
  std::vector<std::int32_t> owner(whole.size(), -1); // planHalos() refuses entities without owner
  std::vector<std::vector<std::int32_t>> ghosts(ofParts.size());
  for (std::size_t part = 0; part < ofParts.size(); ++part)
  {
    for (std::size_t i = 0; i < ofParts[part].size(); ++i)
    {
      const std::int32_t number = numbers.at(ofParts[part][i]);
      if (static_cast<std::int64_t>(i) < owned[part])
      {
        owner[static_cast<std::size_t>(number)] = static_cast<std::int32_t>(part);
      }
      else
      {
        ghosts[part].push_back(number);
      }
    }
  }
  return planHalos(owner, std::move(ghosts));
}
}

std::vector<GridOfPart> distributeVoxels(const VoxelImage& image, VoxelParts which,
  const std::function<int(const std::array<std::int32_t, 3>& place)>& partOfBrick, int parts,
  GhostVoxels ghosts)
{
  const VoxelGrid whole(image, which);
  for (const std::array<std::int32_t, 3>& place : whole.places())
  {
    const int part = partOfBrick(place);
    if (part < 0 || part >= parts)
    {
      throw Error("The brick at (" + std::to_string(place[0]) + ", " + std::to_string(place[1]) +
        ", " + std::to_string(place[2]) + ") belongs to part " + std::to_string(part) +
        ", but there are " + std::to_string(parts) + " parts.");
    }
  }
  std::vector<VoxelGrid> grids;
  std::vector<std::vector<std::int64_t>> nodes;
  std::vector<std::vector<std::int64_t>> elements;
  std::vector<std::int64_t> ownedNodes;
  std::vector<std::int64_t> ownedElements;
  for (int part = 0; part < parts; ++part)
  {
    const VoxelGrid& grid = grids.emplace_back(
      image, which,
      [&](const std::array<std::int32_t, 3>& place) { return partOfBrick(place) == part; }, ghosts);
    nodes.push_back(grid.nodeIndices());
    elements.push_back(grid.elementIndices());
    ownedNodes.push_back(grid.numberOfOwnedNodes());
    ownedElements.push_back(grid.numberOfOwnedElements());
  }
  std::vector<HaloPlan> nodePlans = plansOf(whole.nodeIndices(), nodes, ownedNodes);
  std::vector<HaloPlan> elementPlans = plansOf(whole.elementIndices(), elements, ownedElements);
  std::vector<GridOfPart> result;
  for (std::size_t part = 0; part < grids.size(); ++part)
  {
    result.push_back(
      { std::move(grids[part]), std::move(nodePlans[part]), std::move(elementPlans[part]) });
  }
  return result;
}
}
