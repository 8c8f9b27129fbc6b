#include "Analysis/ElasticRun.h"

#include "Analysis/LoadCases.h"
#include "Core/Error.h"
#include "Core/Parallel.h"

#include <algorithm>
#include <cmath>

namespace trabecula
{
namespace detail
{
template <class Space>
void energyDensities(std::int64_t n, const double* moduli, const double* energies,
  const double* volumes, double* result)
{
  forEach<Space>(
    n,
    TRABECULA_LAMBDA(std::int64_t e) { result[e] = 0.5 * moduli[e] * energies[e] / volumes[e]; });
}
}

template <class Space>
bool runElasticAnalysis(const StructuralProblem& problem, const VoxelGrid* grid,
  const std::optional<MeshMultigridSettings>& onMesh, const std::vector<double>& shares,
  const Device& device, Observer& observer, ElasticAnalysis& analysis)
{
  using Vector = DeviceVector<double, Space>;
  Context<Space> context(device);
  const typename Context<Space>::Use use(context);
  const std::size_t elements = shares.size();
  const auto n = static_cast<std::int64_t>(elements);
  std::vector<double> values(elements);
  std::transform(shares.begin(), shares.end(), values.begin(),
    [&](double share) { return share * problem.material.youngsModulus; });

  ElasticModel<Space> model(context, problem, grid, onMesh, true);
  LoadCases<Space> loads(model, problem);
  observer.progress(0.5, "Setting up");
  checkForStop(observer);
  if (!model.stiffness().reason.empty())
  {
    observer.note(model.stiffness().reason);
  }
  const Vector moduli(context, values);
  model.setModuli(moduli.data(), problem.material.youngsModulus);
  loads.start();
  SolveSummary summary;
  if (!loads.solve(problem.solver, problem.solver.tolerance, "", loads.size(), summary, observer))
  {
    return false;
  }
  loads.accept();
  analysis.solverIterations = summary.iterations;
  analysis.residual = summary.residual;
  model.releaseSolver();

  Vector volumes(context, elements);
  Vector energies(context, elements);
  {
    const auto centroids = context.workspace().template lease<double>(3 * elements);
    model.stiffness().geometry(volumes.data(), centroids.data());
  }
  analysis.compliance = loads.compliance(moduli.data(), energies.data());
  if (!std::isfinite(analysis.compliance))
  {
    throw Error("The compliance is not a finite number: together, Young's modulus, the size of the "
                "mesh, the forces and the displacements are too large or too small to compute "
                "with. Use units in which they are nearer to 1.");
  }
  Vector vonMises(context, elements);
  Vector stress(context, 6 * elements);
  for (std::size_t i = 0; i < loads.size(); ++i)
  {
    const auto& load = loads[i];
    ElasticLoadCase& result = analysis.loadCases.emplace_back();
    result.name = load.name;
    result.weight = load.weight;
    result.compliance = loads.compliance(i, moduli.data());
    result.displacement = load.displacement.toHost();
    model.stresses(load.displacement.data(), problem.material, stress.data(), vonMises.data());
    result.stress = stress.toHost();
    result.vonMisesStress = vonMises.toHost();
  }
  detail::energyDensities<Space>(
    n, moduli.data(), energies.data(), volumes.data(), vonMises.data());
  analysis.strainEnergyDensity = vonMises.toHost();
  analysis.volumes = volumes.toHost();
  return true;
}

template bool runElasticAnalysis<CompiledSpace>(const StructuralProblem& problem,
  const VoxelGrid* grid, const std::optional<MeshMultigridSettings>& onMesh,
  const std::vector<double>& shares, const Device& device, Observer& observer,
  ElasticAnalysis& analysis);
}
