#include "Optimization/LevelSet/LevelSetValidation.h"

#include "Analysis/Rigid/RigidMotions.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Requirements.h"
#include "Mesh/Nurbs/NurbsValidation.h"
#include "Optimization/LevelSet/SolidElements.h"
#include "Optimization/LevelSet/Start/LevelSetStart.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/Validation/BoundValidation.h"
#include "Optimization/Validation/LoadPaths.h"
#include "Optimization/Validation/TopologyValidation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

namespace trabecula
{
namespace
{
std::string text(LevelSetScheme scheme)
{
  return scheme == LevelSetScheme::Paper ? "Paper" : "Regularized";
}

std::string text(LevelSetDensity density)
{
  return density == LevelSetDensity::Cut ? "Cut"
    : density == LevelSetDensity::Smooth ? "Smooth"
                                         : "Auto";
}

/// Returns the cells of the control net as hexahedra, for checks of which control points are
/// connected by elements. The cells of a plane net have no thickness.
Mesh controlNet(const NurbsPatch& patch)
{
  const std::array<int, 3> n = patch.counts();
  const int above = patch.dimension == 3 ? n[0] * n[1] : 0;
  Mesh mesh;
  mesh.points = patch.points;
  for (int k = 0; k < std::max(1, n[2] - 1); ++k)
  {
    for (int j = 0; j + 1 < n[1]; ++j)
    {
      for (int i = 0; i + 1 < n[0]; ++i)
      {
        const int first = i + n[0] * (j + n[1] * k);
        const std::array<int, 4> face = { first, first + 1, first + 1 + n[0], first + n[0] };
        for (const int corner : face)
        {
          mesh.connectivity.push_back(corner);
        }
        for (const int corner : face)
        {
          mesh.connectivity.push_back(corner + above);
        }
      }
    }
  }
  return mesh;
}

/// Returns a structure on a control net, for validation.
StructuralProblem onNet(const Mesh& net, const ElasticConditions& conditions)
{
  StructuralProblem structure;
  static_cast<ElasticConditions&>(structure) = conditions;
  structure.mesh = net;
  return structure;
}

void checkMethod(const LevelSetProblem& problem)
{
  const LevelSetMethod& method = problem.method;
  const OptimizationSettings& settings = problem.design.settings;
  checkRanges(settingsOf(problem, method));
  requireInside("Volume fraction", settings.volumeFraction, 0.0, false, 1.0, false);
  checkDensityModel(problem);
  if (problem.density() == LevelSetDensity::Cut && problem.patch.dimension == 3)
  {
    fail("The density model Cut is one of plane patches. Choose Smooth for a body.");
  }
  checkLevelSetResponses(settings);
  checkLevelSetStages(problem);
}

/// Refuses load cases of the objective that updates of level sets do not have.
void checkChoices(const OptimizationSettings& settings)
{
  if (settings.optimizer == Optimizer::OptimalityCriteria && !settings.objective.loadCases.empty())
  {
    fail(
      "Optimality criteria for a level set minimize the compliance of all load cases. Choose the "
      "optimizer MMA for that of some.");
  }
}

/// The largest number of holes. It far exceeds what elements can resolve, and limits the time for a
/// set-up.
constexpr int MostHoles = 100000;

void checkHoles(const InitialHoles& holes)
{
  const double infinity = std::numeric_limits<double>::infinity();
  if (holes.centres.size() % 3)
  {
    fail("The centres of holes must have 3 coordinates each.");
  }
  requireFinite("The centre of a hole", holes.centres, 3, "hole");
  if (holes.centres.empty() && (holes.rows < 1 || holes.perRow < 1))
  {
    fail("The initial design has ", holes.rows, " rows of ", holes.perRow,
      " holes, but must have a hole at least: without one there is no boundary that could move.");
  }
  if (holes.centres.empty() && holes.layers < 0)
  {
    fail("The initial design has ", holes.layers,
      " layers of holes; give at least 1, or 0 for as many as fit at the distance of the others.");
  }
  const double count = double(holes.rows) * holes.perRow * std::max(1, holes.layers);
  if (holes.centres.empty() && count > MostHoles)
  {
    fail("The initial design has ", holes.rows, " rows of ", holes.perRow, " holes in ",
      holes.layers, " layers, more than the ", MostHoles, " holes that are supported.");
  }
  requireInside("The radius of holes", holes.radius, 0.0, true, infinity, false);
}

/// Returns the control points that are void.
VoidParts voidControlPoints(const std::vector<DesignRegion>& region)
{
  VoidParts voids;
  if (std::find(region.begin(), region.end(), DesignRegion::Void) != region.end())
  {
    voids.points.resize(region.size());
    std::transform(region.begin(), region.end(), voids.points.begin(),
      [](DesignRegion of) -> std::uint8_t { return of == DesignRegion::Void; });
  }
  return voids;
}

void checkStructure(const LevelSetProblem& problem, const std::vector<DesignRegion>& region)
{
  const Mesh net = controlNet(problem.patch);
  requireSize(
    "Supports", problem.conditions.supports.size(), net.points.size(), "three for each point");
  LevelSetProblem inPlane = problem;
  if (problem.patch.dimension == 2)
  {
    restrictToPlane(inPlane);
  }
  StructuralProblem structure = onNet(net, inPlane.conditions);
  bool anySupport = false;
  for (std::size_t i = 0; i < problem.conditions.supports.size(); ++i)
  {
    const bool isInPlane = problem.patch.dimension == 3 || i % 3 < 2;
    anySupport = anySupport || (isInPlane && problem.conditions.supports[i]);
  }
  if (!anySupport && problem.conditions.springs.empty())
  {
    fail("No control point is supported, so that the body can move freely. Support some.");
  }
  requireNoRigidFaces(problem.conditions.rigid, "A level-set optimization");
  checkConditions(structure, false);
  if (supportsMove(structure))
  {
    fail("Prescribed displacements must be zero: with displaced supports the work of the loads is "
         "no measure of stiffness. Load the structure by forces.");
  }
  const OptimizationSettings& settings = problem.design.settings;
  checkChoices(settings);
  // Regions are of elements of the patch, of which checks need the number alone.
  StructuralProblem ofElements = structure;
  ofElements.mesh.connectivity.assign(8 * problem.patch.numberOfElements(), 0);
  for (const ResponseSettings& response : responsesOf(settings))
  {
    const bool isOfRegion = response.region && describe(response).takesRegion;
    checkResponse(response,
      responseProblem(structure, inPlane.design, isOfRegion ? ofElements.mesh : structure.mesh),
      response == settings.objective);
  }
  const LevelSetProblem paths = conditionsInPlane(problem);
  const StructuralProblem ofPaths = onNet(net, paths.conditions);
  checkLoadPaths(ofPaths, paths.design, voidControlPoints(region));
  checkBounds(
    settings, FilterKind::None, responseProblem(structure, inPlane.design, ofElements.mesh));
}
}

void restrictToPlane(LevelSetProblem& problem)
{
  const auto outOfPlane = [](auto& values, auto value)
  {
    for (std::size_t i = 2; i < values.size(); i += 3)
    {
      values[i] = value;
    }
  };
  outOfPlane(problem.conditions.supports, std::uint8_t(1));
  outOfPlane(problem.conditions.springs, 0.0);
  outOfPlane(problem.design.outputWeights, 0.0);
  outOfPlane(problem.design.pointRegion, std::int32_t(0));
  for (LoadCase& load : problem.conditions.loadCases)
  {
    outOfPlane(load.forces, 0.0);
  }
}

LevelSetProblem conditionsInPlane(const LevelSetProblem& problem)
{
  LevelSetProblem inPlane = problem;
  if (problem.patch.dimension == 2)
  {
    restrictToPlane(inPlane);
    std::vector<std::uint8_t>& supports = inPlane.conditions.supports;
    for (std::size_t i = 2; i < supports.size(); i += 3)
    {
      supports[i] = 0;
    }
  }
  return inPlane;
}

std::vector<Setting> settingsOf(const LevelSetProblem& problem, const LevelSetMethod& method)
{
  const bool isCut = problem.density() == LevelSetDensity::Cut;
  const bool isIntegral = isCut && method.sensitivity == LevelSetSensitivity::Integral;
  const bool hasHoles = problem.design.initialDensity.empty();
  std::vector<Setting> settings = {
    { "Scheme",
      text(problem.isRegularized() ? LevelSetScheme::Regularized : LevelSetScheme::Paper) },
    { "Perimeter Weight", method.perimeterWeight, { 0.0, true }, problem.isRegularized() },
    { "Density Model", text(problem.density()) },
    { "Sensitivity", method.sensitivity == LevelSetSensitivity::Point ? "Point" : "Integral" },
    { "Smoothing Radius", method.smoothingRadius, { 0.0, true }, isCut },
    { "Transition Width", method.transitionWidth, { 0.0, true }, !isCut },
    { "Delta Width", method.deltaWidth, { 0.0, true }, isIntegral },
    { "Hole Rows", method.holes.rows },
    { "Holes per Row", method.holes.perRow },
    { "Hole Layers", method.holes.layers },
    { "Staggered Holes", method.holes.staggered },
    { "Hole Radius", method.holes.radius, { 0.0, true }, hasHoles },
  };
  const std::vector<Setting> ofStages = stageSettingsOf(chainOf(problem));
  settings.insert(settings.end(), ofStages.begin(), ofStages.end());
  return settings;
}

void checkDensityModel(const LevelSetProblem& problem)
{
  if (problem.density() == LevelSetDensity::Cut && problem.isRegularized())
  {
    fail("The scheme Regularized needs exact derivatives, which the density model Cut has not. "
         "Choose the density model Smooth, or the scheme Paper.");
  }
  if (problem.density() == LevelSetDensity::Cut &&
    problem.design.settings.optimizer == Optimizer::MovingAsymptotes)
  {
    fail("The optimizer MMA needs exact derivatives, which the density model Cut has not. Choose "
         "the density model Smooth, or optimality criteria.");
  }
}

std::vector<double> checkedStart(
  const Context<HostSpace>& context, const LevelSetProblem& problem, const LinkedDesign& linked)
{
  if (problem.design.initialDensity.empty())
  {
    checkHoles(problem.method.holes);
  }
  else
  {
    requireSize("Initial level set", problem.design.initialDensity.size(),
      problem.patch.numberOfControlPoints(), "one for each control point");
    requireFinite("Initial level set", problem.design.initialDensity, 1, "control point");
    requireScale("Initial level set", problem.design.initialDensity);
  }
  std::vector<double> start = startOf(context, problem, linked);
  if (!problem.design.designRegion.empty() && *std::min_element(start.begin(), start.end()) >= 0.0)
  {
    fail(
      "The body stays solid, at loads and supports or by the design region, wherever the initial "
      "level set has void, so that there is no boundary that could move. Give it holes in other "
      "places, or keep less solid.");
  }
  return start;
}

void checkLevelSetResponses(const OptimizationSettings& settings)
{
  for (const ResponseSettings& response : responsesOf(settings))
  {
    if (!describe(response).isOfLevelSets)
    {
      fail("The ", wordsOf(describe(response)),
        " is not defined for level sets. Optimize densities instead.");
    }
  }
  if (settings.optimizer == Optimizer::OptimalityCriteria &&
    !describe(settings.objective).isSelfAdjoint)
  {
    fail("Optimality criteria for a level set minimize the compliance alone. Choose the optimizer "
         "MMA for another objective.");
  }
}

LinkedDesign checkProblem(const LevelSetProblem& problem)
{
  validate(problem.patch);
  checkSettings(problem.conditions, problem.design.settings);
  checkMethod(problem);
  if (problem.conditions.solver.strategy != Strategy::Auto)
  {
    fail("The strategy is one of elements of a mesh. Leave it at auto.");
  }
  checkDesignRegion(
    problem.design.designRegion, problem.patch.numberOfControlPoints(), "control point");
  LinkedDesign linked = linkedDesignOf(problem); // fails if the patch does not have the links
  checkStructure(problem, linked.region);
  if (!fitsVolume(problem, linked.region))
  {
    fail("Volume fraction is ", problem.design.settings.volumeFraction,
      ", but the solid control points alone take ", solidPartOf(problem.patch, linked.region),
      ". Raise it above that, or make fewer control points solid, by the design region or at loads "
      "and supports.");
  }
  return linked;
}
}
