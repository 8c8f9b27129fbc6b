#include "Optimization/Heat/HeatDesignModel.h"

#include "Analysis/ElasticModel.h"
#include "Analysis/Preconditioning/MakeConductionModel.h"
#include "Optimization/Elements/ElementDesign.h"
#include "Optimization/TopologyModel.h"

#include <vector>

namespace trabecula
{
/// The discretization of densities of elements that conduct heat. What the input refers to need
/// only remain valid while the model is made.
template <class Space>
class DiscretizationOfHeat : public TopologyDiscretization<Space>
{
public:
  DiscretizationOfHeat(const HeatDesignInput& input, const ConductionMultigrid& choice)
    : Input(input), Choice(choice)
  {
  }

  std::unique_ptr<ElasticModel<Space>> makeElasticModel(const Context<Space>& context) override
  {
    const OperatorLayouts<Space> layouts = this->Input.part
      ? layoutsOf(context, this->Input.part->part, 1)
      : layoutsOf(context, this->Input.system.mesh, 1);
    this->Nodes = this->Input.part ? layouts.unknowns : nullptr;
    return makeConductionModel(layouts, this->Input.system, this->Choice);
  }
  std::unique_ptr<Parametrization<Space>> makeDesign(
    const Vector<Space>& measures, const Vector<Space>& positions) override
  {
    const HeatDesignInput& of = this->Input;
    const double solid = of.unknowns.material.youngsModulus;
    ElementDesign design = { of.design, solid, of.solidFractions, of.system.mesh, nullptr,
      of.part ? &of.part->filter : nullptr };
    if (!of.whole || !needsWhole(this->chain()))
    {
      return makeElementDesign<Space>(design, measures, positions, this->Nodes);
    }
    const WholeDesign whole = { { of.whole->design, solid, of.whole->solidFractions,
                                  of.whole->system.mesh, nullptr, nullptr },
      of.part->part.elements };
    design.ofWhole = &whole;
    return makeElementDesign<Space>(design, measures, positions, this->Nodes);
  }
  NeighbourFilter<Space> makeMean(
    const Vector<Space>& measures, const Vector<Space>& positions, double radius) override
  {
    return makeElementMean<Space>(
      nullptr, this->Input.part ? &this->Input.part->filter : nullptr, measures, positions, radius);
  }
  ChainSettings chain() const override { return chainSettings(this->Input.design.densities); }
  const std::vector<double>& solidFractions() const override { return this->Input.solidFractions; }

private:
  HeatDesignInput Input;
  const ConductionMultigrid& Choice;
  LayoutPointer<Space> Nodes; ///< of a part, see DesignSites
};

template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeHeatDesignModel(const Context<Space>& context,
  const HeatDesignInput& input, const ConductionMultigrid& choice, Observer& observer)
{
  return makeTopologyModel<Space>(context, input.unknowns, input.design,
    std::make_unique<DiscretizationOfHeat<Space>>(input, choice), observer);
}

template std::unique_ptr<TopologyOptimizer::Model> makeHeatDesignModel<CompiledSpace>(
  const Context<CompiledSpace>& context, const HeatDesignInput& input,
  const ConductionMultigrid& choice, Observer& observer);
}
