#include "Optimization/Elements/ElementModel.h"

#include "Analysis/ElasticModel.h"
#include "Analysis/Preconditioning/MakeElasticModel.h"
#include "Design/DensityParametrization.h"
#include "Optimization/InitialDesign.h"
#include "Optimization/TopologyModel.h"

namespace trabecula
{
namespace detail
{
inline DensityParametrizationSettings parametrizationSettings(const TopologyProblem& problem)
{
  const DensitySettings& densities = problem.design.densities;
  const MaterialInterpolation material =
    interpolationOf(problem.design, problem.structure.material.youngsModulus);
  return { chainSettings(densities), material, material.modulus(lowestDensity(densities)) };
}
}

/// The discretization of densities of elements. The problem need only remain valid while the model
/// is made.
template <class Space>
class DiscretizationOfElements : public TopologyDiscretization<Space>
{
public:
  DiscretizationOfElements(
    const TopologyProblem& problem, const VoxelGrid* grid, const MultigridChoice& choice)
    : Problem(problem), Grid(grid), Choice(choice)
  {
  }

  std::unique_ptr<ElasticModel<Space>> makeElasticModel(const Context<Space>& context) override
  {
    return trabecula::makeElasticModel(
      context, this->Problem.structure, this->Grid, this->Choice, false);
  }
  std::unique_ptr<Parametrization<Space>> makeDesign(
    const Vector<Space>& measures, const Vector<Space>& positions) override
  {
    const InitialDesign start = makeStartDesign(this->Problem.design, measures.toHost());
    return std::make_unique<DensityParametrization<Space>>(
      detail::parametrizationSettings(this->Problem), measures, positions, start.isDesign,
      start.density, this->Problem.solidFractions, this->Grid);
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
};

template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeElementModel(const Context<Space>& context,
  const TopologyProblem& problem, const VoxelGrid* grid, const MultigridChoice& choice,
  Observer& observer)
{
  return makeTopologyModel<Space>(context, problem.structure, problem.design,
    std::make_unique<DiscretizationOfElements<Space>>(problem, grid, choice), observer);
}

template std::unique_ptr<TopologyOptimizer::Model> makeElementModel<CompiledSpace>(
  const Context<CompiledSpace>& context, const TopologyProblem& problem, const VoxelGrid* grid,
  const MultigridChoice& choice, Observer& observer);
}
