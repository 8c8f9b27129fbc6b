#include "Optimization/Elements/DesignMemory.h"

#include "Core/Space.h"
#include "Design/Filter/NeighbourFilter.h"
#include "Design/ReplicatedParametrization.h"
#include "Optimization/InitialDesign.h"

#include <algorithm>
#include <array>
#include <vector>

namespace trabecula
{
namespace
{
/// Returns the edges of the bounding box of the points.
std::array<double, 3> boxOfPoints(const std::vector<double>& points)
{
  std::array<double, 3> size = {};
  for (std::size_t d = 0; d < 3 && !points.empty(); ++d)
  {
    double low = points[d];
    double high = points[d];
    for (std::size_t i = d; i < points.size(); i += 3)
    {
      low = std::min(low, points[i]);
      high = std::max(high, points[i]);
    }
    size[d] = high - low;
  }
  return size;
}
}

std::size_t filterAndStageMemory(const DensitySettings& densities, const ElementsOfStages& of)
{
  using Space = HostSpace; // all spaces have the same arrays
  const ChainSettings chain = chainSettings(densities);
  std::size_t bytes = stageMemory(chain, of.mesh, of.kind);
  if (hasNeighbours(densities.filter))
  {
    bytes += NeighbourFilter<Space>::memory(of.mesh.numberOfElements() + of.ghosts,
      boxOfPoints(of.mesh.points), chain.filterRadius, of.bricks);
    bytes += 3 * of.ghosts * sizeof(double); // in vectors of the filter
  }
  return bytes;
}

std::size_t replicatedMemory(
  const DensitySettings& densities, const ElementsOfStages& whole, std::size_t ofPart)
{
  const std::size_t elements = whole.mesh.numberOfElements();
  return filterAndStageMemory(densities, whole) + elements * sizeof(double) + // solid fractions
    ReplicatedParametrization<HostSpace>::memory(
      elements, ofPart, static_cast<std::size_t>(densities.stages.robust.analyses()));
}
}
