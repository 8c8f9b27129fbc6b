#include "Optimization/Heat/PartOfHeatDesign.h"

#include "Analysis/Parts/MappedStructure.h"
#include "Optimization/Elements/MappedTopology.h"

#include <cstddef>
#include <utility>

namespace trabecula
{
std::vector<PartOfHeatDesign> divideHeatDesign(const HeatDesignProblem& whole,
  const ElasticConditions& unknowns, const ConductionSystem& system, int parts)
{
  std::vector<PartOfHeatDesign> result;
  std::vector<const PartOfBody*> bodies;
  result.reserve(static_cast<std::size_t>(parts));
  for (ConductionOfPart& of : divideConduction(system, nullptr, parts))
  {
    const auto ofNodes = [&of](const auto& values) { return of.ofNodes(values, 1); };
    const auto ofElements = [&of](const auto& values) { return of.ofElements(values); };
    PartOfHeatDesign& part = result.emplace_back();
    part.unknowns = mapConditions(unknowns, ofNodes);
    part.design = mapDesign(whole.design, ofNodes, ofElements);
    part.solidFractions = ofElements(whole.heat.solidFractions);
    part.part = std::move(of);
    bodies.push_back(&part.part);
  }
  std::vector<FilterOfPart> filters = divideFilter(system.mesh, nullptr, whole.design, bodies);
  for (std::size_t part = 0; part < result.size(); ++part)
  {
    result[part].filter = std::move(filters[part]);
  }
  return result;
}
}
