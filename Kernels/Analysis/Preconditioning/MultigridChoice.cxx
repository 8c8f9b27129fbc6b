#include "Analysis/Preconditioning/MultigridChoice.h"

#include "Analysis/Preconditioning/LadderThresholds.h"
#include "Analysis/Preconditioning/SinglePrecision.h"
#include "Core/Error.h"
#include "Core/Execution/SetupCounts.h"
#include "Mesh/MeshParts.h"
#include "Solver/Aggregation/CornerMesh.h"

#include <algorithm>

namespace trabecula
{
namespace
{
/// Returns the smallest size for which a kind of multigrid is faster than the next rung.
std::size_t leastSizeOf(LadderRung rung, const StructuralProblem& problem,
  const SolverRequirements& demands, ExecutionSpace space)
{
  return leastSizeFor(rung, space, kindOf(problem.mesh),
    demands.smallestModulusRatio < 1.0 ? BodyKind::Design : BodyKind::Solid);
}

/// Returns whether geometric multigrid could be the faster choice, independent of the mesh. It does
/// not support springs, and disconnected mechanisms require an accuracy for which single precision
/// is not sufficient.
bool mayPay(
  const StructuralProblem& problem, const SolverRequirements& demands, ExecutionSpace space)
{
  return problem.solver.strategy == Strategy::Auto && problem.solver.aggregates == 0 &&
    !demands.accurate && problem.springs.empty() && problem.poissonsRatios.empty() &&
    problem.mesh.numberOfElements() >=
    leastSizeOf(LadderRung::VoxelMultigrid, problem, demands, space);
}

/// Returns whether multigrid by aggregation or on a lattice over the mesh could be the faster
/// choice, independent of the number of nodes. Aggregation supports springs and mechanisms.
bool mayPayOnMesh(const StructuralProblem& problem, const SolverRequirements& demands)
{
  const Strategy strategy = problem.solver.strategy;
  return (strategy == Strategy::Auto || strategy == Strategy::Assembled) &&
    problem.solver.aggregates == 0 && !demands.accurate;
}

/// Returns the lattice over a mesh if one is applicable. It supports neither springs nor several
/// Poisson's ratios nor assembled matrices.
std::optional<LatticeFrame> latticeOver(
  const StructuralProblem& problem, const SolverRequirements& demands)
{
  const bool hasSprings =
    std::any_of(problem.springs.begin(), problem.springs.end(), [](double s) { return s != 0.0; });
  if (problem.solver.strategy == Strategy::Assembled || demands.accurate || hasSprings ||
    !problem.poissonsRatios.empty())
  {
    return std::nullopt;
  }
  return latticeAround(problem.mesh, LatticeSettings::Edges);
}

/// Explains why multigrid is not applicable to a problem, with a remedy; empty if it is applicable.
std::string hindrance(const StructuralProblem& problem, const SolverRequirements& demands)
{
  SinglePrecisionNumbers numbers;
  numbers.property = "stiffness";
  numbers.scales = "Young's modulus, lengths or forces";
  numbers.smallestRatio = demands.smallestModulusRatio;
  numbers.modulus = problem.material.youngsModulus;
  numbers.fields = { &problem.prescribedDisplacement, &problem.springs };
  if (demands.adjointLoad)
  {
    numbers.fields.push_back(demands.adjointLoad);
  }
  for (const LoadCase& load : problem.loadCases)
  {
    numbers.fields.push_back(&load.forces);
  }
  return hindranceOfSinglePrecision(problem.mesh, numbers);
}

/// The fastest settings for a problem (Benchmark/README.md).
AggregationSettings aggregationSettings(
  const StructuralProblem& problem, const SolverRequirements& demands, ExecutionSpace space)
{
  AggregationSettings settings;
  // Resumed runs are bitwise equal, except if sums are computed in arbitrary order.
  const bool isRepeatable = space == ExecutionSpace::Host || problem.solver.reproducible;
  settings.lagIterations = isRepeatable ? 0 : 6;
  if (isHexahedral(problem.mesh) && demands.smallestModulusRatio < 1.0)
  {
    // Computing new coarse matrices for each design takes as long as its solution. Larger
    // aggregates reduce their size, and additional smoothing, which is cheap, keeps the number of
    // iterations about the same.
    settings.finestAggregate = 64.0;
    if (space == ExecutionSpace::Cuda)
    {
      settings.smootherDegree = 3;
      settings.eigenvalueRatio = 10.0;
    }
  }
  return settings;
}
}

MultigridChoice chooseMultigrid(
  const StructuralProblem& problem, const SolverRequirements& demands, ExecutionSpace space)
{
  ++setupCounts().multigridChoices;
  MultigridChoice choice;
  choice.space = space;
  const Preconditioner wanted = problem.solver.preconditioner;
  const bool choose = wanted == Preconditioner::Auto;
  const std::size_t nodes = problem.mesh.numberOfNodes();
  const bool geometric =
    choose ? mayPay(problem, demands, space) : wanted == Preconditioner::Multigrid;
  const bool onMesh = choose ? mayPayOnMesh(problem, demands) : wanted == Preconditioner::Multigrid;
  const bool aggregation = onMesh &&
    (!choose || nodes >= leastSizeOf(LadderRung::SmoothedAggregation, problem, demands, space));
  const bool auxiliary = onMesh &&
    (!choose || nodes >= leastSizeOf(LadderRung::LatticeMultigrid, problem, demands, space));
  if (!geometric && !aggregation && !auxiliary)
  {
    return choice;
  }
  if (isHexahedral(problem.mesh))
  {
    choice.lattice = findVoxelLattice(problem.mesh);
  }
  if (choice.lattice && (!geometric || !problem.poissonsRatios.empty()))
  {
    choice.lattice.reset();
    // For small meshes, or with springs, products with congruent elements are cheap. With several
    // Poisson's ratios they are not; this case was not measured on CUDA.
    if (choose && (problem.poissonsRatios.empty() || space == ExecutionSpace::Cuda))
    {
      return choice;
    }
  }
  MeshMultigridSettings multigrid;
  if (!choice.lattice)
  {
    if (auxiliary)
    {
      multigrid.lattice = latticeOver(problem, demands);
    }
    if (!multigrid.lattice && !aggregation)
    {
      return choice;
    }
  }
  const std::string why = hindrance(problem, demands);
  if (!why.empty())
  {
    if (!choose)
    {
      throw Error(
        "The preconditioner is multigrid, but " + why + ", or choose another preconditioner.");
    }
    choice.lattice.reset();
    return choice;
  }
  if (choice.lattice || multigrid.lattice)
  {
    choice.bodies = numberOfBodies(problem.mesh);
  }
  if (choice.lattice)
  {
    const auto [nx, ny, nz] = choice.lattice->cells;
    choice.reason = choose ? "The preconditioner is multigrid, as the elements are bricks of one "
                             "grid, " +
        std::to_string(nx) + " x " + std::to_string(ny) + " x " + std::to_string(nz) + "."
                           : std::string();
    return choice;
  }
  multigrid.aggregation = aggregationSettings(problem, demands, space);
  if (choose)
  {
    choice.reason = multigrid.lattice
      ? "The preconditioner is multigrid on a lattice of voxels over the mesh."
      : "The preconditioner is multigrid by smoothed aggregation of nodes.";
  }
  choice.onMesh = multigrid;
  return choice;
}

std::string reasonAgainstParts(const StructuralProblem& problem)
{
  return problem.solver.preconditioner == Preconditioner::RigidBodyModes
    ? "The preconditioner is rigid-body modes, with which a mesh cannot be divided."
    : "";
}

void requireDivisible(const StructuralProblem& problem)
{
  const std::string reason = reasonAgainstParts(problem);
  if (!reason.empty())
  {
    throw Error(reason + " Choose one device, or another preconditioner.");
  }
}

MultigridChoice choiceOfPart(const MultigridChoice& choice, const Mesh& part)
{
  MultigridChoice result = choice;
  if (result.onMesh && result.onMesh->lattice)
  {
    result.onMesh->lattice = latticeOfPart(part, *result.onMesh->lattice);
  }
  return result;
}

void changeSpace(MultigridChoice& choice, const StructuralProblem& problem,
  const SolverRequirements& demands, ExecutionSpace space)
{
  choice.space = space;
  if (choice.onMesh)
  {
    choice.onMesh->aggregation = aggregationSettings(problem, demands, space);
  }
}
}
