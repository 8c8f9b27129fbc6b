#include "Optimization/Elements/ElementTopology.h"

#include "Analysis/ElasticModel.h"
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
  return { settings.filter, settings.filterRadius, settings.volumeWeightedFilter, material,
    material.modulus(lowestDensity(settings)) };
}
}

/// Densities of elements. The problem need only remain valid while the model is made.
template <class Space>
class ElementDiscretization : public TopologyDiscretization<Space>
{
public:
  ElementDiscretization(const TopologyProblem& problem, const VoxelGrid* grid,
    const std::optional<MeshMultigridSettings>& onMesh)
    : Problem(problem), Grid(grid), OnMesh(onMesh)
  {
  }

  std::unique_ptr<ElasticModel<Space>> makeElasticModel(Context<Space>& context) override
  {
    return std::make_unique<ElasticModel<Space>>(context, this->Problem, this->Grid, this->OnMesh);
  }
  std::int64_t numberOfVariables() const override
  {
    return static_cast<std::int64_t>(this->Problem.mesh.numberOfElements());
  }
  std::unique_ptr<Parametrization<Space>> makeDesign(
    Context<Space>& context, const double* measures, const double* positions) override
  {
    std::vector<double> volumes(this->Problem.mesh.numberOfElements());
    Memory<Space>::copyToHost(volumes.data(), measures, volumes.size() * sizeof(double));
    const InitialDesign start = makeStartDesign(this->Problem, volumes);
    return std::make_unique<DensityParametrization<Space>>(context,
      detail::parametrizationSettings(this->Problem), measures, positions, start.isDesign,
      start.density, this->Problem.solidFractions, this->Grid);
  }

private:
  const TopologyProblem& Problem;
  const VoxelGrid* Grid;
  std::optional<MeshMultigridSettings> OnMesh;
};

template <class Space>
std::unique_ptr<TopologyOptimizer::Model> makeTopologyModel(const TopologyProblem& problem,
  const VoxelGrid* grid, const std::optional<MeshMultigridSettings>& onMesh, const Device& device,
  Observer& observer)
{
  return makeTopologyModel<Space>(problem,
    std::make_unique<ElementDiscretization<Space>>(problem, grid, onMesh), device, observer);
}

template std::unique_ptr<TopologyOptimizer::Model> makeTopologyModel<CompiledSpace>(
  const TopologyProblem& problem, const VoxelGrid* grid,
  const std::optional<MeshMultigridSettings>& onMesh, const Device& device, Observer& observer);
}
