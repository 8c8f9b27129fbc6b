#include "Analysis/Body/BodyStiffness.h"

#include "Analysis/Body/BodyGrid.h"
#include "Analysis/Body/BodyLoads.h"
#include "Analysis/Body/BodySupports.h"
#include "Analysis/Body/BodyVoxels.h"
#include "Analysis/ElasticAnalysis.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Error.h"
#include "Core/Requirements.h"
#include "Core/Text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trabecula
{
namespace
{
constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN();
/// Part of the forces of a load case that may act where the body does not carry them.
constexpr double MostDetached = 0.01;
/// Automatic resolutions: voxels for each mean element edge, of the whole grid at least, and how
/// much finer a grid is made that is not fine enough.
constexpr double VoxelsPerElement = 2.0;
constexpr double LeastVoxels = 32768.0;
constexpr double LeastPixels = 4096.0;
constexpr double Refinement = 1.5;
constexpr double LeastRefinement = 1.15;
constexpr int LeastResolution = 4;

/// A part of the progress of another observer, with a text before the texts.
class PartOfProgress : public Observer
{
public:
  PartOfProgress(Observer& outer, double begin, double end, std::string text)
    : Outer(outer), Begin(begin), End(end), Text(std::move(text))
  {
  }
  void progress(double fraction, const std::string& text) override
  {
    this->Outer.progress(this->Begin + fraction * (this->End - this->Begin),
      text.empty() ? this->Text : this->Text + ": " + text);
  }
  bool stopRequested() override { return this->Outer.stopRequested(); }

private:
  Observer& Outer;
  double Begin;
  double End;
  std::string Text;
};

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

/// The analysis of one body on one grid.
class OneBody
{
public:
  OneBody(const BodyProblem& problem, const SurfaceGrid& grid, double loadRadius)
    : Problem(problem), Grid(grid), LoadRadius(loadRadius)
  {
    for (std::size_t d = 0; d < (problem.isPlane ? 2U : 3U); ++d)
    {
      this->LoadRadius = std::max(this->LoadRadius, grid.spacing[d]);
    }
  }

  /// False if stopped.
  bool analyse(const BodySettings& settings, const Device& device, Observer& observer,
    std::size_t memoryLimit, BodyStiffness& result)
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

private:
  /// Without the load cases that the body does not carry, which are the result's fault.
  StructuralProblem problemOf(
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
      LoadCase onVoxels{ load.name, load.weight,
        std::vector<double>(body.mesh.points.size(), 0.0) };
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

  void addSprings(const BodyLoads& loads, StructuralProblem& problem, BodyStiffness& result) const
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

  static Position at(const std::vector<double>& values, std::size_t node)
  {
    return { values[3 * node], values[3 * node + 1], values[3 * node + 2] };
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

  const BodyProblem& Problem;
  const SurfaceGrid& Grid;
  double LoadRadius;
};

/// The bounds and element edges of all designs, and the grids that follow from them.
class Grids
{
public:
  explicit Grids(const std::vector<BodyProblem>& bodies) : IsPlane(bodies.front().isPlane)
  {
    for (const BodyProblem& body : bodies)
    {
      if (body.isPlane != this->IsPlane)
      {
        fail("'", bodies.front().name, "' and '", body.name,
          "' are a plane and a solid design, whose bodies cannot be compared.");
      }
      this->Bounds.add(body.design.mesh);
      this->Bounds.add(body.surface);
      const double edge = meanEdge(body.design.mesh, this->IsPlane);
      this->Finest = std::min(this->Finest, edge);
      this->Coarsest = std::max(this->Coarsest, edge);
    }
  }

  double coarsestEdge() const { return this->Coarsest; }
  SurfaceGrid grid(double resolution) const
  {
    return makeBodyGrid(this->Bounds, this->IsPlane, resolution);
  }
  double finestResolution() const
  {
    return resolutionOf(
      this->Bounds, this->IsPlane, this->IsPlane ? MostBodyPixels : MostBodyVoxels);
  }
  double firstResolution() const
  {
    const double least =
      resolutionOf(this->Bounds, this->IsPlane, this->IsPlane ? LeastPixels : LeastVoxels);
    const double wanted = VoxelsPerElement * this->Bounds.longest(this->IsPlane) / this->Finest;
    return std::round(std::min(std::max(wanted, least), this->finestResolution()));
  }

private:
  bool IsPlane;
  BodyBounds Bounds;
  double Finest = std::numeric_limits<double>::max();
  double Coarsest = 0.0;
};

/// Analyses all bodies on a grid. @return false if stopped
bool analyseAll(const std::vector<BodyProblem>& bodies, const SurfaceGrid& grid, double loadRadius,
  const BodySettings& settings, const Device& device, Observer& observer, std::size_t memoryLimit,
  std::vector<BodyStiffness>& results)
{
  results.assign(bodies.size(), {});
  const auto count = static_cast<double>(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i)
  {
    PartOfProgress part(
      observer, static_cast<double>(i) / count, static_cast<double>(i + 1) / count, "");
    try
    {
      OneBody body(bodies[i], grid, loadRadius);
      if (!body.analyse(settings, device, part, memoryLimit, results[i]))
      {
        return false;
      }
    }
    catch (const SetupStopped&)
    {
      return false;
    }
    catch (const Error& error)
    {
      results[i].fault = error.what();
    }
  }
  return true;
}

/// Estimates errors by the change from the next coarser grid. @return the largest of sound bodies
double estimateErrors(
  const std::vector<BodyStiffness>& coarse, double ratio, std::vector<BodyStiffness>& fine)
{
  double largest = 0.0;
  for (std::size_t i = 0; i < fine.size(); ++i)
  {
    fine[i].coarseCompliances = coarse[i].coarseCompliances;
    fine[i].coarseCompliances.push_back(coarse[i].compliance);
    if (!fine[i].fault.empty())
    {
      continue;
    }
    fine[i].error =
      std::abs(fine[i].compliance - coarse[i].compliance) / fine[i].compliance / (ratio - 1.0);
    largest = std::isnan(fine[i].error) ? std::numeric_limits<double>::infinity()
                                        : std::max(largest, fine[i].error);
  }
  return largest;
}
}

std::optional<std::vector<BodyStiffness>> analyseBodies(const std::vector<BodyProblem>& bodies,
  const BodySettings& settings, const Device& device, Observer& observer, std::size_t memoryLimit)
{
  if (bodies.empty())
  {
    fail("There is no body to analyse.");
  }
  if (settings.resolution != 0 && settings.resolution < LeastResolution)
  {
    fail("The resolution of bodies is ", settings.resolution, " voxels; it must be at least ",
      LeastResolution, ", or 0 to let the designs decide.");
  }
  if (!(settings.loadRadius >= 0.0) || !std::isfinite(settings.loadRadius))
  {
    fail("The load radius is ", settings.loadRadius,
      "; it must be above 0, or 0 to take the coarsest element edge.");
  }
  const Grids grids(bodies);
  const double radius = settings.loadRadius > 0.0 ? settings.loadRadius : grids.coarsestEdge();
  double resolution = settings.resolution > 0 ? settings.resolution : grids.firstResolution();
  const double finest = grids.finestResolution();

  std::vector<BodyStiffness> coarse;
  std::vector<BodyStiffness> fine;
  double ratio = 2.0;
  const auto analyse = [&](double at, double begin, double end, std::vector<BodyStiffness>& into)
  {
    const SurfaceGrid grid = grids.grid(at);
    if (memoryLimit > 0 && grid.numberOfVoxels() * BodyVoxels::MostBytesPerVoxel > memoryLimit)
    {
      fail("A grid of ", grid.cells[0], " x ", grid.cells[1], " x ", grid.cells[2],
        " voxels takes more than the memory limit of ", memoryLimit,
        " bytes. Choose a smaller resolution.");
    }
    PartOfProgress part(observer, begin, end, "");
    return analyseAll(bodies, grid, radius, settings, device, part, memoryLimit, into);
  };
  if (!analyse(resolution / ratio, 0.0, 0.05, coarse) || !analyse(resolution, 0.05, 0.4, fine))
  {
    return std::nullopt;
  }
  double worst = estimateErrors(coarse, ratio, fine);
  for (int step = 0; settings.resolution == 0 && worst > settings.wantedError; ++step)
  {
    const double next = std::round(std::min(Refinement * resolution, finest));
    if (next < LeastRefinement * resolution)
    {
      break;
    }
    ratio = next / resolution;
    resolution = next;
    coarse = std::move(fine);
    const double begin = 1.0 - 0.6 / (1 << step);
    if (!analyse(resolution, begin, 1.0 - 0.3 / (1 << step), fine))
    {
      return std::nullopt;
    }
    worst = estimateErrors(coarse, ratio, fine);
  }
  observer.progress(1.0, "");
  return fine;
}
}
