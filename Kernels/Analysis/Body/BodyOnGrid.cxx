#include "Analysis/Body/BodyOnGrid.h"

#include "Analysis/Body/BodySupports.h"
#include "Analysis/Body/PartOfProgress.h"
#include "Analysis/Body/SpreadConditions.h"
#include "Analysis/ElasticAnalysis.h"
#include "Analysis/Loads/BodyForce.h"
#include "Analysis/Rigid/RigidMotions.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Requirements.h"
#include "Core/Text.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace trabecula
{
namespace
{
constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN();
/// Largest fraction of the forces of a load case that may act outside of the body.
constexpr double MostDetached = 0.01;

bool hasForce(const LoadCase& load)
{
  for (std::size_t i = 0; i < load.forces.size(); i += 3)
  {
    if (lengthOf({ load.forces[i], load.forces[i + 1], load.forces[i + 2] }) > 0.0)
    {
      return true;
    }
  }
  return false;
}

void check(const BodyProblem& body)
{
  const StructuralProblem& design = body.design;
  checkMesh(design.mesh);
  checkMaterial(design.material);
  requireSize(
    "Supports", design.supports.size(), design.mesh.points.size(), "three for each point");
  if (design.loadCases.empty())
  {
    fail("There is no load: give the design at least one array of forces.");
  }
  for (const LoadCase& load : design.loadCases)
  {
    const std::string name = "Load case '" + load.name + "'";
    requireSize(name, load.forces.size(), design.mesh.points.size(), "three for each point");
    requireFinite(name, load.forces, 3, "point");
    if (!hasForce(load) && !design.ofDesign.isPresent())
    {
      fail(name, " has no load: all its forces are zero.");
    }
    for (std::size_t i = 2; body.isPlane && i < load.forces.size(); i += 3)
    {
      if (load.forces[i] != 0.0)
      {
        fail(name, " has a force in z on point ", i / 3,
          ", but the design is plane. Give it forces in x and y.");
      }
    }
  }
  if (!design.springs.empty())
  {
    requireSize(
      "Spring stiffness", design.springs.size(), design.mesh.points.size(), "three for each point");
    requireFinite("Spring stiffness", design.springs, 3, "point");
  }
  requireNoRigidFaces(design.rigid, "The common analysis of bodies");
  if (design.ofDesign.thermal.isPresent())
  {
    fail(
      "The design has a thermal strain, but temperatures are not known at the nodes of the common "
      "analysis. Analyse the body without it, or set Thermal Expansion of the design to 0.");
  }
  if (supportsMove(design))
  {
    fail("Supports of the design are displaced, and the common analysis takes loads alone: the "
         "work of displaced supports cannot be compared with that of loads.");
  }
}

TriangleMesh outward(const TriangleMesh& surface)
{
  TriangleMesh result = surface;
  if (enclosedVolume(surface) < 0.0)
  {
    for (std::size_t t = 0; t < result.triangles.size(); t += 3)
    {
      std::swap(result.triangles[t], result.triangles[t + 1]);
    }
  }
  return result;
}
}

BodyOnGrid::BodyOnGrid(const BodyProblem& problem, const SurfaceGrid& grid, double loadRadius)
  : Problem(problem), Grid(grid), LoadRadius(loadRadius)
{
  for (std::size_t d = 0; d < (problem.isPlane ? 2U : 3U); ++d)
  {
    this->LoadRadius = std::max(this->LoadRadius, grid.spacing[d]);
  }
}

bool BodyOnGrid::analyse(const BodySettings& settings, const Device& device, Observer& observer,
  std::size_t memoryLimit, BodyStiffness& result) const
{
  const std::string& name = this->Problem.name;
  result.cells = this->Grid.cells;
  result.spacing = this->Grid.spacing;
  result.loadRadius = this->LoadRadius;
  for (const LoadCase& load : this->Problem.design.loadCases)
  {
    result.loadCases.push_back({ load.name, load.weight, NotANumber, 0.0 });
  }
  result.volume = std::abs(enclosedVolume(this->Problem.surface));
  check(this->Problem);
  PartOfProgress voxelizing(observer, 0.0, 0.08, "Voxels of " + name);
  const TriangleMesh surface = outward(this->Problem.surface);
  std::optional<std::vector<double>> fractions = bodyFractions(surface, this->Grid, voxelizing);
  if (!fractions)
  {
    return false;
  }
  BodyVoxels body = makeBodyVoxels(this->Grid, this->Problem.isPlane, *std::move(fractions),
    supportsOnGrid(
      this->Problem.design, this->Grid, this->Problem.isPlane, 0.5 * this->LoadRadius));
  result.looseVolume = body.looseVolume;
  result.pieces = body.numberOfPieces();
  result.loosePieces = body.numberOfLoosePieces();
  result.voxels = static_cast<std::int64_t>(body.shares.size());
  if (result.pieces == 0)
  {
    fail("The surface encloses nothing within the bounds of the designs.");
  }
  if (result.voxels == 0)
  {
    result.fault = std::string("Supports do not hold the body: ") +
      (result.pieces == 1 ? "there is no solid where the design is held, or it can still move."
                          : "no piece of it reaches where the design is held, or they can still "
                            "move.");
    return true;
  }
  PartOfProgress spreading(observer, 0.08, 0.1, "Loads of " + name);
  const std::optional<StructuralProblem> onVoxels =
    this->problemOf(body, settings, spreading, result);
  if (!onVoxels)
  {
    return false;
  }
  if (onVoxels->loadCases.empty())
  {
    return true;
  }
  const std::vector<double> shares = std::move(body.shares);
  body = {}; // releases memory for the analysis
  PartOfProgress solving(observer, 0.1, 1.0, "Analysing the body of " + name);
  const auto analysis = analyseElastic(*onVoxels, shares, device, solving, memoryLimit);
  if (!analysis)
  {
    return false;
  }
  result.solverIterations = analysis->solverIterations;
  double sum = 0.0;
  std::size_t next = 0;
  for (BodyLoadCase& load : result.loadCases)
  {
    if (!(load.detachedPart > MostDetached))
    {
      load.compliance = analysis->loadCases[next++].compliance;
    }
    sum += load.weight != 0.0 ? load.weight * load.compliance : 0.0;
  }
  result.compliance = sum;
  return true;
}

std::optional<StructuralProblem> BodyOnGrid::problemOf(
  BodyVoxels& body, const BodySettings& settings, Observer& observer, BodyStiffness& result) const
{
  const StructuralProblem& design = this->Problem.design;
  std::optional<SpreadConditions> conditions =
    spreadConditions(design, body, this->LoadRadius, observer);
  if (!conditions)
  {
    return std::nullopt;
  }
  StructuralProblem problem;
  problem.mesh = std::move(body.mesh);
  problem.supports = std::move(body.supports);
  problem.springs = std::move(conditions->springs);
  problem.material = design.material;
  if (body.isPlane)
  {
    const double height = std::min(this->Grid.spacing[0], this->Grid.spacing[1]);
    problem.material.youngsModulus *= this->Grid.spacing[2] / height;
  }
  problem.solver.tolerance = settings.solverTolerance;

  const std::vector<double> weight = design.ofDesign.hasWeight()
    ? forcesOfBodyForce(problem.mesh, design.ofDesign.weight, body.shares)
    : std::vector<double>();
  bool isWidened = false;
  for (std::size_t i = 0; i < design.loadCases.size(); ++i)
  {
    const LoadCase& load = design.loadCases[i];
    SpreadLoad& spread = conditions->loads[i];
    isWidened = isWidened || spread.isWidened;
    result.loadCases[i].detachedPart = spread.detachedPart();
    if (spread.detachedPart() > MostDetached)
    {
      result.fault += (result.fault.empty() ? "" : " ") + spread.detachedText(load.name);
      continue;
    }
    if (spread.detachedPart() > 0.0)
    {
      result.notes.push_back(spread.detachedText(load.name) + " They are left out.");
    }
    for (std::size_t k = 0; k < weight.size(); ++k)
    {
      spread.forces[k] += weight[k];
    }
    problem.loadCases.push_back({ load.name, load.weight, std::move(spread.forces) });
  }
  if (isWidened)
  {
    result.notes.push_back("Some forces act where there is no solid within " +
      shortText(this->LoadRadius) + ": they act on the solid within twice this radius.");
  }
  if (conditions->lostSprings > 0)
  {
    result.notes.push_back("Springs at " + countText(conditions->lostSprings, "point") +
      " are left out, as the body has no solid there.");
  }
  return problem;
}
}
