#include "Optimization/Meshfree/MeshfreeModel.h"

#include "Design/NodalParametrization.h"
#include "Operator/Meshfree/MakeMeshfreeOperator.h"
#include "Optimization/InitialDesign.h"
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
/// The discretization of densities of nodes. The references need only remain valid while the model
/// is made.
template <class Space>
class DiscretizationOfNodes : public TopologyDiscretization<Space>
{
public:
  DiscretizationOfNodes(const ElasticConditions& conditions, const DensityDesign& design,
    const MeshfreeMethod& method, const MeshfreeStructure& structure, const Mesh& cells)
    : Conditions(conditions), Design(design), Method(method), Structure(structure), Cells(cells)
  {
  }

  std::unique_ptr<ElasticModel<Space>> makeElasticModel(const Context<Space>& context) override
  {
    const double ratio = this->Conditions.material.poissonsRatio;
    this->Discretization.emplace(context, copyOf(context, this->Structure.cloud),
      this->Structure.points, this->Structure.facesIfConsistent(), this->Structure.constrained);
    auto model = std::make_unique<ElasticModel<Space>>(
      makeMeshfreeOperator<Space>(layoutsOf(context, *this->Discretization), *this->Discretization,
        ratio, this->Method.product, this->Structure.lattice, this->Structure.supportRadius));
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

  std::unique_ptr<Parametrization<Space>> makeDesign(
    const Vector<Space>& measures, const Vector<Space>& /*positions*/) override
  {
    const std::vector<double> volumes = this->Discretization->volumes.toHost();
    checkVolumeFraction(this->Design, volumes, "node");
    const InitialDesign start = makeStartDesign(this->Design, volumes);
    const NodalParametrizationSettings nodal = { interpolationOf(this->Design,
                                                   this->Conditions.material.youngsModulus),
      chainSettings(this->Design.densities) };
    return std::make_unique<NodalParametrization<Space>>(
      measures.context(), *this->Discretization, nodal, start.isDesign, start.density);
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
  std::optional<MeshfreeDiscretization<Space>> Discretization;
};

template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeMeshfreeModel(const Context<Space>& context,
  const ElasticConditions& conditions, const DensityDesign& design, const MeshfreeMethod& method,
  const MeshfreeStructure& structure, const Mesh& cells, Observer& observer)
{
  return makeTopologyModel<Space>(context, conditions, design,
    std::make_unique<DiscretizationOfNodes<Space>>(conditions, design, method, structure, cells),
    observer);
}

template std::unique_ptr<TopologyOptimizer::Model> makeMeshfreeModel<CompiledSpace>(
  const Context<CompiledSpace>& context, const ElasticConditions& conditions,
  const DensityDesign& design, const MeshfreeMethod& method, const MeshfreeStructure& structure,
  const Mesh& cells, Observer& observer);

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
