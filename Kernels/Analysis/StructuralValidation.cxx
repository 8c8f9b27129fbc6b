#include "Analysis/StructuralValidation.h"

#include "Analysis/ElementGeometry.h"
#include "Analysis/Loads/LoadsOfDesign.h"
#include "Analysis/Rigid/RigidMotions.h"
#include "Core/Execution/HostLoops.h"
#include "Core/Requirements.h"
#include "Mesh/Faults/MeshConnections.h"
#include "Mesh/MeshFaces.h"
#include "Mesh/MeshParts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trabecula
{
namespace
{
/// @param faces of the mesh
void checkSupports(const StructuralProblem& problem, const SortedFaces& faces)
{
  const Mesh& mesh = problem.mesh;
  requireSize("Supports", problem.supports.size(), mesh.points.size(), "three for each point");
  if (!problem.prescribedDisplacement.empty())
  {
    requireSize("Prescribed displacement", problem.prescribedDisplacement.size(),
      mesh.points.size(), "three for each point");
    requireFinite("Prescribed displacement", problem.prescribedDisplacement, 3, "point");
    requireScale("Prescribed displacement", problem.prescribedDisplacement);
  }
  const std::string motion = describeFreeMotion(
    mesh, findParts(mesh, faces), problem.supports, attachedBodiesOf(problem.rigid));
  if (!motion.empty())
  {
    fail("Supports leave a rigid-body motion free: ", motion, " A further support can prevent it.");
  }
}

void checkLoads(const StructuralProblem& problem, bool needElements)
{
  if (problem.loadCases.empty())
  {
    fail("There is no load: give at least one array of forces.");
  }
  // Loads of the design act without forces, too.
  const bool moved = supportsMove(problem) || problem.ofDesign.isPresent();
  const std::vector<std::uint8_t> used = nodesInElements(problem.mesh);
  double weights = 0.0;
  for (const LoadCase& load : problem.loadCases)
  {
    const std::string name = "Load case '" + load.name + "'";
    requireSize(name, load.forces.size(), problem.mesh.points.size(), "three for each point");
    requireFinite(name, load.forces, 3, "point");
    requireScale("A force of " + name, load.forces);
    if (!(load.weight >= 0.0) || !std::isfinite(load.weight))
    {
      fail(name, " has the weight ", load.weight, ", but weights must be at least 0.");
    }
    if (load.weight != 0.0)
    {
      requireScale("The weight of " + name, load.weight);
    }
    weights += load.weight;
    const std::size_t size = load.forces.size();
    const std::size_t unused = firstWhere(needElements ? size : 0,
      [&](std::size_t i) { return load.forces[i] != 0.0 && !used[i / 3]; });
    if (needElements && unused < size)
    {
      fail(name, " has a force on point ", unused / 3, ", which belongs to no element.");
    }
    const bool any = firstWhere(size, [&](std::size_t i) { return load.forces[i] != 0.0; }) < size;
    const bool anyFree =
      firstWhere(
        size, [&](std::size_t i) { return load.forces[i] != 0.0 && !problem.supports[i]; }) < size;
    if (!any && !moved && problem.hasGivenStrain)
    {
      fail(name,
        " has no load: all its forces are zero, and there is no thermal strain, as the temperature "
        "is the reference temperature everywhere, or the thermal expansion is 0. Change one of "
        "them, or give some nodes a force.");
    }
    if (!any && !moved)
    {
      fail(name,
        " has no load: all its forces are zero, and no support is displaced. "
        "Give some of its nodes a force.");
    }
    if (any && !anyFree && !moved && !problem.hasGivenStrain)
    {
      fail(name, " acts only on supported displacement components, so nothing is loaded. ",
        "Put forces on points that are free to move.");
    }
  }
  if (!(weights > 0.0))
  {
    fail("The weights of all load cases are zero. Give at least one a positive weight.");
  }
}

void checkSprings(const StructuralProblem& problem, bool needElements)
{
  if (problem.springs.empty())
  {
    return;
  }
  requireSize(
    "Spring stiffness", problem.springs.size(), problem.mesh.points.size(), "three for each point");
  requireFinite("Spring stiffness", problem.springs, 3, "point");
  requireScale("Spring stiffness", problem.springs);
  const std::vector<std::uint8_t> used = nodesInElements(problem.mesh);
  for (std::size_t i = 0; i < problem.springs.size(); ++i)
  {
    if (problem.springs[i] < 0.0)
    {
      fail("Spring stiffness is ", problem.springs[i], " at point ", i / 3, ", component ", i % 3,
        ", but must be at least 0.");
    }
    if (needElements && problem.springs[i] > 0.0 && !used[i / 3])
    {
      fail("Spring stiffness is ", problem.springs[i], " at point ", i / 3,
        ", which belongs to no element.");
    }
  }
}
}

namespace
{
/// Checks the offsets of meshes of several types.
void checkOffsets(const Mesh& mesh)
{
  bool right = !mesh.isMixed() ||
    (mesh.offsets.size() == mesh.types.size() + 1 && mesh.offsets[0] == 0 &&
      mesh.offsets.back() == static_cast<std::int64_t>(mesh.connectivity.size()));
  for (std::size_t e = 0; right && e < mesh.types.size(); ++e)
  {
    right = findCellShape(static_cast<int>(mesh.types[e])) &&
      mesh.offsets[e + 1] - mesh.offsets[e] == mesh.shape(e).nodes;
  }
  if (!right)
  {
    fail("The mesh of several types of cells must have one type an element, and offsets into the "
         "connectivity that agree with them.");
  }
}
}

std::vector<std::uint8_t> nodesInElements(const Mesh& mesh)
{
  std::vector<std::uint8_t> used(mesh.numberOfNodes(), 0);
  const std::size_t n = mesh.connectivity.size();
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < n; ++i)
  {
    std::uint8_t& mark = used[static_cast<std::size_t>(mesh.connectivity[i])];
#pragma omp atomic write
    mark = 1;
  }
  return used;
}

