#include "Analysis/ElasticModelMemory.h"

#include "Analysis/StructuralValidation.h"
#include "Core/Error.h"
#include "Core/Text.h"
#include "Mesh/MeshParts.h"
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
#include <set>
#include <vector>

namespace trabecula
{
namespace
{
/// Of the whole mesh.
std::size_t bodiesOf(const StructuralProblem& problem, const MultigridChoice& choice)
{
  return choice.bodies > 0 ? choice.bodies : numberOfBodies(problem.mesh);
}

/// Returns the bytes of multigrid on a mesh; if there is a lattice, only those of the multigrid on
/// it, as the memory of its replacement is estimated when the replacement is made.
std::size_t meshMultigridMemory(const StructuralProblem& problem, const MultigridChoice& choice)
{
  const MeshMultigridSettings& onMesh = *choice.onMesh;
  return onMesh.lattice ? latticeMemory(problem.mesh, *onMesh.lattice, bodiesOf(problem, choice))
                        : aggregationMemory(problem.mesh, onMesh.aggregation, choice.space);
}

/// The same on the voxels of a lattice, of a part or the whole of it.
std::size_t latticeMultigridMemory(const StructuralProblem& problem, const MultigridChoice& choice)
{
  const std::size_t nodes = problem.mesh.numberOfNodes();
  const std::size_t elements = problem.mesh.numberOfElements();
  const std::size_t allNodes = choice.lattice ? choice.lattice->nodes.size() / 3 : nodes;
  const std::size_t allElements = choice.lattice ? choice.lattice->elements.size() / 3 : elements;
  return voxelMultigridBytesPerNode(nodes, elements) * nodes +
    coarsestVoxelMemory(allNodes, allElements, bodiesOf(problem, choice));
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
      latticeMultigridMemory(problem, choice) + ConjugateGradient<Space>::memoryOfVectors(unknowns);
  }
  if (choice.onMesh)
  {
    return extra + products + meshMultigridMemory(problem, choice) +
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
