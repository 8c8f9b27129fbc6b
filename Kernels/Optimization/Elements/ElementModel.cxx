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
  const OptimizationSettings& settings = problem.settings;
  const MaterialInterpolation material = interpolationOf(problem);
  return { chainSettings(settings), material, material.modulus(lowestDensity(settings)) };
}
}

/// Densities of elements. The problem need only remain valid while the model is made.
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
    return trabecula::makeElasticModel(context, this->Problem, this->Grid, this->Choice, false);
  }
  std::unique_ptr<Parametrization<Space>> makeDesign(
    const Vector<Space>& measures, const Vector<Space>& positions) override
  {
    const InitialDesign start = makeStartDesign(this->Problem, measures.toHost());
    return std::make_unique<DensityParametrization<Space>>(
      detail::parametrizationSettings(this->Problem), measures, positions, start.isDesign,
      start.density, this->Problem.solidFractions, this->Grid);
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
  return makeTopologyModel<Space>(context, problem,
    std::make_unique<DiscretizationOfElements<Space>>(problem, grid, choice), observer);
}

template std::unique_ptr<TopologyOptimizer::Model> makeElementModel<CompiledSpace>(
  const Context<CompiledSpace>& context, const TopologyProblem& problem, const VoxelGrid* grid,
  const MultigridChoice& choice, Observer& observer);
}