bool supportsMove(const ElasticConditions& problem)
{
  for (std::size_t i = 0; i < problem.prescribedDisplacement.size(); ++i)
  {
    if (problem.isConstrained(i) && problem.prescribedDisplacement[i] != 0.0)
    {
      return true;
    }
  }
  return false;
}

void checkMesh(const Mesh& mesh)
{
  const CellShape& shape = cellShape(mesh.cellType);
  if (mesh.connectivity.empty() || mesh.points.empty())
  {
    fail("The mesh has no ", mesh.isMixed() ? "cells" : shape.plural, ". Give it at least one.");
  }
  constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
  if (mesh.points.size() % 3 ||
    (!mesh.isMixed() && mesh.connectivity.size() % mesh.nodesPerElement()) ||
    mesh.numberOfNodes() > most || mesh.numberOfElements() > most)
  {
    fail("The mesh must have 3 coordinates a node, ", shape.nodes,
      " nodes an element, and at most ", most, " of each.");
  }
  checkOffsets(mesh);
  requireFinite("The coordinate of a point", mesh.points, 3, "point");
  requireScale("The coordinate of a point", mesh.points);
  const auto nodes = static_cast<std::int32_t>(mesh.numberOfNodes());
  const std::size_t bad = firstWhere(mesh.connectivity.size(),
    [&](std::size_t i) { return mesh.connectivity[i] < 0 || mesh.connectivity[i] >= nodes; });
  if (bad < mesh.connectivity.size())
  {
    std::size_t e = 0;
    while (mesh.offset(e + 1) <= bad)
    {
      ++e;
    }
    fail("Element ", e, " refers to point ", mesh.connectivity[bad], ", but the mesh has ", nodes,
      " points.");
  }
}

namespace
{
/// The mid-edge node of an element with the largest distance from the middle of its edge, relative
/// to the edge's length.
struct MidEdgeNode
{
  double offset = 0.0;
  std::int32_t node = -1;
  std::int32_t ends[2] = { -1, -1 };
};

MidEdgeNode farthestMidEdgeNode(const Mesh& mesh, std::size_t e)
{
  const CellShape& shape = mesh.shape(e);
  const std::int32_t* nodes = mesh.element(e);
  MidEdgeNode farthest;
  for (int i = 0; shape.isQuadratic() && i < shape.edges; ++i)
  {
    const std::int32_t middle = nodes[shape.corners + i];
    const std::int32_t a = nodes[shape.edgeCorners[i][0]];
    const std::int32_t b = nodes[shape.edgeCorners[i][1]];
    double offset[3];
    double edge[3];
    for (std::size_t c = 0; c < 3; ++c)
    {
      const double start = mesh.points[3 * std::size_t(a) + c];
      const double end = mesh.points[3 * std::size_t(b) + c];
      offset[c] = mesh.points[3 * std::size_t(middle) + c] - 0.5 * (start + end);
      edge[c] = end - start;
    }
    const double length = std::hypot(edge[0], edge[1], edge[2]);
    const double share = std::hypot(offset[0], offset[1], offset[2]) /
      (length > 0.0 ? length : std::numeric_limits<double>::min());
    if (share > farthest.offset)
    {
      farthest = { share, middle, { a, b } };
    }
  }
  return farthest;
}

/// Refuses mid-edge nodes that are far from the middle of their edges, which indicates the node
/// order of another program.
void checkMidEdgeNodes(const Mesh& mesh)
{
  // This permits an arc of 140 degrees; the middles of two edges of a tetrahedron are half an edge
  // apart.
  constexpr double most = 0.35;
  const std::size_t elements = mesh.numberOfElements();
  std::size_t count = 0;
  std::size_t first = elements;
#pragma omp parallel for schedule(static) reduction(+ : count) reduction(min : first)
  for (std::size_t e = 0; e < elements; ++e)
  {
    if (farthestMidEdgeNode(mesh, e).offset > most)
    {
      first = std::min(first, e);
      ++count;
    }
  }
  if (count > 0)
  {
    const MidEdgeNode node = farthestMidEdgeNode(mesh, first);
    fail("Node ", node.node, " of element ", first, ", a ", mesh.shape(first).name, ", is ",
      node.offset, " of the length of the edge between nodes ", node.ends[0], " and ", node.ends[1],
      " away from its middle, where VTK's order of nodes has it. ", count,
      count == 1 ? " element has" : " elements have",
      " such nodes. Export the mesh in VTK's order of nodes, or repair it.");
  }
}

/// @throws Error if faces mismatch @param mismatch result of describeMismatch()
void requireMatch(const std::string& mismatch)
{
  if (!mismatch.empty())
  {
    fail(mismatch);
  }
}

void checkDeterminants(const Mesh& mesh)
{
  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
  std::vector<std::int64_t> bad;
#pragma omp parallel for schedule(static)
  for (std::int64_t e = 0; e < elements; ++e)
  {
    const ElementSize size = elementSize(mesh, static_cast<std::size_t>(e));
    // The sign of a smaller determinant is determined by rounding.
    if (!(size.smallestDeterminant > 1e-12 * size.extent * size.extent * size.extent))
    {
#pragma omp critical
      bad.push_back(e);
    }
  }
  if (bad.empty())
  {
    return;
  }
  const std::int64_t e = *std::min_element(bad.begin(), bad.end());
  const ElementSize size = elementSize(mesh, static_cast<std::size_t>(e));
  fail("Element ", e, " is ", size.smallestDeterminant < 0.0 ? "inverted" : "degenerate",
    ": its smallest Jacobian determinant is ", size.smallestDeterminant, " (volume ", size.volume,
    "). ", bad.size(), bad.size() == 1 ? " element is" : " elements are",
    " so. Repair the mesh, or the order of the nodes.");
}
}

