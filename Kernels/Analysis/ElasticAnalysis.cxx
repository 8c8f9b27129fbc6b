#include "Analysis/ElasticAnalysis.h"

#include "Core/Error.h"
#include "Core/UnionFind.h"
#include "Element/Hex8.h"
#include "Analysis/Requirements.h"
#include "Optimization/TopologyOptimizer.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace trabecula
{
namespace
{
/// Entry 8 * component + node.
void gather(const HexMesh& mesh, std::size_t element, const std::vector<double>& field, double* x)
{
  for (int a = 0; a < 8; ++a)
  {
    const auto node = static_cast<std::size_t>(mesh.connectivity[8 * element + a]);
    for (int c = 0; c < 3; ++c)
    {
      x[8 * c + a] = field[3 * node + c];
    }
  }
}

/// Displacement gradient du_i/dx_j at the centre, where modes 1, 2 and 4 are 8 times the
/// derivatives in xi, eta and zeta.
void centreGradient(const double* x, const double* u, double* gradient)
{
  constexpr int odd[3] = { 1, 2, 4 };
  double J[3][3]; // dx_c / dxi_k
  double H[3][3]; // du_c / dxi_k
  for (int c = 0; c < 3; ++c)
  {
    double modes[8];
    hex8::toModes(x + 8 * c, modes);
    for (int k = 0; k < 3; ++k)
    {
      J[k][c] = modes[odd[k]];
    }
    hex8::toModes(u + 8 * c, modes);
    for (int k = 0; k < 3; ++k)
    {
      H[k][c] = modes[odd[k]];
    }
  }
  double inverse[3][3]; // dxi_k / dx_j, over the factor that cancels
  const auto minor = [&](int a, int b, int c, int d)
  { return J[a][c] * J[b][d] - J[a][d] * J[b][c]; };
  const double determinant =
    J[0][0] * minor(1, 2, 1, 2) - J[0][1] * minor(1, 2, 0, 2) + J[0][2] * minor(1, 2, 0, 1);
  for (int k = 0; k < 3; ++k)
  {
    for (int j = 0; j < 3; ++j)
    {
      inverse[k][j] = minor((k + 1) % 3, (k + 2) % 3, (j + 1) % 3, (j + 2) % 3) / determinant;
    }
  }
  for (int i = 0; i < 3; ++i)
  {
    for (int j = 0; j < 3; ++j)
    {
      gradient[3 * i + j] = 0.0;
      for (int k = 0; k < 3; ++k)
      {
        gradient[3 * i + j] += H[k][i] * inverse[k][j];
      }
    }
  }
}

void stressOf(const double* g, const ElasticMaterial& material, double* stress)
{
  const double mu = material.youngsModulus / (2.0 * (1.0 + material.poissonsRatio));
  const double lambda = 2.0 * mu * material.poissonsRatio / (1.0 - 2.0 * material.poissonsRatio);
  const double pressure = lambda * (g[0] + g[4] + g[8]);
  for (int i = 0; i < 3; ++i)
  {
    stress[i] = 2.0 * mu * g[4 * i] + pressure;
  }
  stress[3] = mu * (g[1] + g[3]);
  stress[4] = mu * (g[5] + g[7]);
  stress[5] = mu * (g[2] + g[6]);
}

double vonMises(const double* s)
{
  const double xy = s[0] - s[1];
  const double yz = s[1] - s[2];
  const double zx = s[2] - s[0];
  return std::sqrt(
    0.5 * (xy * xy + yz * yz + zx * zx) + 3.0 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]));
}

