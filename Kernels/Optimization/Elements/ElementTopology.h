#ifndef TRABECULA_OPTIMIZATION_ELEMENTS_ELEMENTTOPOLOGY_H
#define TRABECULA_OPTIMIZATION_ELEMENTS_ELEMENTTOPOLOGY_H

#include "Analysis/Preconditioning/MultigridChoice.h"
#include "Core/Device.h"
#include "Optimization/Method/TopologyMethod.h"
#include "Optimization/TopologyProblem.h"

#include <optional>
#include <string>
#include <vector>

namespace trabecula
{
/**
 * Densities of elements.
 *
 * Fields, in this order:
 *  - Density, of elements: the physical density;
 *  - StrainEnergyDensity, of elements, energy per volume;
 *  - Displacement, see TopologyFields.
 */
class ElementTopology : public TopologyMethod
{
public:
  /// @throws Error as validate()
  explicit ElementTopology(const TopologyProblem& problem);

  void checkStart() override;
  std::vector<std::string> warnings() override;
  void checkDevice(const Device& device) override;
  TopologyParts make(const ExecutionContext& execution, Observer& observer) override;

private:
  /// Sets the choice to one for a space.
  void choose(ExecutionSpace space);

  const TopologyProblem& Problem;
  std::optional<MultigridChoice> Choice;
  ExecutionSpace ChosenFor = ExecutionSpace::Host;
  /// Whether multigrid was excluded for lack of memory.
  bool IsReduced = false;
};
}

#endif
