#include "Analysis/Body/BodyOnGrid.h"

#include "Analysis/Body/BodyLoads.h"
#include "Analysis/Body/BodySupports.h"
#include "Analysis/Body/PartOfProgress.h"
#include "Analysis/ElasticAnalysis.h"
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
/// Part of the forces of a load case that may act where the body does not carry them.
constexpr double MostDetached = 0.01;

Position at(const std::vector<double>& values, std::size_t node)
{
  return { values[3 * node], values[3 * node + 1], values[3 * node + 2] };
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

/// Forces that the body does not carry.
struct Detached
{
  double all = 0.0; ///< sum of the magnitudes of nodal forces
  double sum = 0.0; ///< of those that are not carried
  bool isLoose = false;
  Position first = {};

  void add(const BodyLoads::Patch& patch, double size)
  {
    if (this->sum == 0.0)
    {
      this->first = patch.point;
      this->isLoose = patch.state == BodyLoads::State::Loose;
    }
    this->sum += size;
  }
  std::string text(const std::string& load) const
  {
    return shortText(100.0 * this->sum / this->all) + " % of the forces of load case '" + load +
      "' act " +
      (this->isLoose ? "on a piece of the body that is not connected to a support"
                     : "where the body has no solid") +
      ", the first at (" + shortText(this->first[0]) + ", " + shortText(this->first[1]) + ", " +
      shortText(this->first[2]) + ").";
  }
};
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
  PartOfProgress voxelizing(observer, 0.0, 0.1, "Voxels of " + name);
  const TriangleMesh surface = outward(this->Problem.surface);
  std::optional<std::vector<double>> fractions = bodyFractions(surface, this->Grid, voxelizing);
  if (!fractions)
  {
    return false;
  }
  const BodyVoxels body = makeBodyVoxels(this->Grid, this->Problem.isPlane, *std::move(fractions),
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
    fail("Supports do not hold the body: ",
      result.pieces == 1 ? "there is no solid where the design is held, or it can still move."
                         : "no piece of it reaches where the design is held, or they can still "
                           "move.");
  }
  StructuralProblem onVoxels = this->problemOf(body, settings, result);
  if (onVoxels.loadCases.empty())
  {
    return true;
  }
  PartOfProgress solving(observer, 0.1, 1.0, "Analysing the body of " + name);
  const auto analysis = analyseElastic(onVoxels, body.shares, device, solving, memoryLimit);
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

StructuralProblem BodyOnGrid::problemOf(
  const BodyVoxels& body, const BodySettings& settings, BodyStiffness& result) const
{
  const StructuralProblem& design = this->Problem.design;
  StructuralProblem problem;
  problem.mesh = body.mesh;
  problem.material = design.material;
  if (body.isPlane)
  {
    const double height = std::min(this->Grid.spacing[0], this->Grid.spacing[1]);
    problem.material.youngsModulus *= this->Grid.spacing[2] / height;
  }
  problem.supports = body.supports;
  problem.solver.tolerance = settings.solverTolerance;

  const BodyLoads loads(body, this->LoadRadius);
  bool isWidened = false;
  for (std::size_t i = 0; i < design.loadCases.size(); ++i)
  {
    const LoadCase& load = design.loadCases[i];
    LoadCase onVoxels{ load.name, load.weight, std::vector<double>(body.mesh.points.size(), 0.0) };
    Detached detached;
    for (std::size_t node = 0; node < design.mesh.numberOfNodes(); ++node)
    {
      const Position force = at(load.forces, node);
      const double size = lengthOf(force);
      if (!(size > 0.0))
      {
        continue;
      }
      const BodyLoads::Patch patch = loads.patchAt(at(design.mesh.points, node));
      detached.all += size;
      if (patch.state == BodyLoads::State::Carried)
      {
        loads.addForce(patch, force, onVoxels.forces);
        isWidened = isWidened || patch.isWidened;
      }
      else
      {
        detached.add(patch, size);
      }
    }
    BodyLoadCase& found = result.loadCases[i];
    found.detachedPart = detached.all > 0.0 ? detached.sum / detached.all : 0.0;
    if (!(detached.all > 0.0))
    {
      fail("Load case '", load.name, "' has no load: all its forces are zero.");
    }
    if (found.detachedPart > MostDetached)
    {
      result.fault += (result.fault.empty() ? "" : " ") + detached.text(load.name);
    }
    else
    {
      if (found.detachedPart > 0.0)
      {
        result.notes.push_back(detached.text(load.name) + " They are left out.");
      }
      problem.loadCases.push_back(std::move(onVoxels));
    }
  }
  if (isWidened)
  {
    result.notes.push_back("Some forces act where there is no solid within " +
      shortText(this->LoadRadius) + ": they act on the solid within twice this radius.");
  }
  this->addSprings(loads, problem, result);
  return problem;
}

void BodyOnGrid::addSprings(
  const BodyLoads& loads, StructuralProblem& problem, BodyStiffness& result) const
{
  const StructuralProblem& design = this->Problem.design;
  std::size_t lost = 0;
  for (std::size_t node = 0; 3 * node < design.springs.size(); ++node)
  {
    Position stiffness = at(design.springs, node);
    stiffness[2] = this->Problem.isPlane ? 0.0 : stiffness[2];
    if (stiffness == Position{})
    {
      continue;
    }
    problem.springs.resize(problem.mesh.points.size(), 0.0);
    const BodyLoads::Patch patch = loads.patchAt(at(design.mesh.points, node));
    lost += patch.weights.empty() ? 1 : 0;
    BodyLoads::addSpring(patch, stiffness, problem.springs);
  }
  if (lost > 0)
  {
    result.notes.push_back("Springs at " + countText(static_cast<std::int64_t>(lost), "point") +
      " are left out, as the body has no solid there.");
  }
}
}
