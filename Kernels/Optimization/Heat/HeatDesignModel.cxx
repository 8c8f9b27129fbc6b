#include "Optimization/Heat/HeatDesignModel.h"

#include "Analysis/ElasticModel.h"
#include "Analysis/Preconditioning/MakeConductionModel.h"
#include "Design/DensityParametrization.h"
#include "Optimization/InitialDesign.h"
#include "Optimization/TopologyModel.h"

#include <vector>

namespace trabecula
{
/// The discretization of densities of elements that conduct heat. The problem and the system need
/// only remain valid while the model is made.
template <class Space>
class DiscretizationOfHeat : public TopologyDiscretization<Space>
{
public:
  DiscretizationOfHeat(const HeatDesignProblem& problem, const ConductionSystem& system,
    const ConductionMultigrid& choice)
    : Problem(problem), System(system), Choice(choice)
  {
  }

  std::unique_ptr<ElasticModel<Space>> makeElasticModel(const Context<Space>& context) override
  {
    return makeConductionModel(context, this->System, this->Choice);
  }
  std::unique_ptr<Parametrization<Space>> makeDesign(
    const Vector<Space>& measures, const Vector<Space>& positions) override
  {
    const DensityDesign& design = this->Problem.design;
    const MaterialInterpolation material = interpolationOf(design, this->Problem.heat.conductivity);
    const InitialDesign start = makeStartDesign(design, measures.toHost());
    const DensityParametrizationSettings ofDesign = { chainSettings(design.densities), material,
      material.modulus(lowestDensity(design.densities)) };
    return std::make_unique<DensityParametrization<Space>>(ofDesign, measures, positions,
      start.isDesign, start.density, this->Problem.heat.solidFractions, nullptr);
  }
  ChainSettings chain() const override { return chainSettings(this->Problem.design.densities); }
  const std::vector<double>& solidFractions() const override
  {
    return this->Problem.heat.solidFractions;
  }

private:
  const HeatDesignProblem& Problem;
  const ConductionSystem& System;
  const ConductionMultigrid& Choice;
};

template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeHeatDesignModel(const Context<Space>& context,
  const HeatDesignProblem& problem, const ElasticConditions& unknowns,
  const ConductionSystem& system, const ConductionMultigrid& choice, Observer& observer)
{
  return makeTopologyModel<Space>(context, unknowns, problem.design,
    std::make_unique<DiscretizationOfHeat<Space>>(problem, system, choice), observer);
}

template std::unique_ptr<TopologyOptimizer::Model> makeHeatDesignModel<CompiledSpace>(
  const Context<CompiledSpace>& context, const HeatDesignProblem& problem,
  const ElasticConditions& unknowns, const ConductionSystem& system,
  const ConductionMultigrid& choice, Observer& observer);
}