/// Stresses and compliance of a displacement.
void evaluate(const TopologyProblem& problem, const std::vector<double>& shares,
  const std::vector<double>& forces, ElasticLoadCase& result)
{
  const std::size_t n = problem.mesh.numberOfElements();
  const hex8::UnitMaterial unit = hex8::unitMaterial(problem.material.poissonsRatio);
  std::vector<double> energies(n);
  result.stress.resize(6 * n);
  result.vonMisesStress.resize(n);
#pragma omp parallel for schedule(static)
  for (std::size_t e = 0; e < n; ++e)
  {
    double x[24];
    double u[24];
    double f[24];
    double gradient[9];
    gather(problem.mesh, e, problem.mesh.points, x);
    gather(problem.mesh, e, result.displacement, u);
    energies[e] = hex8::product(x, u, shares[e] * problem.material.youngsModulus, unit, f);
    centreGradient(x, u, gradient);
    stressOf(gradient, problem.material, &result.stress[6 * e]);
    result.vonMisesStress[e] = vonMises(&result.stress[6 * e]);
  }
  const std::vector<double>& u = result.displacement;
  double springs = 0.0;
  for (std::size_t i = 0; i < problem.springs.size(); ++i)
  {
    springs += problem.springs[i] * u[i] * u[i];
  }
  // In error by the square of the error of u only.
  result.compliance = 2.0 * std::inner_product(forces.begin(), forces.end(), u.begin(), 0.0) -
    std::accumulate(energies.begin(), energies.end(), 0.0) - springs;
}

void takeSolutions(
  const TopologyProblem& problem, const TopologyOptimizer& optimizer, ElasticAnalysis& analysis)
{
  analysis.strainEnergyDensity = optimizer.strainEnergyDensity();
  analysis.solverIterations = optimizer.record().solverIterations;
  analysis.residual = optimizer.record().residual;
  for (std::size_t i = 0; i < problem.loadCases.size(); ++i)
  {
    ElasticLoadCase& result = analysis.loadCases.emplace_back();
    result.name = problem.loadCases[i].name;
    result.weight = problem.loadCases[i].weight;
    result.displacement = optimizer.displacement(i);
  }
}

double volumeOf(const double* x)
{
  double modes[24];
  for (int c = 0; c < 3; ++c)
  {
    hex8::toModes(x + 8 * c, modes + 8 * c);
  }
  double volume = 0.0;
  for (int point = 0; point < 8; ++point)
  {
    double J[3][3];
    for (int c = 0; c < 3; ++c)
    {
      double g[3];
      hex8::gradient(modes + 8 * c, point & 1 ? 1 : -1, point & 2 ? 1 : -1, point & 4 ? 1 : -1, g);
      for (int k = 0; k < 3; ++k)
      {
        J[k][c] = g[k] / 8.0;
      }
    }
    volume += J[0][0] * (J[1][1] * J[2][2] - J[1][2] * J[2][1]) -
      J[0][1] * (J[1][0] * J[2][2] - J[1][2] * J[2][0]) +
      J[0][2] * (J[1][0] * J[2][1] - J[1][1] * J[2][0]);
  }
  return volume;
}

std::vector<double> volumesOf(const HexMesh& mesh)
{
  std::vector<double> volumes(mesh.numberOfElements());
#pragma omp parallel for schedule(static)
  for (std::size_t e = 0; e < volumes.size(); ++e)
  {
    double x[24];
    gather(mesh, e, mesh.points, x);
    volumes[e] = volumeOf(x);
  }
  return volumes;
}

void checkShares(const TopologyProblem& problem, const std::vector<double>& shares)
{
  requireSize(
    "The moduli's share", shares.size(), problem.mesh.numberOfElements(), "one for each element");
  for (std::size_t e = 0; e < shares.size(); ++e)
  {
    if (!(shares[e] > 0.0) || shares[e] > 1.0)
    {
      fail("Element ", e, " has ", shares[e],
        " of the material's Young's modulus; it must be above 0 and at most 1.");
    }
  }
}
}

