#include "Optimization/Meshfree/MeshfreeValidation.h"

#include "Analysis/Rigid/RigidMotions.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Requirements.h"
#include "Mesh/Faults/MeshConnections.h"
#include "Mesh/MeshFaces.h"
#include "Optimization/Meshfree/MeshfreeConditions.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/Solid/SolidConditions.h"
#include "Optimization/Validation/BoundValidation.h"
#include "Optimization/Validation/LoadPaths.h"
#include "Optimization/Validation/StageValidation.h"
#include "Optimization/Validation/TopologyValidation.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
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
  // Regions of points have displacements and can cool the body, but have no reactions.
  return !response.takesPointRegion || response.needsOutput || response.needsConduction;
}

namespace
{
/// Checks that the problem has no data that are defined for finite elements only.
void checkOfElements(const MeshfreeProblem& problem)
{
  for (const ResponseSettings& response : responsesOf(problem.design.settings))
  {
    if (!isOfMeshfreeBodies(describe(response)))
    {
      fail("The ", wordsOf(describe(response)),
        " is that of supported nodes, but the supports of a meshfree body are those of places "
        "between its nodes. Minimize and bound other responses, or use Topology Optimize.");
    }
  }
  if (problem.structure.ofDesign.heat.isPresent())
  {
    fail("A temperature that is solved with the design needs densities of cells, but a meshfree "
         "body has densities of nodes. Give the Temperature, or use Topology Optimize.");
  }
  if (needMass(problem.design.settings) && !problem.structure.pointMasses.empty())
  {
    fail("Point masses vibrate with nodes, but those of a meshfree body are at places between its "
         "nodes. Leave them out, or use Topology Optimize.");
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

/// Checks that the cells are a mesh whose nodes have the densities, on which the Helmholtz filter
/// solves its equation.
void checkHelmholtz(const MeshfreeProblem& problem, const SortedFaces& faces)
{
  if (problem.design.densities.filter != FilterKind::Helmholtz)
  {
    return;
  }
  const Mesh& mesh = problem.structure.mesh;
  if (!problem.method.nodes.empty() && problem.method.nodes != mesh.points)
  {
    fail("The Filter Type Helmholtz solves an equation on the cells, whose points must be the "
         "nodes, but there are nodes of their own. Choose the Filter Type Density, or leave the "
         "input Nodes out.");
  }
  const std::vector<std::uint8_t> isUsed = pointsOfElements(mesh);
  const auto alone = std::find(isUsed.begin(), isUsed.end(), 0);
  if (alone != isUsed.end())
  {
    fail("The Filter Type Helmholtz solves an equation on the cells, but point ",
      alone - isUsed.begin(),
      " is in no cell. Remove points without cells, or choose the Filter Type Density.");
  }
  checkConnections(mesh, faces); // no hanging nodes
}

/// Refuses a radius without neighbours, which is usually a mistake in units.
void checkFilterRadius(const MeshfreeProblem& problem)
{
  constexpr double rounding = 1e-9;
  const DensitySettings& settings = problem.design.densities;
  if (settings.filter == FilterKind::None || problem.numberOfNodes() < 2 ||
    anyWithin(problem.nodes(), filterRadiusOf(settings) * (1.0 + rounding)))
  {
    return;
  }
  fail("Filter radius is ", filterRadiusOf(settings),
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
  checkMethod(problem);
  // Hanging nodes are allowed in the background cells where these are used for integration only.
  const SortedFaces faces = sortFaces(problem.structure.mesh);
  checkElementShapes(problem.structure.mesh, faces);
  checkRepeatedElements(problem.structure.mesh, faces);
  checkHelmholtz(problem, faces);
  checkFilterRadius(problem);
  checkInitialDensity(problem.design.initialDensity, problem.numberOfNodes(), "node");
  checkDesignRegion(problem.design.designRegion, problem.numberOfNodes(), "node");
  checkSolidFractions(problem.solidFractions, problem.structure.mesh.numberOfElements());
  checkConditions(problem.structure, faces, false); // conditions need not be at nodes
  checkOfElements(problem);
  checkLoadsOfDesign(problem.structure.ofDesign, problem.design);
  const StructuralProblem& structure = problem.structure;
  const DensityDesign& design = problem.design;
  const ResponseProblem responses = responseProblem(structure, design, structure.mesh);
  checkResponses(design.settings, responses);
  checkBounds(design.settings, design.densities.filter, responses);
  checkLoadPaths(structure, design, voidParts(structure.mesh, design.designRegion),
    pointsOfCellsAt(structure.mesh));
}
}
