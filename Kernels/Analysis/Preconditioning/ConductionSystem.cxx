#include "Analysis/Preconditioning/ConductionSystem.h"

#include "Analysis/Preconditioning/LadderThresholds.h"
#include "Analysis/Preconditioning/SinglePrecision.h"
#include "Core/Error.h"
#include "Core/Text.h"
#include "Operator/Conduction/ConductionMatrix.h"
#include "Operator/Conduction/ConductionOperator.h"
#include "Operator/Voxel/VoxelStiffness.h"
#include "Solver/Aggregation/AggregationMemory.h"
#include "Solver/Aggregation/CornerMesh.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

namespace trabecula
{
namespace
{
std::size_t filmMemory(const HostMatrix& film)
{
  return film.offsets.size() * sizeof(std::int64_t) +
    film.values.size() * (sizeof(std::int32_t) + sizeof(double));
}

std::size_t assemblyMemory(const Mesh& mesh, const NeighbourCounts& counts)
{
  return ConductionMatrix<HostSpace>::memory(mesh, counts); // the arrays are the same in all spaces
}
}

ConductionMultigrid chooseConductionMultigrid(const ConductionSystem& system,
  const std::vector<const std::vector<double>*>& fields, ExecutionSpace space, bool onGrid)
{
  ConductionMultigrid choice;
  choice.space = space;
  const Preconditioner wanted = system.solver.preconditioner;
  const bool choose = wanted == Preconditioner::Auto;
  if (wanted == Preconditioner::RigidBodyModes)
  {
    throw Error("Rigid-body modes are a preconditioner of structures. For conduction choose "
                "multigrid, the diagonal, or the automatic choice.");
  }
  const bool isDesign = system.smallestRatio < 1.0;
  const std::size_t least = leastSizeForConduction(
    space, kindOf(system.mesh), isDesign ? BodyKind::Design : BodyKind::Solid);
  if (wanted == Preconditioner::Jacobi || (choose && system.mesh.numberOfNodes() < least))
  {
    return choice;
  }
  SinglePrecisionNumbers numbers;
  numbers.property = "conductivity";
  numbers.scales = "Conductivity, lengths or flows of heat";
  numbers.smallestRatio = system.smallestRatio;
  numbers.modulus = system.conductivity;
  numbers.fields = fields;
  numbers.fields.push_back(&system.film.values);
  const std::string why = hindranceOfSinglePrecision(system.mesh, numbers);
  if (!why.empty())
  {
    if (!choose)
    {
      throw Error(
        "The preconditioner is multigrid, but " + why + ", or choose another preconditioner.");
    }
    return choice;
  }
  if (onGrid && isHexahedral(system.mesh))
  {
    choice.lattice = findVoxelLattice(system.mesh);
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
  AggregationSettings settings;
  // Resumed runs are bitwise equal, except if sums are computed in arbitrary order.
  const bool isRepeatable = space == ExecutionSpace::Host || system.solver.reproducible;
  settings.lagIterations = isRepeatable ? 0 : 6;
  choice.aggregation = settings;
  if (choose)
  {
    choice.reason = "The preconditioner is multigrid by smoothed aggregation of nodes.";
  }
  return choice;
}

std::size_t conductionModelMemory(const ConductionSystem& system, const ConductionMultigrid& choice)
{
  return conductionModelMemory(
    system, choice, system.mesh.numberOfElements(), choice.lattice ? choice.lattice->bricks() : 0);
}

std::size_t conductionModelMemory(const ConductionSystem& system, const ConductionMultigrid& choice,
  std::size_t elements, std::size_t bricks)
{
  using Space = HostSpace; // the arrays are the same in all spaces
  const std::size_t nodes = system.fixed.size();
  const std::size_t film = filmMemory(system.film);
  if (choice.lattice)
  {
    // There are two operators: that of the problem, and that of multigrid with raised moduli of
    // void.
    return 2 * VoxelStiffness<Space, 1>::memory(bricks, elements) + 3 * film +
      scalarVoxelMultigridMemory(nodes, elements) +
      ConjugateGradient<Space>::memoryOfVectors(nodes);
  }
  const std::size_t products = conductionOperatorMemory(system.mesh) + film;
  if (choice.aggregation)
  {
    return products + film +
      aggregationMemory(system.mesh, 1, assemblyMemory, *choice.aggregation, choice.space) +
      ConjugateGradient<Space>::memoryOfVectors(nodes);
  }
  return products + ConjugateGradient<Space>::memory(nodes) + nodes * (sizeof(double) + 1);
}

void fitOnDevice(const ConductionSystem& system, ConductionMultigrid& choice, const Device& device,
  std::size_t memoryLimit, std::size_t other)
{
  const std::size_t available = device.limitedTo(memoryLimit).availableMemory;
  std::size_t needed = conductionModelMemory(system, choice) + other;
  if (needed > available && (choice.aggregation || choice.lattice) &&
    system.solver.preconditioner == Preconditioner::Auto)
  {
    choice.aggregation.reset();
    choice.lattice.reset();
    choice.reason = "The preconditioner is the diagonal, as multigrid needs " +
      mebibytesText(needed) + " on " + device.name + ", but " + mebibytesText(available) +
      " are available.";
    needed = conductionModelMemory(system, choice) + other;
  }
  if (needed > available)
  {
    throw Error("The mesh of " +
      countText(static_cast<std::int64_t>(system.mesh.numberOfElements()), "element") + " needs " +
      mebibytesText(needed) + " on " + device.name + ", but " + mebibytesText(available) +
      " are available. Use a coarser mesh or a device with more memory.");
  }
}
}
