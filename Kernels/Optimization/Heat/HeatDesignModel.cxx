#include "Optimization/Heat/HeatDesignModel.h"

#include "Analysis/ElasticModel.h"
#include "Analysis/Preconditioning/MakeConductionModel.h"
#include "Design/DensityParametrization.h"
#include "Optimization/InitialDesign.h"
#include "Optimization/TopologyModel.h"

#include <vector>

namespace trabecula
{
/// Densities of elements that conduct heat. Problem and system need only remain valid while the
/// model is made.
template <class Space>
class DiscretizationOfHeat : public TopologyDiscretization<Space>
{
public:
  DiscretizationOfHeat(
    const TopologyProblem& nodal, const ConductionSystem& system, const ConductionMultigrid& choice)
    : Nodal(nodal), System(system), Choice(choice)
  {
  }

  std::unique_ptr<ElasticModel<Space>> makeElasticModel(const Context<Space>& context) override
  {
    return makeConductionModel(context, this->System, this->Choice);
  }
  std::unique_ptr<Parametrization<Space>> makeDesign(
    const Vector<Space>& measures, const Vector<Space>& positions) override
  {
    const OptimizationSettings& settings = this->Nodal.settings;
    const MaterialInterpolation material = interpolationOf(this->Nodal);
    const InitialDesign start = makeStartDesign(this->Nodal, measures.toHost());
    const DensityParametrizationSettings ofDesign = { chainSettings(settings), material,
      material.modulus(lowestDensity(settings)) };
    return std::make_unique<DensityParametrization<Space>>(ofDesign, measures, positions,
      start.isDesign, start.density, this->Nodal.solidFractions, nullptr);
  }

private:
  const TopologyProblem& Nodal;
  const ConductionSystem& System;
  const ConductionMultigrid& Choice;
};

template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeHeatDesignModel(const Context<Space>& context,
  const TopologyProblem& nodal, const ConductionSystem& system, const ConductionMultigrid& choice,
  Observer& observer)
{
  return makeTopologyModel<Space>(
    context, nodal, std::make_unique<DiscretizationOfHeat<Space>>(nodal, system, choice), observer);
}

template std::unique_ptr<TopologyOptimizer::Model> makeHeatDesignModel<CompiledSpace>(
  const Context<CompiledSpace>& context, const TopologyProblem& nodal,
  const ConductionSystem& system, const ConductionMultigrid& choice, Observer& observer);
}
