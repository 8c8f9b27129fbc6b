#include "Optimization/Elements/ElementModel.h"

#include "Analysis/ElasticModel.h"
#include "Analysis/Heat/HeatOfDesign.h"
#include "Analysis/LoadCases.h"
#include "Analysis/Loads/BodyForce.h"
#include "Analysis/Loads/DesignForces.h"
#include "Analysis/Loads/DesignTemperature.h"
#include "Analysis/Preconditioning/MakeConductionModel.h"
#include "Analysis/Preconditioning/MakeElasticModel.h"
#include "Analysis/Static/ThermalLoad.h"
#include "Design/Filter/CornerShares.h"
#include "Operator/Conduction/ConductionOperator.h"
#include "Operator/Mass/MassOperator.h"
#include "Optimization/Elements/ElementDesign.h"
#include "Optimization/InitialDesign.h"
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
  /// @param part, whole whose problem this is; null for a whole problem
  DiscretizationOfElements(const TopologyProblem& problem, const VoxelGrid* grid,
    const MultigridChoice& choice, const PartOfTopology* part = nullptr,
    const WholeTopology* whole = nullptr)
    : Problem(problem), Grid(grid), Choice(choice), Part(part), Whole(whole)
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
      make(given.hasThermalStrain(),
        [&]
        {
          return given.heat.isPresent() // then the temperature gives them
            ? ElementForces(3 * structure.mesh.connectivity.size(), 0.0)
            : thermalForcesOfElements(structure.mesh, structure.material.poissonsRatio,
                structure.poissonsRatios, given.thermal);
        }),
      given.heat.isPresent() ? this->makeTemperature(model.context()) : nullptr);
  }
  std::unique_ptr<Parametrization<Space>> makeDesign(
    const Vector<Space>& measures, const Vector<Space>& positions) override
  {
    const FilterOfPart* ofPart = this->Part ? &this->Part->filter : nullptr;
    const auto make = [&](const WholeDesign* whole)
    {
      return makeElementDesign<Space>(elementDesignOf(this->Problem, this->Grid, ofPart, whole),
        measures, positions, this->Nodes);
    };
    if (!this->Whole || !needsWhole(this->chain()))
    {
      return make(nullptr);
    }
    const WholeDesign whole = { elementDesignOf(this->Whole->problem, this->Whole->grid),
      this->Part->part.elements };
    return make(&whole);
  }
  NeighbourFilter<Space> makeMean(
    const Vector<Space>& measures, const Vector<Space>& positions, double radius) override
  {
    return makeElementMean<Space>(
      this->Grid, this->Part ? &this->Part->filter : nullptr, measures, positions, radius);
  }
  CornerConduction<Space> makeConduction(const ElasticModel<Space>& model) override
  {
    CornerConduction<Space> corners;
    corners.mesh = meshOfCorners(this->Problem.structure.mesh);
    const OperatorLayouts<Space> layouts{ model.unknowns()->withComponents(1),
      model.materialPoints() };
    corners.conduction = this->Grid ? makeConductionOperator(layouts, *this->Grid)
                                    : makeConductionOperator(layouts, corners.mesh);
    return corners;
  }
  ChainSettings chain() const override { return chainSettings(this->Problem.design.densities); }
  const std::vector<double>& solidFractions() const override
  {
    return this->Problem.solidFractions;
  }

private:
  static ElementDesign elementDesignOf(const TopologyProblem& problem, const VoxelGrid* grid,
    const FilterOfPart* ofPart = nullptr, const WholeDesign* whole = nullptr)
  {
    return { problem.design, problem.structure.material.youngsModulus, problem.solidFractions,
      problem.structure.mesh, grid, ofPart, whole };
  }
  /// Realizations of a design share the conduction model.
  std::unique_ptr<DesignTemperature<Space>> makeTemperature(const Context<Space>& context)
  {
    const StructuralProblem& structure = this->Problem.structure;
    const DesignConduction conduction = conductionOfDesign(structure, this->Problem.solidFractions);
    if (!this->Conduction)
    {
      this->Conduction = makeConductionModel(context, conduction.system,
        chooseConductionMultigrid(conduction.system, { &conduction.heat }, Space::Id));
    }
    const DesignHeat& heat = structure.ofDesign.heat;
    const double solid = structure.material.youngsModulus;
    const ConductivityOfModulus law = { heat.leastRatio * heat.conductivity, heat.conductivity,
      interpolationOf(this->Problem.design, solid).minimumModulus, solid };
    return std::make_unique<DesignTemperature<Space>>(
      this->Conduction, law, conduction.heat, conduction.start, structure);
  }

  const TopologyProblem& Problem;
  const VoxelGrid* Grid;
  const MultigridChoice& Choice;
  const PartOfTopology* Part;
  const WholeTopology* Whole;
  LayoutPointer<Space> Nodes;                       ///< of a part, see DesignSites
  std::shared_ptr<AnalysisModel<Space>> Conduction; ///< null without a temperature that is solved
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
  const PartOfTopology& part, const WholeTopology& whole, const MultigridChoice& choice,
  Observer& observer)
{
  return makeTopologyModel<Space>(context, part.problem.structure, part.problem.design,
    std::make_unique<DiscretizationOfElements<Space>>(
      part.problem, part.part.grid.get(), choice, &part, &whole),
    observer);
}

template std::unique_ptr<TopologyOptimizer::Model> makeElementModel<CompiledSpace>(
  const Context<CompiledSpace>& context, const TopologyProblem& problem, const VoxelGrid* grid,
  const MultigridChoice& choice, Observer& observer);
template std::unique_ptr<TopologyOptimizer::Model> makeElementModel<CompiledSpace>(
  const Context<CompiledSpace>& context, const PartOfTopology& part, const WholeTopology& whole,
  const MultigridChoice& choice, Observer& observer);
}
