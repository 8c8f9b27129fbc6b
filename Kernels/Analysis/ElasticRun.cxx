#include "Analysis/ElasticRun.h"

#include "Analysis/ElasticStresses.h"
#include "Analysis/LoadCases.h"
#include "Analysis/Preconditioning/MakeElasticModel.h"
#include "Core/Error.h"
#include "Core/Parallel.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace trabecula
{
namespace detail
{
template <class Space>
void energyDensities(const Context<Space>& context, std::int64_t n, const double* moduli,
  const double* energies, const double* volumes, double* result)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t e) { result[e] = 0.5 * moduli[e] * energies[e] / volumes[e]; });
}
}

template <class Space>
bool runElasticAnalysis(const OperatorLayouts<Space>& layouts, const StructuralProblem& problem,
  const VoxelGrid* grid, const MultigridChoice& choice, const std::vector<double>& shares,
  Observer& observer, ElasticAnalysis& analysis)
{
  const Context<Space>& context = layouts.context();
  const std::size_t elements = shares.size();
  std::vector<double> values(elements);
  std::transform(shares.begin(), shares.end(), values.begin(),
    [&](double share) { return share * problem.material.youngsModulus; });

  const std::unique_ptr<ElasticModel<Space>> model =
    makeElasticModel(layouts, problem, grid, choice, true);
  LoadCases<Space> loads(*model, problem);
  observer.progress(0.5, "Setting up");
  checkForStop(observer);
  if (!model->stiffness().reason.empty())
  {
    observer.note(model->stiffness().reason);
  }
  const LayoutPointer<Space>& points = model->materialPoints();
  const Vector<Space> moduli(points, values);
  model->setModuli(moduli, problem.material.youngsModulus);
  SolveSummary summary;
  if (!loads.solveInPlace(
        { problem.solver.tolerance, problem.solver.maximumIterations }, summary, observer))
  {
    return false;
  }
  analysis.solverIterations = summary.iterations;
  analysis.residual = summary.residual;
  model->releaseSolver();

  Vector<Space> volumes(points);
  Vector<Space> energies(points);
  {
    LeasedVector<Space> centroids(points->withComponents(3));
    model->stiffness().geometry(volumes, centroids);
  }
  analysis.compliance = loads.compliance(moduli, energies);
  if (!std::isfinite(analysis.compliance))
  {
    throw Error("The compliance is not a finite number: together, Young's modulus, the size of the "
                "mesh, the forces and the displacements are too large or too small to compute "
                "with. Use units in which they are nearer to 1.");
  }
  const DeviceVector<double, Space> ratios(context, problem.poissonsRatios);
  Vector<Space> vonMises(points);
  Vector<Space> stress(points->withComponents(6));
  for (std::size_t i = 0; i < loads.size(); ++i)
  {
    const auto& load = loads[i];
    ElasticLoadCase& result = analysis.loadCases.emplace_back();
    result.name = load.name;
    result.weight = load.weight;
    result.compliance = loads.compliance(i, loads[i].displacement, moduli);
    result.displacement = load.displacement.toHost();
    elasticStresses(
      model->stiffness(), load.displacement, problem.material, ratios, stress, &vonMises);
    result.stress = stress.toHost();
    result.vonMisesStress = vonMises.toHost();
  }
  detail::energyDensities<Space>(
    context, points->count(), moduli.data(), energies.data(), volumes.data(), vonMises.data());
  analysis.strainEnergyDensity = vonMises.toHost();
  analysis.volumes = volumes.toHost();
  return true;
}

template bool runElasticAnalysis(const OperatorLayouts<CompiledSpace>& layouts,
  const StructuralProblem& problem, const VoxelGrid* grid, const MultigridChoice& choice,
  const std::vector<double>& shares, Observer& observer, ElasticAnalysis& analysis);
}
