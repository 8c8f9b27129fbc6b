#include "Optimization/Elements/ElementModel.h"

#include "Analysis/ElasticModel.h"
#include "Analysis/Preconditioning/MakeElasticModel.h"
#include "Optimization/Elements/ElementDesign.h"
#include "Optimization/TopologyModel.h"

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
    return trabecula::makeElasticModel(this->Part
        ? layoutsOf(context, this->Part->part)
        : layoutsOf(context, this->Problem.structure.mesh),
      this->Problem.structure, this->Grid, this->Choice, false);
  }
  std::unique_ptr<Parametrization<Space>> makeDesign(
    const Vector<Space>& measures, const Vector<Space>& positions) override
  {
    return makeElementDesign<Space>(
      { this->Problem.design, this->Problem.structure.material.youngsModulus,
        this->Problem.solidFractions, this->Grid, this->Part ? &this->Part->filter : nullptr },
      measures, positions);
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
