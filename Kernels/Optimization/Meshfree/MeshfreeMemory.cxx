#include "Optimization/Meshfree/MeshfreeMemory.h"

#include "Analysis/Meshfree/MeshfreeLoads.h"
#include "Core/Context.h"
#include "Design/NodalParametrization.h"
#include "Design/Optimizer/DesignUpdate.h"
#include "Design/Stage/Filter/HelmholtzFilter.h"
#include "Operator/Meshfree/MeshfreeMass.h"
#include "Operator/Meshfree/MeshfreeMatrixOperator.h"
#include "Operator/Meshfree/NodePairs.h"
#include "Optimization/InitialDesign.h"
#include "Optimization/Meshfree/MeshfreeModel.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Solver/RigidBody/TwoLevelPreconditioner.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace trabecula
{
namespace
{
/// Returns an upper bound of the number of entries in the lists of integration points.
std::size_t entriesOf(const MeshfreeProblem& problem, const MeshfreeStructure& structure)
{
  const Context<HostSpace> context;
  if (!problem.method.consistentIntegration)
  {
    return static_cast<std::size_t>(countEntries(context, copyOf(context, structure.cloud),
      structure.points.places, { "integration point", structure.points.perCell }));
  }
  // Each point has entries for the nodes whose supports intersect its cell. These are at most the
  // nodes whose supports would contain the middle of the cell if radii were larger by half of the
  // diagonal.
  const auto perCell = static_cast<std::size_t>(structure.points.perCell);
  const std::size_t cells = structure.points.size() / perCell;
  std::vector<double> middles(3 * cells, 0.0);
  double diagonal = 0.0;
  for (std::size_t cell = 0; cell < cells; ++cell)
  {
    const std::int32_t* corners = problem.structure.mesh.element(cell);
    for (std::size_t a = 0; a < 8; ++a)
    {
      double square = 0.0;
      for (std::size_t c = 0; c < 3; ++c)
      {
        const double x =
          problem.structure.mesh.points[3 * static_cast<std::size_t>(corners[a]) + c];
        const double first =
          problem.structure.mesh.points[3 * static_cast<std::size_t>(corners[0]) + c];
        middles[3 * cell + c] += 0.125 * x;
        square += (x - first) * (x - first);
      }
      diagonal = std::max(diagonal, square);
    }
  }
  HostCloud larger = structure.cloud;
  for (double& radius : larger.radii)
  {
    radius += 0.5 * std::sqrt(diagonal);
  }
  return perCell *
    static_cast<std::size_t>(countEntries(context, copyOf(context, larger), middles));
}
}

MeshfreeMemory meshfreeMemory(const MeshfreeProblem& problem, const MeshfreeStructure& structure)
{
  using Space = HostSpace; // all spaces have the same arrays
  const std::size_t nodes = problem.numberOfNodes();
  const std::size_t unknowns = 3 * nodes;
  const std::size_t points = structure.points.size();
  const std::size_t entries = entriesOf(problem, structure);
  std::size_t bytes = ShapeLists<Space>::memory(points, nodes, entries);
  if (problem.method.consistentIntegration)
  {
    // These are the lists of the points and of those on faces, from which they are made.
    bytes += 2 * ShapeLists<Space>::memory(points, nodes, entries);
  }
  const Context<Space> context;
  const NodeCloud<Space> cloud = copyOf(context, structure.cloud);
  std::size_t constrainedEntries = 0;
  std::size_t constrainedNodes = 0; // nodes whose supports contain constrained points
  if (structure.constrained.size() > 0)
  {
    const ShapeLists<Space> shapes(context, cloud, structure.constrained.places, { "held point" });
    const ShapeListsView lists = shapes.view();
    constrainedEntries = static_cast<std::size_t>(shapes.numberOfEntries());
    for (std::size_t node = 0; node < nodes; ++node)
    {
      constrainedNodes += lists.nodeStarts[node + 1] > lists.nodeStarts[node] ? 1 : 0;
    }
  }
  bytes += ShapeLists<Space>::memory(structure.constrained.size(), nodes, constrainedEntries) +
    structure.constrained.size() * 12 * sizeof(double);
  // These are the cloud and its bins, and the volumes, positions and weights of points.
  bytes += nodes * 12 * sizeof(double) + points * 7 * sizeof(double);
  MeshfreeMemory memory;
  if (problem.method.product == MeshfreeProduct::Assembled ||
    problem.method.product == MeshfreeProduct::Auto)
  {
    memory.matrix = MeshfreeMatrixOperator<Space>::memory(
      static_cast<std::int64_t>(nodes), countNodePairs(context, cloud));
  }
  memory.stresses = points * 6 * sizeof(double);
  const std::size_t aggregates =
    meshfreeAggregates(problem.structure.solver, nodes, ExecutionSpace::Cuda);
  bytes += aggregates > 0 ? RigidBodyCoarseSpace<Space>::memory(nodes, aggregates) +
      TwoLevelPreconditioner<Space>::memory(unknowns) +
      ConstrainedBlocks<Space>::memory(constrainedNodes) + 2 * unknowns * sizeof(double)
                          : unknowns * 2 * sizeof(double);
  bytes += ConjugateGradient<Space>::memory(unknowns);
  // These are the displacement, the trial displacement, and the forces with their nodes.
  bytes += unknowns * problem.structure.loadCases.size() * 4 * sizeof(double);
  bytes +=
    NodalParametrization<Space>::memory(nodes, points, chainSettings(problem.design.densities));
  bytes += points * 6 * sizeof(double); // measures, moduli, energies, scratch
  const OptimizationSettings& settings = problem.design.settings;
  const auto analyses = static_cast<std::size_t>(problem.design.densities.stages.robust.analyses());
  const std::size_t cases = problem.structure.loadCases.size();
  const std::size_t terms = analyses *
    std::max<std::size_t>(
      termsOfObjective(settings, responseProblem(problem.structure, problem.design)),
      analyses > 1 ? 1 : 0);
  const std::size_t bounds = analyses * settings.constraints.size();
  bytes += DesignUpdate<Space>::memory(nodes, settings.optimizer, bounds + terms + 1);
  bytes += (2 * bounds * points + terms * nodes) * sizeof(double);
  const std::size_t cornerUnknowns = problem.structure.mesh.points.size(); // of conduction
  bytes +=
    analyses * responseMemory(settings, { std::max(unknowns, cornerUnknowns), points, cases });
  // Further designs that are analysed have displacements, forces, moduli and energies.
  bytes += (analyses - 1) * (unknowns * cases * 4 + 2 * points) * sizeof(double);
  if (problem.structure.ofDesign.isPresent())
  {
    // There are forces of the design and of each load case, and derivatives of responses by them.
    const LoadsOfDesign& loads = problem.structure.ofDesign;
    const std::size_t kinds = (loads.hasWeight() ? 1 : 0) + (loads.thermal.isPresent() ? 1 : 0);
    bytes += analyses *
      (kinds * meshfreeLoadMemory(entries) + unknowns * (cases + 1) * sizeof(double) +
        memoryOfResponsesToLoads(
          settings, responseProblem(problem.structure, problem.design), { unknowns, points }, 0));
  }
  if (needMass(settings))
  {
    bytes += MeshfreeMass<Space>::memory(points) + 2 * unknowns * sizeof(double);
  }
  if (problem.design.densities.filter == FilterKind::Helmholtz)
  {
    bytes += helmholtzFilterMemory(
      problem.structure.mesh, filterRadiusOf(problem.design.densities), HelmholtzSites());
  }
  else if (problem.design.densities.filter != FilterKind::None)
  {
    bytes += nodes * 256; // see NeighbourFilter::memory()
  }
  memory.others = bytes + (std::size_t(1) << 20);
  return memory;
}

std::size_t estimateDeviceMemory(const MeshfreeProblem& problem)
{
  return meshfreeMemory(problem, makeMeshfreeStructure(problem.structure, problem.method))
    .of(problem.method.product);
}
}
