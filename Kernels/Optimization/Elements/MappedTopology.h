#ifndef TRABECULA_OPTIMIZATION_ELEMENTS_MAPPEDTOPOLOGY_H
#define TRABECULA_OPTIMIZATION_ELEMENTS_MAPPEDTOPOLOGY_H

#include "Optimization/TopologyProblem.h"

#include <utility>

namespace trabecula
{
/**
 * A copy of an optimization for another mesh, such as that of a part or one in another order. All
 * arrays of the design pass through here: a member that is added to these structs must be added to
 * the bindings below, else they do not compile.
 *
 * @param structure on that mesh, see mapStructure()
 * @param ofNodes, ofElements as for mapStructure(); elements are the design variables
 */
template <class OfNodes, class OfElements>
TopologyProblem mapTopology(const TopologyProblem& original, StructuralProblem structure,
  const OfNodes& ofNodes, const OfElements& ofElements)
{
  static_assert(sizeof(DensityDesign) == sizeof(DesignProblem) + sizeof(DensitySettings),
    "Arrays of a design that are added must be mapped here.");
  const auto& [structureOfOriginal, design, solidFractions] = original;
  const auto& [outputWeights, volumeRegion, designRegion, initialDensity, settings] =
    static_cast<const DesignProblem&>(design);
  (void)structureOfOriginal;
  TopologyProblem mapped;
  mapped.structure = std::move(structure);
  mapped.design.outputWeights = ofNodes(outputWeights);
  mapped.design.volumeRegion = ofElements(volumeRegion);
  mapped.design.designRegion = ofElements(designRegion);
  mapped.design.initialDensity = ofElements(initialDensity);
  mapped.design.settings = settings;
  mapped.design.densities = design.densities;
  mapped.solidFractions = ofElements(solidFractions);
  return mapped;
}
}

#endif
