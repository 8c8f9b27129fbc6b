#include "Analysis/MultigridChoice.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include <algorithm>
#include <cmath>

namespace trabecula
{
namespace
{
/// With fewer elements rigid-body modes are as fast (Benchmark/README.md).
constexpr std::size_t LeastElements = 65536;

/// Scales for single precision, 1e-38 to 1e38, with margins for the contrast of void and the
/// solver's tolerance.
constexpr double LeastInFloat = 1e-12;
constexpr double MostInFloat = 1e12;
constexpr double LeastContrast = 1e-10;

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

/// Whether multigrid could be the faster choice, independent of the mesh. It does not support
/// springs, and disconnected mechanisms need an accuracy for which single precision is not
/// sufficient.
bool mayPay(const StructuralProblem& problem, const SolverRequirements& demands)
{
  return problem.solver.strategy == Strategy::Auto && problem.solver.aggregates == 0 &&
    !demands.accurate && problem.springs.empty() && problem.poissonsRatios.empty() &&
    problem.mesh.numberOfElements() >= LeastElements;
}

/// Why multigrid is not applicable to a problem on a lattice, with the remedy; empty if it is.
std::string hindrance(
  const StructuralProblem& problem, const SolverRequirements& demands, const VoxelLattice& lattice)
{
  const double ratio = demands.smallestModulusRatio;
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
    (!demands.adjointLoad || areModest(*demands.adjointLoad));
  for (const LoadCase& load : problem.loadCases)
  {
    modest = modest && areModest(load.forces);
  }
  return modest ? std::string()
                : "Young's modulus, lengths or forces are too large or too small for single "
                  "precision. Use units in which they are nearer to 1";
}
}

MultigridChoice chooseMultigrid(const StructuralProblem& problem, const SolverRequirements& demands)
{
  MultigridChoice choice;
  const Preconditioner wanted = problem.solver.preconditioner;
  const bool choose = wanted == Preconditioner::Auto;
  if (choose ? !mayPay(problem, demands) : wanted != Preconditioner::Multigrid)
  {
    return choice;
  }
  if (!problem.poissonsRatios.empty())
  {
    throw Error(
      "The preconditioner is multigrid, but cells have different Poisson's ratios. Choose "
      "rigid-body modes or auto.");
  }
  if (isHexahedral(problem.mesh))
  {
    choice.lattice = findVoxelLattice(problem.mesh);
  }
  if (!choice.lattice)
  {
    if (!choose)
    {
      throw Error("The preconditioner is multigrid, but the elements are not congruent bricks "
                  "along the axes that share nodes as voxels do. Choose rigid-body modes or auto.");
    }
    return choice;
  }
  const std::string why = hindrance(problem, demands, *choice.lattice);
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
}
