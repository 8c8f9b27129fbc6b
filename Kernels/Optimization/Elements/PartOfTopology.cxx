#include "Optimization/Elements/PartOfTopology.h"

#include "Optimization/Elements/MappedTopology.h"

#include <cstddef>
#include <utility>

namespace trabecula
{
std::vector<PartOfTopology> divideTopology(
  const TopologyProblem& whole, const VoxelLattice* lattice, int parts)
{
  std::vector<PartOfTopology> result;
  std::vector<const PartOfBody*> bodies;
  result.reserve(static_cast<std::size_t>(parts));
  for (StructureOfPart& of : divideStructure(whole.structure, lattice, parts))
  {
    TopologyProblem problem = mapTopology(
      whole, std::move(of.structure), [&of](const auto& values) { return of.ofNodes(values, 3); },
      [&of](const auto& values) { return of.ofElements(values); });
    result.push_back({ std::move(problem), std::move(static_cast<PartOfBody&>(of)), {} });
    bodies.push_back(&result.back().part);
  }
  std::vector<FilterOfPart> filters =
    divideFilter(whole.structure.mesh, lattice, whole.design, bodies);
  for (std::size_t part = 0; part < result.size(); ++part)
  {
    result[part].filter = std::move(filters[part]);
  }
  return result;
}
}
