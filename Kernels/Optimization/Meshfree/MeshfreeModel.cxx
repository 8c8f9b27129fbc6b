#include "Optimization/Meshfree/MeshfreeModel.h"

#include "Analysis/LoadCases.h"
#include "Analysis/Meshfree/MeshfreeLoads.h"
#include "Design/Filter/CornerShares.h"
#include "Design/NodalParametrization.h"
#include "Design/RobustParametrization.h"
#include "Operator/Conduction/ConductionOperator.h"
#include "Operator/Meshfree/MakeMeshfreeOperator.h"
#include "Operator/Meshfree/MeshfreeMass.h"
#include "Optimization/InitialDesign.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/SinglePreconditioner.h"
#include "Optimization/Validation/TopologyValidation.h"
#include "Solver/RigidBody/PointCoarseTerms.h"
#include "Solver/RigidBody/TwoLevelPreconditioner.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace trabecula
{
namespace detail
{
/// The thermal strains at the integration points, by linear temperatures in the cells.
inline std::vector<double> strainsInCells(
  const ThermalStrain& strain, const Mesh& cells, int gaussPoints)
{
  std::vector<double> strains = valuesInCells(cells, gaussPoints, strain.temperature);
  const std::size_t perCell = strains.size() / cells.numberOfElements();
  for (std::size_t q = 0; q < strains.size(); ++q)
  {
    strains[q] = strain.expansionOf(q / perCell) * (strains[q] - strain.reference);
  }
  return strains;
}
}

/// The discretization of densities of nodes. The references need only remain valid while the model
/// is made.
template <class Space>
class DiscretizationOfNodes : public TopologyDiscretization<Space>
{
public:
  DiscretizationOfNodes(const ElasticConditions& conditions, const DensityDesign& design,
    const MeshfreeMethod& method, const MeshfreeStructure& structure,
    const StructuralProblem& ofCells)
    : Conditions(conditions), Design(design), Method(method), Structure(structure),
      Cells(ofCells.mesh), Supports(ofCells.supports)
  {
  }

  std::unique_ptr<ElasticModel<Space>> makeElasticModel(const Context<Space>& context) override
  {
    const double ratio = this->Conditions.material.poissonsRatio;
    this->Discretization.emplace(context, copyOf(context, this->Structure.cloud),
      this->Structure.points, this->Structure.facesIfConsistent(), this->Structure.constrained);
    const OperatorLayouts<Space> layouts = layoutsOf(context, *this->Discretization);
    auto model = std::make_unique<ElasticModel<Space>>(
      makeMeshfreeOperator<Space>(layouts, *this->Discretization, ratio, this->Method.product,
        this->Structure.lattice, this->Structure.supportRadius));
    if (needMass(this->Design.settings))
    {
      model->setMass(std::make_unique<MeshfreeMass<Space>>(layouts, *this->Discretization));
    }
    if (this->Conditions.solver.preconditioner == Preconditioner::Jacobi)
    {
      setDiagonalPreconditioner(*model);
      return model;
    }
    setSinglePreconditioner<Space>(*model, "a two-level preconditioner",
      [&]
      {
        const std::size_t aggregates = meshfreeAggregates(this->Conditions.solver,
          static_cast<std::size_t>(this->Structure.cloud.nodes()), Space::Id);
        return std::make_unique<TwoLevelPreconditioner<Space>>(model->stiffness(),
          std::make_unique<RigidBodyCoarseSpace<Space>>(context, this->Structure.cloud.points,
            std::make_unique<PointCoarseTerms<Space>>(context, *this->Discretization, ratio),
            aggregates),
          std::make_unique<ConstrainedBlocks<Space>>(context, *this->Discretization, ratio));
      });
    return model;
  }

  void setDesignForces(LoadCases<Space>& loads, const ElasticModel<Space>& model) override
  {
    const LoadsOfDesign& given = this->Conditions.ofDesign;
    std::optional<DesignForces<Space>> ofDensity;
    std::optional<DesignForces<Space>> ofModulus;
    if (given.hasWeight())
    {
      ofDensity.emplace(meshfreeBodyForces(model.unknowns(), *this->Discretization, given.weight));
    }
    if (given.thermal.isPresent())
    {
      ofModulus.emplace(meshfreeThermalForces(model.unknowns(), *this->Discretization,
        this->Conditions.material.poissonsRatio,
        detail::strainsInCells(given.thermal, this->Cells, this->Method.gaussPoints)));
    }
    loads.setDesignForces(std::move(ofDensity), std::move(ofModulus));
  }
  std::unique_ptr<Parametrization<Space>> makeDesign(
    const Vector<Space>& measures, const Vector<Space>& /*positions*/) override
  {
    const Context<Space>& context = measures.context();
    const std::vector<double> volumes = this->Discretization->volumes.toHost();
    checkVolumeFraction(this->Design, volumes, "node");
    const InitialDesign start = makeStartDesign(this->Design, volumes);
    const NodalParametrizationSettings nodal = { interpolationOf(this->Design,
                                                   this->Conditions.material.youngsModulus),
      chainSettings(this->Design.densities) };
    // Validation ensures that the points of the cells are the nodes for filters that need it.
    const Mesh* cells = nodal.chain.filter == FilterKind::Helmholtz ? &this->Cells : nullptr;
    if (nodal.chain.stages.robust.isOn)
    {
      auto atPoints = std::make_unique<NodalDensity<Space>>(context, *this->Discretization);
      const Vector<Space> ofNodes = atPoints->volumes();
      const Vector<Space> places = atPoints->positions();
      return std::make_unique<RobustParametrization<Space>>(trabecula::ofNodes(nodal.chain),
        DensityToModulus{ nodal.material, nodal.chain.lowestDensity }, std::move(atPoints), ofNodes,
        places, start.isDesign, start.density, nullptr, cells);
    }
    return std::make_unique<NodalParametrization<Space>>(
      context, *this->Discretization, nodal, start.isDesign, start.density, cells);
  }
  CornerConduction<Space> makeConduction(const ElasticModel<Space>& model) override
  {
    const Context<Space>& context = model.context();
    CornerConduction<Space> corners;
    corners.mesh = meshOfCorners(this->Cells);
    const OperatorLayouts<Space> layouts{
      makeLayout(context, Entity::Node, static_cast<std::int64_t>(this->Cells.numberOfNodes()), 1),
      makeLayout(context, Entity::MaterialPoint,
        static_cast<std::int64_t>(this->Cells.numberOfElements()), 1)
    };
    corners.conduction = makeConductionOperator(layouts, corners.mesh);
    corners.pointsPerElement = this->Discretization->perCell;
    corners.supports = this->Supports;
    return corners;
  }
  std::function<std::vector<double>(const std::vector<double>&)> onUnknowns() const override
  {
    return [this](const std::vector<double>& ofPoints)
    { return forcesOnNodes(this->Structure, this->Cells, ofPoints, "point of the region"); };
  }
  ChainSettings chain() const override { return chainSettings(this->Design.densities); }

private:
  const ElasticConditions& Conditions;
  const DensityDesign& Design;
  const MeshfreeMethod& Method;
  const MeshfreeStructure& Structure;
  const Mesh& Cells;
  const std::vector<std::uint8_t>& Supports; ///< of the points of the cells
  std::optional<MeshfreeDiscretization<Space>> Discretization;
};

template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeMeshfreeModel(const Context<Space>& context,
  const ElasticConditions& conditions, const DensityDesign& design, const MeshfreeMethod& method,
  const MeshfreeStructure& structure, const StructuralProblem& ofCells, Observer& observer)
{
  return makeTopologyModel<Space>(context, conditions, design,
    std::make_unique<DiscretizationOfNodes<Space>>(conditions, design, method, structure, ofCells),
    observer);
}

template std::unique_ptr<TopologyOptimizer::Model> makeMeshfreeModel<CompiledSpace>(
  const Context<CompiledSpace>& context, const ElasticConditions& conditions,
  const DensityDesign& design, const MeshfreeMethod& method, const MeshfreeStructure& structure,
  const StructuralProblem& ofCells, Observer& observer);

#ifndef __CUDACC__
std::size_t meshfreeAggregates(
  const SolverSettings& settings, std::size_t nodes, ExecutionSpace space)
{
  if (settings.preconditioner == Preconditioner::Jacobi)
  {
    return 0;
  }
  // Aggregates are limited, as convergence is determined by the smoother where there is void: more
  // aggregates cost more time than they save.
  constexpr std::size_t nodesOfOne = 50;
  const std::size_t most = space == ExecutionSpace::Host ? 150 : 350;
  const std::size_t chosen = settings.aggregates > 0 ? static_cast<std::size_t>(settings.aggregates)
                                                     : std::min(most, nodes / nodesOfOne);
  return std::clamp<std::size_t>(chosen, 1, nodes);
}
#endif
}
