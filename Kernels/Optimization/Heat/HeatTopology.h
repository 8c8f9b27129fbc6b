#ifndef TRABECULA_OPTIMIZATION_HEAT_HEATTOPOLOGY_H
#define TRABECULA_OPTIMIZATION_HEAT_HEATTOPOLOGY_H

#include "Analysis/Preconditioning/ConductionSystem.h"
#include "Core/Device.h"
#include "Optimization/Heat/HeatDesignProblem.h"
#include "Optimization/Heat/PartOfHeatDesign.h"
#include "Optimization/Method/TopologyMethod.h"
#include "Optimization/TopologyOptimizer.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
struct HeatDesignInput;

/**
 * Densities of elements of a body that conducts heat.
 *
 * Fields, in this order: Density and HeatDissipationDensity, of elements, the latter T.K T / 2 over
 * the volume, power times temperature per volume; Temperature, 1 per node.
 */
class HeatTopology : public TopologyMethod
{
public:
  /// @throws Error as validate()
  explicit HeatTopology(const HeatDesignProblem& problem);

  /// Upper bound of the bytes that the model needs in a space.
  std::size_t memory(ExecutionSpace space) const;

  void checkStart() override;
  std::vector<std::string> warnings() override;
  void checkDevice(const Device& device) override;
  std::string reasonAgainstParts() const override;
  void checkParts(Parts& parts) override;
  TopologyParts make(const ExecutionContext& execution, Observer& observer) override;

private:
  /// Sets the choice to one for a space.
  void choose(ExecutionSpace space);
  /// What the model of the problem is made of if it is not divided.
  HeatDesignInput wholeInput() const;
  /// Makes the model of the divided problem.
  std::unique_ptr<TopologyOptimizer::Model> makeOnParts(
    const std::shared_ptr<Parts>& parts, Observer& observer);

  const HeatDesignProblem& Problem;
  double Reference;           ///< temperature that all others are counted from
  ElasticConditions Unknowns; ///< of the model; see HeatDesignInput
  ConductionSystem System;    ///< of solid material
  ConductionMultigrid Choice;
  /// In several parts, until make(); of those of other processes, the plans.
  std::vector<PartOfHeatDesign> Divided;
};
}

#endif
