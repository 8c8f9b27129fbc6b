#include "Optimization/Elements/ElementModel.h"

#include "Analysis/ElasticModel.h"
#include "Analysis/Preconditioning/MakeElasticModel.h"
#include "Design/DensityParametrization.h"
#include "Optimization/InitialDesign.h"
#include "Optimization/TopologyModel.h"

#include <cstddef>
#include <vector>

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
    const InitialDesign start = makeStartDesign(this->Problem.design, measures.toHost(),
      static_cast<std::size_t>(measures.ownedSize()), measures.context().communicator());
    if (this->Part && this->Problem.design.densities.filter != FilterKind::None)
    {
      return this->makeDesign(
        measures, this->positionsOfFilter(positions), start, this->Part->gridOfFilter.get());
    }
    return this->makeDesign(measures, positions, start, this->Grid);
  }
  ChainSettings chain() const override { return chainSettings(this->Problem.design.densities); }
  const std::vector<double>& solidFractions() const override
  {
    return this->Problem.solidFractions;
  }

private:
  std::unique_ptr<Parametrization<Space>> makeDesign(const Vector<Space>& measures,
    const Vector<Space>& positions, const InitialDesign& start, const VoxelGrid* gridOfFilter) const
  {
    return std::make_unique<DensityParametrization<Space>>(
      detail::parametrizationSettings(this->Problem), measures, positions, start.isDesign,
      start.density, this->Problem.solidFractions, gridOfFilter);
  }
  /// The positions of the elements of the part and of all others within the filter's radius.
  Vector<Space> positionsOfFilter(const Vector<Space>& positions) const
  {
    const LayoutPointer<Space> layout =
      makeLayout(makeHalo(positions.context(), this->Part->ofFilter), Entity::MaterialPoint, 3);
    std::vector<double> values = positions.toHost();
    values.resize(static_cast<std::size_t>(positions.ownedSize()));
    values.resize(static_cast<std::size_t>(layout->size()));
    Vector<Space> all(layout, values);
    all.updateGhosts();
    return all;
  }

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
