#include "Analysis/Parts/StructureOfPart.h"

#include "Analysis/Parts/MappedStructure.h"

#include <utility>

namespace trabecula
{
std::vector<StructureOfPart> divideStructure(
  const StructuralProblem& whole, const VoxelLattice* lattice, int parts)
{
  std::vector<StructureOfPart> result;
  for (MeshedPart& of : divideMesh(whole.mesh, lattice, parts))
  {
    StructureOfPart& part = result.emplace_back();
    static_cast<PartOfBody&>(part) = std::move(of.part);
    part.structure = mapStructure(
      whole, std::move(of.mesh), [&part](const auto& values) { return part.ofNodes(values, 3); },
      [&part](const auto& values) { return part.ofElements(values); });
  }
  return result;
}
}