std::optional<ElasticAnalysis> analyseElastic(TopologyProblem problem,
  const std::vector<double>& shares, const Device& device, Observer& observer,
  std::size_t memoryLimit)
{
  checkShares(problem, shares);
  // The first iterate of an optimization is the analysis of its initial density: with a
  // penalization of one, moduli are linear in it.
  problem.settings = OptimizationSettings();
  problem.settings.filter = FilterKind::None;
  problem.settings.interpolation = Interpolation::ModifiedSimp;
  problem.settings.penalization = 1.0;
  problem.settings.volumeFraction = 1.0;
  const double ratio = std::accumulate(
    shares.begin(), shares.end(), 0.5, [](double a, double b) { return std::min(a, b); });
  problem.settings.minimumModulusRatio = ratio;
  problem.designRegion.clear();
  problem.outputWeights.clear();
  problem.initialDensity.resize(shares.size());
  std::transform(shares.begin(), shares.end(), problem.initialDensity.begin(),
    [&](double share) { return std::clamp((share - ratio) / (1.0 - ratio), 0.0, 1.0); });

  ElasticAnalysis analysis;
  try
  {
    TopologyOptimizer optimizer(problem, device, observer, memoryLimit);
    if (optimizer.step(observer) != StepStatus::Advanced)
    {
      return std::nullopt;
    }
    takeSolutions(problem, optimizer, analysis);
  }
  catch (const SetupStopped&)
  {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < problem.loadCases.size(); ++i)
  {
    ElasticLoadCase& result = analysis.loadCases[i];
    evaluate(problem, shares, problem.loadCases[i].forces, result);
    analysis.compliance += result.weight * result.compliance;
  }
  analysis.volumes = volumesOf(problem.mesh);
  return analysis;
}

std::optional<StressPeak> largestStress(
  const ElasticAnalysis& analysis, const std::vector<double>& solid, double atLeast)
{
  std::optional<StressPeak> peak;
  for (std::size_t i = 0; i < analysis.loadCases.size(); ++i)
  {
    const std::vector<double>& stresses = analysis.loadCases[i].vonMisesStress;
    for (std::size_t e = 0; e < stresses.size(); ++e)
    {
      if (solid[e] >= atLeast && (!peak || stresses[e] > peak->vonMisesStress))
      {
        peak = StressPeak{ stresses[e], i, e };
      }
    }
  }
  return peak;
}

void requireBodyBearsLoads(
  const TopologyProblem& problem, const std::vector<double>& solid, double leastSolid)
{
  const std::vector<std::int32_t>& corners = problem.mesh.connectivity;
  const std::size_t nodes = problem.mesh.numberOfNodes();
  std::vector<std::int32_t> parents(nodes);
  std::iota(parents.begin(), parents.end(), 0);
  std::vector<std::uint8_t> touched(nodes, 0);
  for (std::size_t e = 0; e < solid.size(); ++e)
  {
    for (std::size_t a = 8 * e; solid[e] >= leastSolid && a < 8 * e + 8; ++a)
    {
      touched[static_cast<std::size_t>(corners[a])] = 1;
      unionfind::join(parents.data(), corners[8 * e], corners[a]);
    }
  }
  const auto rootOf = [&](std::size_t node)
  {
    return static_cast<std::size_t>(
      unionfind::root(parents.data(), static_cast<std::int32_t>(node)));
  };
  std::vector<std::uint8_t> held(nodes, 0);
  for (std::size_t i = 0; i < problem.supports.size(); ++i)
  {
    if (problem.supports[i] || (!problem.springs.empty() && problem.springs[i] > 0.0))
    {
      held[rootOf(i / 3)] = 1;
    }
  }
  for (const LoadCase& load : problem.loadCases)
  {
    for (std::size_t i = 0; i < load.forces.size(); ++i)
    {
      const std::size_t node = i / 3;
      const bool loaded = load.forces[i] != 0.0 && !problem.supports[i];
      if (loaded && !touched[node])
      {
        fail("The body has no material at node ", node, ", which load case '", load.name,
          "' acts on, at (", problem.mesh.points[3 * node], ", ", problem.mesh.points[3 * node + 1],
          ", ", problem.mesh.points[3 * node + 2],
          "). Keep the cells around loads solid by a design region, or take a surface that "
          "encloses more.");
      }
      if (loaded && !held[rootOf(node)])
      {
        fail("The part of the body that load case '", load.name, "' acts on at node ", node,
          " does not hang together with any support. Take a surface that encloses more, or one "
          "without loose pieces.");
      }
    }
  }
}
}
