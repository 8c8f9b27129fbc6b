#include "Optimization/Meshfree/MeshfreeValidation.h"

#include "Analysis/Rigid/RigidMotions.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Requirements.h"
#include "Mesh/Faults/MeshConnections.h"
#include "Mesh/MeshFaces.h"
#include "Optimization/Meshfree/MeshfreeConditions.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/Validation/BoundValidation.h"
#include "Optimization/Validation/LoadPaths.h"
#include "Optimization/Validation/TopologyValidation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace trabecula
{
namespace
{
std::string text(MeshfreeProduct product)
{
  switch (product)
  {
    case MeshfreeProduct::Assembled:
      return "Assembled";
    case MeshfreeProduct::MatrixFree:
      return "Matrix-Free";
    case MeshfreeProduct::LatticeTable:
      return "Lattice Table";
    case MeshfreeProduct::Auto:
      break;
  }
  return "Auto";
}

void checkMethod(const MeshfreeProblem& problem)
{
  const MeshfreeMethod& method = problem.method;
  checkRanges(settingsOf(method));
  if (method.gaussPoints < 1 || method.gaussPoints > 4)
  {
    fail(
      "Gauss points are ", method.gaussPoints, " in each direction of a cell, but must be 1 to 4.");
  }
  constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
  if (method.nodes.size() % 3 || problem.numberOfNodes() > most)
  {
    fail("Nodes must have 3 coordinates each, and there may be at most ", most, " of them.");
  }
  requireFinite("The coordinate of a node", method.nodes, 3, "node");
  requireScale("The coordinate of a node", method.nodes);
}
}

bool isOfMeshfreeBodies(const ResponseDescription& response)
{
  // Regions of points have displacements, but no reactions.
  return !response.needsMass && (!response.takesPointRegion || response.needsOutput);
}

namespace
{
/// Checks that the problem has no data that are defined for finite elements only.
void checkOfElements(const MeshfreeProblem& problem)
{
  for (const ResponseSettings& response : responsesOf(problem.design.settings))
  {
    const ResponseDescription& description = describe(response);
    if (description.needsMass || description.needsConduction)
    {
      fail("The ", wordsOf(description), " needs the ",
        description.needsMass ? "mass" : "conduction",
        " of cells, but a meshfree body has densities of nodes. Minimize and bound "
        "other responses, or use Topology Optimize.");
    }
    if (!isOfMeshfreeBodies(describe(response)))
    {
      fail("The ", wordsOf(describe(response)),
        " is that of supported nodes, but the supports of a meshfree body are those of places "
        "between its nodes. Minimize and bound other responses, or use Topology Optimize.");
    }
  }
  if (problem.design.densities.stages.robust.isOn)
  {
    fail("Robust Design is one of densities of cells, but a meshfree body has densities of nodes. "
         "Switch it off, or use Topology Optimize.");
  }
  if (problem.structure.ofDesign.isPresent())
  {
    fail("Loads that depend on the design, of weight or temperatures, need densities of cells, but "
         "a meshfree body has densities of nodes. Use Topology Optimize.");
  }
  if (!problem.structure.poissonsRatios.empty())
  {
    fail("Poisson's ratios are given for each cell, but a meshfree body has one. Leave them out.");
  }
  if (problem.structure.solver.strategy != Strategy::Auto)
  {
    fail(
      "The strategy is one of elements. Leave it at auto, and choose the product of the meshfree "
      "method instead.");
  }
  if (problem.structure.solver.preconditioner == Preconditioner::Multigrid)
  {
    fail("Multigrid needs voxels. Choose the preconditioner Auto, Rigid Body Modes or Jacobi.");
  }
  requireNoRigidFaces(problem.structure.rigid, "A meshfree optimization");
  if (supportsMove(problem.structure))
  {
    for (std::size_t i = 0; i < problem.structure.prescribedDisplacement.size(); ++i)
    {
      if (problem.structure.supports[i] && problem.structure.prescribedDisplacement[i] != 0.0)
      {
        fail("Prescribed displacement is ", problem.structure.prescribedDisplacement[i],
          " at point ", i / 3, ", component ", i % 3,
          ", but must be zero: with displaced supports the work of the loads is no measure of "
          "stiffness, and the penalty would count into it. Load the structure by forces.");
      }
    }
  }
}

/// Refuses a radius without neighbours, which is usually a mistake in units.
void checkFilterRadius(const MeshfreeProblem& problem)
{
  constexpr double rounding = 1e-9;
  const DensitySettings& settings = problem.design.densities;
  if (settings.filter == FilterKind::None || problem.numberOfNodes() < 2 ||
    anyWithin(problem.nodes(), settings.filterRadius * (1.0 + rounding)))
  {
    return;
  }
  fail("Filter radius is ", settings.filterRadius,
    ", smaller than the distance of any two nodes. Use 1.5 to 3 times that, or switch the filter "
    "off.");
}
}

std::vector<Setting> settingsOf(const MeshfreeMethod& method)
{
  return {
    { "Support Scale", method.supportScale, { 1.0, false } },
    { "Penalty Factor", method.penaltyFactor, { 0.0, false } },
    { "Penalty", method.penalty, { 0.0, true } },
    { "Gauss Points", method.gaussPoints },
    { "Consistent Integration", method.consistentIntegration },
    { "Product", text(method.product) },
  };
}

void checkProblem(const MeshfreeProblem& problem)
{
  if (problem.structure.mesh.connectivity.empty())
  {
    fail("The input has no cells: a meshfree method integrates over hexahedra, as points alone do "
         "not say where the body is. Give it cells around the points.");
  }
  checkMesh(problem.structure.mesh);
  requireHexahedral(problem.structure.mesh, "The background of a meshfree method");
  checkSettings(problem.structure, problem.design);
  if (problem.design.densities.filter == FilterKind::Helmholtz)
  {
    fail(
      "The Filter Type Helmholtz is one of densities of cells, and these are densities of nodes. "
      "Choose the Filter Type Density.");
  }
  checkMethod(problem);
  // Hanging nodes are allowed in the background cells, as these are used for integration only.
  const SortedFaces faces = sortFaces(problem.structure.mesh);
  checkElementShapes(problem.structure.mesh, faces);
  checkRepeatedElements(problem.structure.mesh, faces);
  checkFilterRadius(problem);
  checkInitialDensity(problem.design.initialDensity, problem.numberOfNodes(), "node");
  checkDesignRegion(problem.design.designRegion, problem.numberOfNodes(), "node");
  checkSolidFractions(problem.solidFractions, problem.structure.mesh.numberOfElements());
  checkConditions(problem.structure, faces, false); // conditions need not be at nodes
  checkOfElements(problem);
  const StructuralProblem& structure = problem.structure;
  const DensityDesign& design = problem.design;
  const ResponseProblem responses = responseProblem(structure, design, structure.mesh);
  checkResponses(design.settings, responses);
  checkBounds(design.settings, design.densities.filter, responses);
  checkLoadPaths(structure, design, voidParts(structure.mesh, design.designRegion),
    pointsOfCellsAt(structure.mesh));
}
}