void checkElementShapes(const Mesh& mesh, const SortedFaces& faces)
{
  // Mid-edge nodes are checked before faces, which also mismatch for another order of nodes.
  checkMidEdgeNodes(mesh);
  requireMatch(describeMismatch(mesh, faces));
  checkDeterminants(mesh);
}

void checkElementShapes(const Mesh& mesh)
{
  const SortedFaces faces = sortFaces(mesh);
  checkElementShapes(mesh, faces);
  checkConnections(mesh, faces);
}

void checkMaterial(const ElasticMaterial& material)
{
  constexpr double infinity = std::numeric_limits<double>::infinity();
  requireInside("Young's modulus", material.youngsModulus, 0.0, false, infinity, false);
  requireScale("Young's modulus", material.youngsModulus);
  requireInside("Poisson's ratio", material.poissonsRatio, -1.0, false, 0.5, false);
}

void checkPoissonsRatios(const StructuralProblem& problem)
{
  const std::vector<double>& ratios = problem.poissonsRatios;
  if (ratios.empty())
  {
    return;
  }
  requireSize(
    "Poisson's ratio", ratios.size(), problem.mesh.numberOfElements(), "one for each element");
  const auto isBad = [](double ratio) { return !(ratio > -1.0 && ratio < 0.5); };
  const auto count = std::count_if(ratios.begin(), ratios.end(), isBad);
  if (count > 0)
  {
    const auto first = std::find_if(ratios.begin(), ratios.end(), isBad);
    fail("Poisson's ratio of element ", first - ratios.begin(), " is ", *first,
      ", but must be greater than -1 and less than 0.5. ", count,
      count == 1 ? " element has" : " elements have", " such a one.");
  }
}

void checkSolver(const SolverSettings& solver)
{
  requireChoice("Preconditioner", solver.preconditioner, Preconditioner::Auto);
  requireInside("Solver tolerance", solver.tolerance, 0.0, false, 1.0, false);
  if (solver.maximumIterations < 1)
  {
    fail(
      "Solver iterations are limited to ", solver.maximumIterations, ", but must be at least 1.");
  }
  if (solver.aggregates < 0)
  {
    fail("The number of aggregates is ", solver.aggregates,
      ", but must be at least 1, or 0 to let the mesh and the device decide.");
  }
}

void checkConditions(const StructuralProblem& problem, const SortedFaces& faces, bool needElements)
{
  checkSupports(problem, faces);
  checkLoads(problem, needElements);
  checkLoadsOfDesign(problem.ofDesign, problem.mesh);
  checkSprings(problem, needElements);
}

void checkConditions(const StructuralProblem& problem, bool needElements)
{
  checkConditions(problem, sortFaces(problem.mesh), needElements);
}

void validate(const StructuralProblem& problem)
{
  checkMesh(problem.mesh);
  checkMaterial(problem.material);
  checkPoissonsRatios(problem);
  checkSolver(problem.solver);
  const SortedFaces faces = sortFaces(problem.mesh);
  checkElementShapes(problem.mesh, faces);
  checkConnections(problem.mesh, faces);
  checkConditions(problem, faces);
}
}
