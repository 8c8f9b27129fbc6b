#ifndef TRABECULA_OPTIMIZATION_ELEMENTS_ELEMENTTOPOLOGY_H
#define TRABECULA_OPTIMIZATION_ELEMENTS_ELEMENTTOPOLOGY_H

#include "Analysis/Preconditioning/MultigridChoice.h"
#include "Analysis/StructureOnGrid.h"
#include "Core/Device.h"
#include "Optimization/Elements/PartOfTopology.h"
#include "Optimization/Method/TopologyMethod.h"
#include "Optimization/TopologyOptimizer.h"
#include "Optimization/TopologyProblem.h"

#include <cstddef>
#include <memory>
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
 *  - Temperature, 1 per node, if it is solved with the design;
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
  std::string reasonAgainstParts() const override;
  void checkParts(Parts& parts) override;
  TopologyParts make(const ExecutionContext& execution, Observer& observer) override;

private:
  /// Sets the choice to one for a space.
  void choose(ExecutionSpace space);
  /// Divides the problem with the present choice.
  void divide(const Parts& parts);
  /// Whether each part evaluates the stages of the whole design.
  bool needsWholeDesign() const;
  /// Bytes of a part. @param ofWholeStages those of the stages of the whole, if it needs them
  std::size_t estimateOfPart(std::size_t number, std::size_t ofWholeStages) const;
  /// Makes the model of the divided problem.
  std::unique_ptr<TopologyOptimizer::Model> makeOnParts(
    const std::shared_ptr<Parts>& parts, Observer& observer);

  const TopologyProblem& Problem;
  std::optional<MultigridChoice> Choice;
  ExecutionSpace ChosenFor = ExecutionSpace::Host;
  /// Whether multigrid was excluded for lack of memory.
  bool IsReduced = false;
  /// Of a problem in several parts, until make(): the numbering of the grid, if the choice is
  /// multigrid on voxels, and the parts; of those of other processes, the plans.
  std::unique_ptr<StructureOnGrid> DividedGrid;
  std::vector<PartOfTopology> Divided;
  /// The whole problem in that numbering, if needsWholeDesign().
  std::optional<TopologyProblem> OnGrid;
};
}

#endif
