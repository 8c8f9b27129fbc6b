#include "Geometry/Decimation/LevelDecimation.h"

#include "Geometry/Decimation/SurfaceDecimation.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
namespace
{
/// Progress of the decimation, which is the last part of the work.
class DecimationObserver : public Observer
{
public:
  explicit DecimationObserver(Observer& whole) : Whole(whole) {}

  void progress(double fraction, const std::string&) override
  {
    constexpr double begin = 0.95;
    this->Whole.progress(begin + (1.0 - begin) * fraction, "Decimating");
  }
  bool stopRequested() override { return this->Whole.stopRequested(); }

private:
  Observer& Whole;
};
}

bool decimateLevel(LevelSurface& level, double bound, Observer& observer, TopologySurface& surface)
{
  surface.trianglesBefore = static_cast<std::int64_t>(level.mesh.numberOfTriangles());
  surface.volumeBefore = enclosedVolume(level.mesh);
  surface.deviationBound = bound;
  DecimationObserver part(observer);
  const auto decimated = decimateSurface(level.mesh, level.origins, bound, part);
  if (!decimated)
  {
    return false;
  }
  if (!decimated->isReduced)
  {
    observer.message("The surface could not be decimated so that it remains closed, manifold and "
                     "within Largest Deviation; it is that before the decimation. Change Largest "
                     "Deviation, or smooth more.");
  }
  std::vector<std::uint8_t> triangles(level.mesh.numberOfTriangles(), 0);
  std::vector<std::uint8_t> points(level.mesh.numberOfPoints(), 0);
  for (const std::int32_t t : decimated->triangles)
  {
    triangles[static_cast<std::size_t>(t)] = 1;
  }
  for (const std::int32_t p : decimated->points)
  {
    points[static_cast<std::size_t>(p)] = 1;
  }
  // Corners of kept triangles are replaced first, since keepParts() numbers the points anew.
  for (std::size_t i = 0; i < decimated->mesh.triangles.size(); ++i)
  {
    level.mesh.triangles[3 * static_cast<std::size_t>(decimated->triangles[i / 3]) + i % 3] =
      decimated->points[static_cast<std::size_t>(decimated->mesh.triangles[i])];
  }
  keepParts(level, triangles, points);
  surface.deviation = decimated->deviation;
  return true;
}
}
