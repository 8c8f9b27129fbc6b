#include "Analysis/ElasticModelMemory.h"

#include "Analysis/StructuralValidation.h"
#include "Core/Error.h"
#include "Core/Execution/ZeroVector.h"
#include "Core/Text.h"
#include "Core/UnionFind.h"
#include "Operator/MakeOperator.h"
#include "Operator/SpringOperator.h"
#include "Operator/Voxel/VoxelStiffness.h"
#include "Solver/Aggregation/AggregationMemory.h"
#include "Solver/AuxiliaryLattice/LatticeMemory.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/RigidBody/RigidBodyCoarseSpace.h"
#include "Solver/RigidFaces/RigidPreconditioner.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

namespace trabecula
{
namespace
{
/// Number of parts of a mesh whose elements are connected through nodes.
std::size_t numberOfParts(const Mesh& mesh)
{
  const auto nodes = static_cast<std::int64_t>(mesh.numberOfNodes());
  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
  const std::vector<std::uint8_t> used = nodesInElements(mesh);
  auto parents = zeroVector<std::int32_t>(mesh.numberOfNodes());
  std::iota(parents.begin(), parents.end(), 0);
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < elements; ++i)
  {
    const auto e = static_cast<std::size_t>(i);
    const std::int32_t* ofElement = mesh.element(e);
    for (std::size_t a = 1; a < mesh.nodesOf(e); ++a)
    {
      unionfind::joinShortened(parents.data(), ofElement[0], ofElement[a]);
    }
  }
  std::size_t parts = 0;
#pragma omp parallel for schedule(static) reduction(+ : parts)
  for (std::int64_t n = 0; n < nodes; ++n)
  {
    const auto node = static_cast<std::size_t>(n);
    parts += used[node] && parents[node] == static_cast<std::int32_t>(n) ? 1 : 0;
  }
  return parts;
}

/// Returns the bytes of multigrid on a mesh; if there is a lattice, only those of the multigrid on
/// it, as the memory of its replacement is estimated when the replacement is made.
std::size_t meshMultigridMemory(
  const Mesh& mesh, const MeshMultigridSettings& onMesh, ExecutionSpace space)
{
  return onMesh.lattice ? latticeMemory(mesh, *onMesh.lattice, numberOfParts(mesh))
                        : aggregationMemory(mesh, onMesh.aggregation, space);
}
}

std::size_t coarseAggregates(const StructuralProblem& problem, ExecutionSpace space)
{
  const std::size_t nodes = problem.mesh.numberOfNodes();
  if (problem.solver.preconditioner == Preconditioner::Jacobi)
  {
    return 0;
  }
  return problem.solver.aggregates > 0
    ? std::min(static_cast<std::size_t>(problem.solver.aggregates), nodes)
    : defaultNumberOfAggregates(space, nodes);
}

std::size_t elasticModelMemory(const StructuralProblem& problem, const MultigridChoice& choice)
{
  return elasticModelMemory(problem, choice, choice.bricks());
}

namespace
{
/// Bytes of what rigid faces add: at most six motions of each.
std::size_t rigidFacesMemory(const StructuralProblem& problem)
{
  const std::vector<std::int32_t>& numbers = problem.rigid.numbers;
  const std::set<std::int32_t> faces(numbers.begin(), numbers.end());
  const std::size_t count = faces.size() - faces.count(0);
  return count > 0 ? RigidPreconditioner<HostSpace>::memory(problem.mesh.points.size(), 6 * count)
                   : 0;
}
}

std::size_t elasticModelMemory(
  const StructuralProblem& problem, const MultigridChoice& choice, std::size_t bricks)
{
  using Space = HostSpace; // all spaces have the same arrays, except for the coarse space below
  const std::size_t nodes = problem.mesh.numberOfNodes();
  const std::size_t elements = problem.mesh.numberOfElements();
  const std::size_t unknowns = 3 * nodes;
  const bool ratiosVary = !problem.poissonsRatios.empty();
  const std::size_t products = operatorMemory(problem.mesh, ratiosVary, problem.solver) +
    (ratiosVary ? 2 * elements * sizeof(double) : 0);
  const std::size_t extra = rigidFacesMemory(problem) +
    SpringOperator<Space>::memory(static_cast<std::size_t>(std::count_if(
      problem.springs.begin(), problem.springs.end(), [](double s) { return s > 0; })));
  if (bricks > 0)
  {
    return extra +
      (problem.solver.strategy == Strategy::Auto ? VoxelStiffness<Space>::memory(bricks, elements)
                                                 : products) +
      VoxelOperator<Space>::memory(bricks, elements) + elements * sizeof(double) +
      voxelMultigridMemory(nodes, elements, numberOfParts(problem.mesh)) +
      ConjugateGradient<Space>::memoryOfVectors(unknowns);
  }
  if (choice.onMesh)
  {
    return extra + products + meshMultigridMemory(problem.mesh, *choice.onMesh, choice.space) +
      ConjugateGradient<Space>::memoryOfVectors(unknowns);
  }
  // The coarse space is larger on a GPU.
  const std::size_t aggregates = coarseAggregates(problem, ExecutionSpace::Cuda);
  return extra + products + ConjugateGradient<Space>::memory(unknowns) +
    unknowns * (sizeof(double) + 1) + // diagonal and supports
    (aggregates > 1 ? RigidBodyCoarseSpace<Space>::memory(problem.mesh, aggregates) : 0);
}

void fitOnDevice(const StructuralProblem& problem, MultigridChoice& choice, const Device& device,
  std::size_t memoryLimit, const std::function<std::size_t(const MultigridChoice&)>& estimate)
{
  checkOperatorSettings(problem.mesh, problem.solver, device.space);
  checkStrategyOfRatios(problem.solver.strategy, !problem.poissonsRatios.empty());
  const std::size_t available = device.limitedTo(memoryLimit).availableMemory;
  std::size_t needed = estimate(choice);
  if (needed > available && (choice.lattice || choice.onMesh) &&
    problem.solver.preconditioner == Preconditioner::Auto)
  {
    choice = { std::nullopt, std::nullopt,
      "The preconditioner is rigid-body modes, as multigrid needs " + mebibytesText(needed) +
        " on " + device.name + ", but " + mebibytesText(available) + " are available." };
    needed = estimate(choice);
  }
  if (needed > available)
  {
    throw Error("The mesh of " +
      countText(static_cast<std::int64_t>(problem.mesh.numberOfElements()), "element") + " needs " +
      mebibytesText(needed) + " on " + device.name + ", but " + mebibytesText(available) +
      " are available. " +
      (problem.solver.strategy == Strategy::Assembled
          ? std::string("The assembled matrix takes most of it; choose the strategy auto, which "
                        "stores none.")
          : strategyInfo(problem.solver.strategy).storesMatrices
          ? "The strategy " + strategyInfo(problem.solver.strategy).name +
            " stores the matrix of each element; choose recompute or auto, which do not."
          : "Use a coarser mesh or a device with more memory."));
  }
}
}
