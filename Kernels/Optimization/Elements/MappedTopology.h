#ifndef TRABECULA_OPTIMIZATION_ELEMENTS_MAPPEDTOPOLOGY_H
#define TRABECULA_OPTIMIZATION_ELEMENTS_MAPPEDTOPOLOGY_H

#include "Optimization/TopologyProblem.h"

#include <utility>

namespace trabecula
{
/**
 * A copy of a design for another mesh, such as that of a part or one in another order. All arrays
 * of the design pass through here: a member that is added to these structs must be added to the
 * bindings below, else they do not compile.
 *
 * @param ofNodes, ofElements as for mapStructure(); elements are the design variables
 */
template <class OfNodes, class OfElements>
DensityDesign mapDesign(
  const DensityDesign& original, const OfNodes& ofNodes, const OfElements& ofElements)
{
  static_assert(sizeof(DensityDesign) == sizeof(DesignProblem) + sizeof(DensitySettings),
    "Arrays of a design that are added must be mapped here.");
  const auto& [outputWeights, volumeRegion, pointRegion, designRegion, initialDensity, settings] =
    static_cast<const DesignProblem&>(original);
  DensityDesign mapped;
  mapped.outputWeights = ofNodes(outputWeights);
  mapped.volumeRegion = ofElements(volumeRegion);
  mapped.pointRegion = ofNodes(pointRegion);
  mapped.designRegion = ofElements(designRegion);
  mapped.initialDensity = ofElements(initialDensity);
  mapped.settings = settings;
  mapped.densities = original.densities;
  return mapped;
}

/// A copy of an optimization for another mesh, as that of its design.
/// @param structure on that mesh, see mapStructure()
template <class OfNodes, class OfElements>
TopologyProblem mapTopology(const TopologyProblem& original, StructuralProblem structure,
  const OfNodes& ofNodes, const OfElements& ofElements)
{
  const auto& [structureOfOriginal, design, solidFractions] = original;
  (void)structureOfOriginal;
  TopologyProblem mapped;
  mapped.structure = std::move(structure);
  mapped.design = mapDesign(design, ofNodes, ofElements);
  mapped.solidFractions = ofElements(solidFractions);
  return mapped;
}
}

#endif
