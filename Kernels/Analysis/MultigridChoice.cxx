#include "Analysis/MultigridChoice.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include <algorithm>
#include <cmath>

namespace trabecula
{
namespace
{
/// Fewer elements are solved as fast with rigid-body modes (Benchmark/README.md).
constexpr std::size_t LeastElements = 65536;

/// Single precision holds 1e-38 to 1e38; moduli, forces and displacements are made of these, of the
/// contrast of void and of the solver's tolerance.
constexpr double LeastInFloat = 1e-12;
constexpr double MostInFloat = 1e12;
constexpr double LeastContrast = 1e-10;

template <class T>
std::vector<T> permuted(const std::vector<T>& values, const std::vector<std::int32_t>& numbers,
  std::size_t components, std::size_t count)
{
  std::vector<T> result;
  if (values.empty())
  {
    return result;
  }
  result.resize(components * count);
  for (std::size_t i = 0; i < numbers.size(); ++i)
  {
    for (std::size_t c = 0; c < components && numbers[i] >= 0; ++c)
    {
      result[components * std::size_t(numbers[i]) + c] = values[components * i + c];
    }
  }
  return result;
}

double voidModulusRatio(const OptimizationSettings& settings)
{
  return settings.interpolation == Interpolation::Simp
    ? std::pow(settings.minimumDensity, settings.penalization)
    : settings.minimumModulusRatio;
}

bool isModest(double value)
{
  return value == 0.0 || (std::abs(value) >= LeastInFloat && std::abs(value) <= MostInFloat);
}

bool areModest(const std::vector<double>& values)
{
  double largest = 0.0;
  for (const double value : values)
  {
    largest = std::max(largest, std::abs(value));
  }
  return isModest(largest);
}

/// Whether multigrid could be the faster choice, whatever the mesh looks like. It knows nothing of
/// springs, and mechanisms that come apart are solved so accurately that single precision does not
/// help.
bool mayPay(const TopologyProblem& problem)
{
  return problem.solver.strategy == Strategy::Auto && problem.solver.aggregates == 0 &&
    problem.settings.objective == Objective::Compliance && problem.springs.empty() &&
    problem.mesh.numberOfElements() >= LeastElements;
}

/// What keeps multigrid from solving a problem on a lattice, and what to do; empty if nothing does.
std::string hindrance(const TopologyProblem& problem, const VoxelLattice& lattice)
{
  const double ratio = voidModulusRatio(problem.settings);
  if (ratio < LeastContrast)
  {
    return "void has " + shortText(ratio) +
      " of the stiffness of solid, less than single precision copes with. Leave it " +
      shortText(LeastContrast) + " at least";
  }
  const double modulus = problem.material.youngsModulus;
  const double edge = *std::max_element(lattice.spacing.begin(), lattice.spacing.end());
  bool modest = isModest(modulus) && isModest(edge) && isModest(modulus * edge) &&
    areModest(problem.prescribedDisplacement) && areModest(problem.springs) &&
    areModest(problem.outputWeights);
  for (const LoadCase& load : problem.loadCases)
  {
    modest = modest && areModest(load.forces);
  }
  return modest ? std::string()
                : "Young's modulus, lengths or forces are too large or too small for single "
                  "precision. Use units in which they are nearer to 1";
}
}

MultigridChoice chooseMultigrid(const TopologyProblem& problem)
{
  MultigridChoice choice;
  const Preconditioner wanted = problem.solver.preconditioner;
  const bool choose = wanted == Preconditioner::Auto;
  if (choose ? !mayPay(problem) : wanted != Preconditioner::Multigrid)
  {
    return choice;
  }
  choice.lattice = findVoxelLattice(problem.mesh);
  if (!choice.lattice)
  {
    if (!choose)
    {
      throw Error("The preconditioner is multigrid, but the elements are not congruent bricks "
                  "along the axes that share nodes as voxels do. Choose rigid-body modes or auto.");
    }
    return choice;
  }
  const std::string why = hindrance(problem, *choice.lattice);
  if (why.empty())
  {
    const auto [nx, ny, nz] = choice.lattice->cells;
    choice.reason = choose ? "The preconditioner is multigrid, as the elements are bricks of one "
                             "grid, " +
        std::to_string(nx) + " x " + std::to_string(ny) + " x " + std::to_string(nz) + "."
                           : std::string();
    return choice;
  }
  if (!choose)
  {
    throw Error(
      "The preconditioner is multigrid, but " + why + ", or choose another preconditioner.");
  }
  choice.lattice.reset();
  return choice;
}

ProblemOnGrid::ProblemOnGrid(const TopologyProblem& original, const VoxelLattice& lattice)
  : Numbering(lattice)
{
  const std::vector<std::int32_t>& nodes = this->Numbering.nodes;
  const std::vector<std::int32_t>& elements = this->Numbering.elements;
  const auto nodesOfGrid = static_cast<std::size_t>(this->Numbering.grid.numberOfNodes());
  const auto onNodes = [&](const std::vector<double>& values)
  { return permuted(values, nodes, 3, nodesOfGrid); };
  TopologyProblem& p = this->Problem;
  p.material = original.material;
  p.settings = original.settings;
  p.solver = original.solver;
  p.mesh.points = onNodes(original.mesh.points);
  p.mesh.connectivity = permuted(original.mesh.connectivity, elements, 8, elements.size());
  for (std::int32_t& node : p.mesh.connectivity)
  {
    node = nodes[std::size_t(node)];
  }
  p.supports = permuted(original.supports, nodes, 3, nodesOfGrid);
  p.prescribedDisplacement = onNodes(original.prescribedDisplacement);
  for (const LoadCase& load : original.loadCases)
  {
    p.loadCases.push_back({ load.name, load.weight, onNodes(load.forces) });
  }
  p.springs = onNodes(original.springs);
  p.outputWeights = onNodes(original.outputWeights);
  p.designRegion = permuted(original.designRegion, elements, 1, elements.size());
  p.initialDensity = permuted(original.initialDensity, elements, 1, elements.size());

  if (std::find(nodes.begin(), nodes.end(), -1) != nodes.end())
  {
    this->Idle.assign(3 * nodes.size(), 0.0);
    for (std::size_t i = 0; i < original.prescribedDisplacement.size(); ++i)
    {
      this->Idle[i] = original.supports[i] ? original.prescribedDisplacement[i] : 0.0;
    }
  }
}

std::vector<double> ProblemOnGrid::elementField(const std::vector<double>& values) const
{
  std::vector<double> result(values.size());
  for (std::size_t e = 0; e < result.size(); ++e)
  {
    result[e] = values[std::size_t(this->Numbering.elements[e])];
  }
  return result;
}

std::vector<double> ProblemOnGrid::elementFieldOnGrid(const std::vector<double>& values) const
{
  return permuted(values, this->Numbering.elements, 1, this->Numbering.elements.size());
}

std::vector<double> ProblemOnGrid::displacementOnGrid(const std::vector<double>& values) const
{
  return permuted(values, this->Numbering.nodes, 3,
    static_cast<std::size_t>(this->Numbering.grid.numberOfNodes()));
}

std::vector<double> ProblemOnGrid::displacement(const std::vector<double>& values) const
{
  const std::vector<std::int32_t>& nodes = this->Numbering.nodes;
  std::vector<double> result = this->Idle;
  result.resize(3 * nodes.size());
  for (std::size_t n = 0; n < nodes.size(); ++n)
  {
    for (std::size_t c = 0; c < 3 && nodes[n] >= 0; ++c)
    {
      result[3 * n + c] = values[3 * std::size_t(nodes[n]) + c];
    }
  }
  return result;
}
}
