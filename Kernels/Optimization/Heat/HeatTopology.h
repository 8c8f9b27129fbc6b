#ifndef TRABECULA_OPTIMIZATION_HEAT_HEATTOPOLOGY_H
#define TRABECULA_OPTIMIZATION_HEAT_HEATTOPOLOGY_H

#include "Analysis/Preconditioning/ConductionSystem.h"
#include "Core/Device.h"
#include "Optimization/Heat/HeatDesignProblem.h"
#include "Optimization/Method/TopologyMethod.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
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
  TopologyParts make(const ExecutionContext& execution, Observer& observer) override;

private:
  const HeatDesignProblem& Problem;
  double Reference;           ///< temperature that all others are counted from
  ElasticConditions Unknowns; ///< of the model; see makeHeatDesignModel()
  ConductionSystem System;    ///< of solid material
  ConductionMultigrid Choice;
};
}

#endif
