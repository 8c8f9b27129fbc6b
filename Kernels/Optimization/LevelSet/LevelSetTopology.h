#ifndef TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETTOPOLOGY_H
#define TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETTOPOLOGY_H

#include "Core/Context.h"
#include "Core/Device.h"
#include "Optimization/LevelSet/LevelSetProblem.h"
#include "Optimization/LevelSet/LevelSetStages.h"
#include "Optimization/Method/TopologyMethod.h"

#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
/**
 * A level set on a NURBS patch; see LevelSetProblem. Design variables are its coefficients.
 *
 * Fields, in this order; nodes are the control points, elements those of the patch:
 *  - LevelSet, of nodes: coefficients, length, positive in material;
 *  - Density, of elements: what was analysed, moduli over that of the solid: with
 *    LevelSetDensity::Smooth the mean of the solid part over Gauss points, whose volume is that of
 *    the history; with LevelSetDensity::Cut the solid part averaged over neighbours;
 *  - StrainEnergyDensity, of elements, energy per volume;
 *  - Displacement, see TopologyFields: coefficients.
 */
class LevelSetTopology : public TopologyMethod
{
public:
  /// @throws Error as validate()
  explicit LevelSetTopology(const LevelSetProblem& problem);

  void checkStart() override;
  std::vector<std::string> warnings() override;
  void checkDevice(const Device& device) override;
  TopologyParts make(const ExecutionContext& execution, Observer& observer) override;

private:
  const LevelSetProblem& Problem;
  std::shared_ptr<const Context<HostSpace>> OnHost; ///< of the validation and of the fields
  LinkedDesign Linked;
  std::vector<double> Start; ///< initial coefficients
};
}

#endif
