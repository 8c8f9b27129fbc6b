#include "Optimization/Elements/ElementModel.h"

#include "Analysis/ElasticModel.h"
#include "Analysis/LoadCases.h"
#include "Analysis/Loads/BodyForce.h"
#include "Analysis/Loads/DesignForces.h"
#include "Analysis/Preconditioning/MakeElasticModel.h"
#include "Analysis/Static/ThermalLoad.h"
#include "Operator/Mass/MassOperator.h"
#include "Optimization/Elements/ElementDesign.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/TopologyModel.h"

#include <memory>
#include <optional>
#include <vector>

namespace trabecula
{
/// The discretization of densities of elements. The problem need only remain valid while the model
/// is made.
template <class Space>
class DiscretizationOfElements : public TopologyDiscretization<Space>
{
public:
  /// @param part whose problem this is; null for a whole problem
  DiscretizationOfElements(const TopologyProblem& problem, const VoxelGrid* grid,
    const MultigridChoice& choice, const PartOfTopology* part = nullptr)
    : Problem(problem), Grid(grid), Choice(choice), Part(part)
  {
  }

  std::unique_ptr<ElasticModel<Space>> makeElasticModel(const Context<Space>& context) override
  {
    const OperatorLayouts<Space> layouts = this->Part
      ? layoutsOf(context, this->Part->part)
      : layoutsOf(context, this->Problem.structure.mesh);
    this->Nodes = this->Part ? layouts.unknowns->withComponents(1) : nullptr;
    auto model = trabecula::makeElasticModel(
      layouts, this->Problem.structure, this->Grid, this->Choice, false);
    if (needMass(this->Problem.design.settings))
    {
      model->setMass(this->Grid ? makeMassOperator(layouts, *this->Grid)
                                : makeMassOperator(layouts, this->Problem.structure.mesh),
        this->Problem.structure.pointMasses);
    }
    return model;
  }
  void setDesignForces(LoadCases<Space>& loads, const ElasticModel<Space>& model) override
  {
    const StructuralProblem& structure = this->Problem.structure;
    const LoadsOfDesign& given = structure.ofDesign;
    const auto make = [&](bool isPresent, auto forces)
    {
      return isPresent ? std::make_optional<DesignForces<Space>>(
                           model.unknowns(), model.materialPoints(), structure.mesh, forces())
                       : std::nullopt;
    };
    loads.setDesignForces(make(given.hasWeight(),
                            [&] {
                              return bodyForcesOfElements(
                                structure.mesh, given.weight, this->Problem.solidFractions);
                            }),
      make(given.thermal.isPresent(),
        [&]
        {
          return thermalForcesOfElements(structure.mesh, structure.material.poissonsRatio,
            structure.poissonsRatios, given.thermal);
        }));
  }
  std::unique_ptr<Parametrization<Space>> makeDesign(
    const Vector<Space>& measures, const Vector<Space>& positions) override
  {
    return makeElementDesign<Space>(
      { this->Problem.design, this->Problem.structure.material.youngsModulus,
        this->Problem.solidFractions, this->Problem.structure.mesh, this->Grid,
        this->Part ? &this->Part->filter : nullptr },
      measures, positions, this->Nodes);
  }
  NeighbourFilter<Space> makeMean(
    const Vector<Space>& measures, const Vector<Space>& positions, double radius) override
  {
    return makeElementMean<Space>(
      this->Grid, this->Part ? &this->Part->filter : nullptr, measures, positions, radius);
  }
  ChainSettings chain() const override { return chainSettings(this->Problem.design.densities); }
  const std::vector<double>& solidFractions() const override
  {
    return this->Problem.solidFractions;
  }

private:
  const TopologyProblem& Problem;
  const VoxelGrid* Grid;
  const MultigridChoice& Choice;
  const PartOfTopology* Part;
  LayoutPointer<Space> Nodes; ///< of a part, see DesignSites
};

template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeElementModel(const Context<Space>& context,
  const TopologyProblem& problem, const VoxelGrid* grid, const MultigridChoice& choice,
  Observer& observer)
{
  return makeTopologyModel<Space>(context, problem.structure, problem.design,
    std::make_unique<DiscretizationOfElements<Space>>(problem, grid, choice), observer);
}

template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeElementModel(const Context<Space>& context,
  const PartOfTopology& part, const MultigridChoice& choice, Observer& observer)
{
  return makeTopologyModel<Space>(context, part.problem.structure, part.problem.design,
    std::make_unique<DiscretizationOfElements<Space>>(
      part.problem, part.part.grid.get(), choice, &part),
    observer);
}

template std::unique_ptr<TopologyOptimizer::Model> makeElementModel<CompiledSpace>(
  const Context<CompiledSpace>& context, const TopologyProblem& problem, const VoxelGrid* grid,
  const MultigridChoice& choice, Observer& observer);
template std::unique_ptr<TopologyOptimizer::Model> makeElementModel<CompiledSpace>(
  const Context<CompiledSpace>& context, const PartOfTopology& part, const MultigridChoice& choice,
  Observer& observer);
}
