#include "Analysis/Body/BodyStiffness.h"

#include "Analysis/Body/BodyGrid.h"
#include "Analysis/Body/BodyOnGrid.h"
#include "Analysis/Body/BodyVoxels.h"
#include "Analysis/Body/PartOfProgress.h"
#include "Core/Error.h"
#include "Core/Requirements.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trabecula
{
namespace
{
/// Automatic resolutions: voxels for each mean element edge, first and at most, of the whole grid
/// at least, and how much finer a grid is made that is not fine enough.
constexpr double VoxelsPerElement = 2.0;
constexpr double MostVoxelsPerElement = 6.0;
constexpr double LeastVoxels = 32768.0;
constexpr double LeastPixels = 4096.0;
constexpr double Refinement = 1.5;
constexpr double LeastRefinement = 1.15;
constexpr int LeastResolution = 4;

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
      BodyOnGrid body(bodies[i], grid, loadRadius);
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
