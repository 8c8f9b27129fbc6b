#include "Optimization/TopologyOptimizerReference.h"

#include "Design/Filter/FilterReference.h"
#include "Design/Optimizer/MovingAsymptotesReference.h"
#include "Design/Optimizer/OptimalityCriteriaReference.h"
#include "Element/Hex8Reference.h"
#include "Operator/Hex8/Hex8OperatorReference.h"
#include "Solver/DirectSolverReference.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace trabecula::reference
{
namespace
{
double minimumDensity(const DensitySettings& densities)
{
  return densities.interpolation == Interpolation::Simp ? densities.minimumDensity : 0.0;
}

double modulus(const TopologyProblem& problem, double rho)
{
  const OptimizationSettings& settings = problem.design.settings;
  const DensitySettings& densities = problem.design.densities;
  const double minimum =
    densities.interpolation == Interpolation::Simp ? 0.0 : settings.minimumModulusRatio;
  return problem.structure.material.youngsModulus *
    (minimum + (1 - minimum) * std::pow(rho, densities.penalization));
}

double modulusDerivative(const TopologyProblem& problem, double rho)
{
  const OptimizationSettings& settings = problem.design.settings;
  const DensitySettings& densities = problem.design.densities;
  const double minimum =
    densities.interpolation == Interpolation::Simp ? 0.0 : settings.minimumModulusRatio;
  const double p = densities.penalization;
  return problem.structure.material.youngsModulus * (1 - minimum) * p * std::pow(rho, p - 1);
}

DesignRegion region(const TopologyProblem& problem, std::size_t element)
{
  return problem.design.designRegion.empty() ? DesignRegion::Design
                                             : problem.design.designRegion[element];
}

double solidFraction(const TopologyProblem& problem, std::size_t element)
{
  return problem.solidFractions.empty() ? 1.0 : problem.solidFractions[element];
}

void holdPassive(const TopologyProblem& problem, std::vector<double>& density)
{
  for (std::size_t e = 0; e < density.size(); ++e)
  {
    if (region(problem, e) == DesignRegion::Solid)
    {
      density[e] = 1.0;
    }
    else if (region(problem, e) == DesignRegion::Void)
    {
      density[e] = minimumDensity(problem.design.densities);
    }
  }
}

/// Returns v_e . K_e u_e for a modulus of one, one value per element.
std::vector<double> mutualEnergies(const Mesh& mesh, double poissonsRatio,
  const std::vector<double>& v, const std::vector<double>& u)
{
  std::vector<double> energies(mesh.numberOfElements(), 0.0);
  for (std::size_t e = 0; e < energies.size(); ++e)
  {
    const Hex8Matrix K = hex8Stiffness(hex8Corners(mesh, e), 1.0, poissonsRatio);
    const auto unknown = [&](std::size_t k)
    { return 3 * static_cast<std::size_t>(mesh.connectivity[8 * e + k / 3]) + k % 3; };
    for (std::size_t r = 0; r < 24; ++r)
    {
      for (std::size_t c = 0; c < 24; ++c)
      {
        energies[e] += v[unknown(r)] * K[r][c] * u[unknown(c)];
      }
    }
  }
  return energies;
}

/// Computes the objective l.u and its derivative by the adjoint method.
void evaluateOutput(const TopologyProblem& problem, LinearProblem linear, TopologyIterate& iterate)
{
  linear.forces = problem.design.outputWeights;
  linear.prescribedDisplacement.clear();
  const std::vector<double> v = solveDirect(linear);
  iterate.objective = 0.0;
  iterate.sensitivity.assign(iterate.density.size(), 0.0);
  for (std::size_t k = 0; k < problem.structure.loadCases.size(); ++k)
  {
    const double weight = problem.structure.loadCases[k].weight;
    const std::vector<double>& u = iterate.displacement[k];
    const auto energies =
      mutualEnergies(problem.structure.mesh, problem.structure.material.poissonsRatio, v, u);
    for (std::size_t i = 0; i < u.size(); ++i)
    {
      iterate.objective += weight * problem.design.outputWeights[i] * u[i];
    }
    for (std::size_t e = 0; e < energies.size(); ++e)
    {
      iterate.sensitivity[e] -= weight * solidFraction(problem, e) *
        modulusDerivative(problem, iterate.density[e]) * energies[e];
    }
  }
}

/// Solves the same subproblem as DesignUpdate by the primal-dual method.
std::vector<double> updateByMovingAsymptotes(
  const OptimalityCriteriaInput& input, MovingAsymptotesHistory& history)
{
  const std::size_t size = input.density.size();
  double volume = 0.0;
  double work = 0.0;
  MovingAsymptotesInput asymptotes{ input.density, input.density, input.density,
    input.complianceSensitivity, {}, input.volumeSensitivity };
  for (std::size_t e = 0; e < size; ++e)
  {
    if (input.designRegion.empty() || input.designRegion[e] == DesignRegion::Design)
    {
      asymptotes.lower[e] = input.minimumDensity;
      asymptotes.upper[e] = 1.0;
      volume += input.volumeSensitivity[e] * input.density[e];
      work += std::abs(input.complianceSensitivity[e] * input.density[e]);
    }
  }
  const double bound = volume + input.volumeChange;
  for (std::size_t e = 0; e < size; ++e)
  {
    asymptotes.df0[e] *= 30.0 / work;
    asymptotes.df[e] /= bound;
  }
  asymptotes.f = { -input.volumeChange / bound };
  MovingAsymptotesSettings settings;
  settings.measure = MovingAsymptotesSettings::Measure::MoveLimits;
  settings.moveLimit = input.moveLimit / (1.0 - input.minimumDensity);
  settings.leastCurvature = 0.03 / static_cast<double>(size);
  return updateByMovingAsymptotes(asymptotes, settings, history).x;
}

/// Computes all data of an iterate from its density, by the finite element method.
TopologyIterate analyse(const TopologyProblem& problem, const std::vector<double>& volumes,
  const std::vector<double>& density)
{
  const std::size_t size = density.size();
  LinearProblem linear{ problem.structure.mesh, problem.structure.material.poissonsRatio,
    std::vector<double>(size), problem.structure.supports, problem.structure.prescribedDisplacement,
    {}, problem.structure.springs };
  double solidVolume = 0.0;
  double totalVolume = 0.0;
  for (std::size_t e = 0; e < size; ++e)
  {
    const double least = modulus(problem, minimumDensity(problem.design.densities));
    linear.moduli[e] = least + solidFraction(problem, e) * (modulus(problem, density[e]) - least);
    solidVolume += volumes[e] * density[e];
    totalVolume += volumes[e];
  }

  TopologyIterate iterate;
  iterate.density = density;
  iterate.volumeFraction = solidVolume / totalVolume;
  iterate.sensitivity.assign(size, 0.0);
  iterate.strainEnergyDensity.assign(size, 0.0);
  for (const LoadCase& loadCase : problem.structure.loadCases)
  {
    linear.forces = loadCase.forces;
    const std::vector<double> u = solveDirect(linear);
    const auto energies =
      elementEnergies(problem.structure.mesh, problem.structure.material.poissonsRatio, u);
    for (std::size_t e = 0; e < size; ++e)
    {
      iterate.compliance -= loadCase.weight * linear.moduli[e] * energies[e];
      iterate.sensitivity[e] -= loadCase.weight * solidFraction(problem, e) *
        modulusDerivative(problem, density[e]) * energies[e];
      iterate.strainEnergyDensity[e] +=
        loadCase.weight * linear.moduli[e] * energies[e] / (2 * volumes[e]);
    }
    for (std::size_t i = 0; i < u.size(); ++i)
    {
      iterate.compliance += loadCase.weight * 2 * loadCase.forces[i] * u[i];
      iterate.compliance -= problem.structure.springs.empty()
        ? 0.0
        : loadCase.weight * problem.structure.springs[i] * u[i] * u[i];
    }
    iterate.displacement.push_back(u);
  }
  iterate.objective = iterate.compliance;
  if (problem.design.settings.objective.response == "OutputDisplacement")
  {
    evaluateOutput(problem, linear, iterate);
  }
  return iterate;
}
}

std::vector<TopologyIterate> optimizeTopology(const TopologyProblem& problem, int iterations)
{
  const OptimizationSettings& settings = problem.design.settings;
  const DensitySettings& densities = problem.design.densities;
  std::vector<double> volumes = elementVolumes(problem.structure.mesh);
  const std::size_t size = volumes.size();
  for (std::size_t e = 0; e < size; ++e)
  {
    volumes[e] *= solidFraction(problem, e);
  }
  const bool filtersDensity = densities.filter == FilterKind::Density;
  const bool filtersSensitivity = densities.filter == FilterKind::Sensitivity;
  const auto neighbours = findNeighbours(
    problem.structure.mesh, densities.filter == FilterKind::None ? 0.0 : densities.filterRadius);
  const std::vector<double> filterVolumes =
    densities.volumeWeightedFilter ? volumes : std::vector<double>(size, 1.0);
  double totalVolume = 0.0;
  for (const double volume : volumes)
  {
    totalVolume += volume;
  }

  // The initial density is uniform over design elements, such that the whole mesh has the requested
  // volume.
  double passiveVolume = 0.0;
  double designVolume = 0.0;
  for (std::size_t e = 0; e < size; ++e)
  {
    if (region(problem, e) == DesignRegion::Design)
    {
      designVolume += volumes[e];
    }
    else
    {
      const bool solid = region(problem, e) == DesignRegion::Solid;
      passiveVolume += volumes[e] * (solid ? 1.0 : minimumDensity(densities));
    }
  }
  const double uniform = (settings.volumeFraction * totalVolume - passiveVolume) / designVolume;
  std::vector<double> design = problem.design.initialDensity.empty()
    ? std::vector<double>(size, uniform)
    : problem.design.initialDensity;
  for (double& rho : design)
  {
    rho = std::clamp(rho, minimumDensity(densities), 1.0);
  }
  holdPassive(problem, design);
  const auto physical = [&](const std::vector<double>& rho)
  {
    std::vector<double> density =
      filtersDensity ? filterDensity(neighbours, filterVolumes, rho) : rho;
    holdPassive(problem, density);
    return density;
  };

  MovingAsymptotesHistory history;
  std::vector<TopologyIterate> iterates{ analyse(problem, volumes, physical(design)) };
  while (static_cast<int>(iterates.size()) <= iterations)
  {
    const TopologyIterate& last = iterates.back();
    OptimalityCriteriaInput input;
    input.density = design;
    input.complianceSensitivity = last.sensitivity;
    input.volumeSensitivity = volumes;
    input.designRegion = problem.design.designRegion;
    input.volumeChange = (settings.volumeFraction - last.volumeFraction) * totalVolume;
    input.minimumDensity = minimumDensity(densities);
    input.moveLimit = settings.moveLimit;
    input.damping = settings.damping;
    input.leastRatio = settings.objective.response == "OutputDisplacement" ? 1e-10 : 0.0;
    if (filtersSensitivity)
    {
      input.complianceSensitivity =
        filterSensitivity(neighbours, filterVolumes, design, last.sensitivity);
    }
    else if (filtersDensity)
    {
      for (std::size_t e = 0; e < size; ++e)
      {
        if (region(problem, e) != DesignRegion::Design) // fixed densities are not filtered
        {
          input.complianceSensitivity[e] = 0.0;
          input.volumeSensitivity[e] = 0.0;
        }
      }
      input.complianceSensitivity =
        filterDensityTranspose(neighbours, filterVolumes, input.complianceSensitivity);
      input.volumeSensitivity =
        filterDensityTranspose(neighbours, filterVolumes, input.volumeSensitivity);
    }
    const std::vector<double> updated = settings.optimizer == Optimizer::MovingAsymptotes
      ? updateByMovingAsymptotes(input, history)
      : updateByOptimalityCriteria(input);

    double change = 0.0;
    for (std::size_t e = 0; e < size; ++e)
    {
      change = std::max(change, std::abs(updated[e] - design[e]));
    }
    design = updated;
    iterates.push_back(analyse(problem, volumes, physical(design)));
    iterates.back().densityChange = change;
  }
  return iterates;
}
}
