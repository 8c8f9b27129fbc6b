#include "Analysis/Body/BodyStiffness.h"

#include "Analysis/Body/BodyGrid.h"
#include "Analysis/Body/BodyOnGrid.h"
#include "Analysis/Body/BodyRefinement.h"
#include "Analysis/Body/BodyVoxels.h"
#include "Analysis/Body/PartOfProgress.h"
#include "Core/Error.h"
#include "Core/Requirements.h"
#include "Core/Text.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

namespace trabecula
{
namespace
{
/// Automatic resolutions: initial and largest number of voxels per mean element edge, smallest
/// number along the grid, and ratio of refinement.
constexpr double VoxelsPerElement = 2.0;
constexpr double MostVoxelsPerElement = 6.0;
constexpr double LeastVoxels = 32768.0;
constexpr double LeastPixels = 4096.0;
constexpr double Refinement = 1.5;
constexpr double LeastRefinement = 1.15;
constexpr int LeastResolution = 4;

/// The bounds and element edges of all designs, and the resulting grids.
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
  double firstResolution() const { return this->resolutionBy(VoxelsPerElement); }
  double finestResolution() const { return this->resolutionBy(MostVoxelsPerElement); }

private:
  double resolutionBy(double voxelsPerElement) const
  {
    const auto of = [this](double voxels)
    { return resolutionOf(this->Bounds, this->IsPlane, voxels); };
    const double least = of(this->IsPlane ? LeastPixels : LeastVoxels);
    const double most = of(this->IsPlane ? MostBodyPixels : MostBodyVoxels);
    const double wanted = voxelsPerElement * this->Bounds.longest(this->IsPlane) / this->Finest;
    return std::round(std::min(std::max(wanted, least), most));
  }

  bool IsPlane;
  BodyBounds Bounds;
  double Finest = std::numeric_limits<double>::max();
  double Coarsest = 0.0;
};

/// Analyses all bodies on a grid. @return an empty value if stopped
std::optional<std::vector<BodyStiffness>> analyseAll(const std::vector<BodyProblem>& bodies,
  const SurfaceGrid& grid, double loadRadius, const BodySettings& settings, const Device& device,
  Observer& observer, std::size_t memoryLimit)
{
  std::vector<BodyStiffness> results(bodies.size());
  const auto count = static_cast<double>(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i)
  {
    PartOfProgress part(
      observer, static_cast<double>(i) / count, static_cast<double>(i + 1) / count, "");
    try
    {
      BodyOnGrid body(bodies[i], grid, loadRadius);
      if (!body.analyse(settings, device, part, memoryLimit, results[i]))
      {
        return std::nullopt;
      }
    }
    catch (const SetupStopped&)
    {
      return std::nullopt;
    }
    catch (const Error& error)
    {
      results[i].missing = error.what();
    }
    catch (const std::bad_alloc&)
    {
      results[i].missing = "There is not enough memory for its voxels.";
    }
  }
  return results;
}

/// The error of the first body that has no analysis on this grid although it had one on the
/// previous grid; empty if there is no such body.
std::string lostAnalysis(
  const std::vector<BodyStiffness>& before, const std::vector<BodyStiffness>& now)
{
  for (std::size_t i = 0; i < now.size(); ++i)
  {
    if (before[i].missing.empty() && !now[i].missing.empty())
    {
      return now[i].missing;
    }
  }
  return "";
}

std::vector<double> errorsOf(const std::vector<BodyStiffness>& bodies)
{
  std::vector<double> errors(bodies.size());
  std::transform(bodies.begin(), bodies.end(), errors.begin(),
    [](const BodyStiffness& body) { return body.error; });
  return errors;
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

  const auto exceedsMemory = [&](const SurfaceGrid& grid)
  { return memoryLimit > 0 && BodyVoxels::mostBytes(grid) > memoryLimit; };
  const auto analyse = [&](const SurfaceGrid& grid, double begin, double end)
  {
    PartOfProgress part(observer, begin, end, "");
    return analyseAll(bodies, grid, radius, settings, device, part, memoryLimit);
  };
  const SurfaceGrid first = grids.grid(resolution);
  if (exceedsMemory(first))
  {
    fail("A grid of ", first.cells[0], " x ", first.cells[1], " x ", first.cells[2],
      " voxels takes more than the memory limit of ", memoryLimit,
      " bytes. Choose a smaller resolution.");
  }
  constexpr double coarser = 2.0;
  std::optional<std::vector<BodyStiffness>> coarse =
    analyse(grids.grid(resolution / coarser), 0.0, 0.05);
  std::optional<std::vector<BodyStiffness>> fine =
    coarse ? analyse(first, 0.05, 0.4) : std::nullopt;
  if (!fine)
  {
    return std::nullopt;
  }
  estimateErrors(*coarse, coarser, *fine);
  std::vector<double> errors;
  for (int step = 0;
       settings.resolution == 0 && isWorthRefining(*fine, errors, settings.wantedError); ++step)
  {
    const double next = std::round(std::min(Refinement * resolution, finest));
    if (next < LeastRefinement * resolution)
    {
      break;
    }
    const SurfaceGrid grid = grids.grid(next);
    if (exceedsMemory(grid))
    {
      noteEndOfRefinement(*fine, settings.wantedError,
        "Finer voxels would take more than the memory limit of " + mebibytesText(memoryLimit) +
          ".");
      break;
    }
    std::optional<std::vector<BodyStiffness>> finer =
      analyse(grid, 1.0 - 0.6 / (1 << step), 1.0 - 0.3 / (1 << step));
    if (!finer)
    {
      return std::nullopt;
    }
    const std::string error = lostAnalysis(*fine, *finer);
    if (!error.empty())
    {
      noteEndOfRefinement(
        *fine, settings.wantedError, "Finer voxels could not be analysed: " + error);
      break;
    }
    estimateErrors(*fine, next / resolution, *finer);
    errors = errorsOf(*fine);
    fine = std::move(finer);
    resolution = next;
  }
  observer.progress(1.0, "");
  return fine;
}
}
