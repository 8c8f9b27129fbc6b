#include "Geometry/Level/TopologySurfaceChecks.h"

#include "Core/Error.h"
#include "Core/Requirements.h"
#include "Core/Text.h"
#include "Geometry/Level/Smoothing/SurfaceSmoothing.h"
#include "Mesh/MeshFaces.h"

#include <cmath>
#include <cstdint>
#include <string>

namespace trabecula
{
namespace
{
using Settings = TopologySurfaceSettings;
}

void validate(const TopologySurfaceProblem& problem)
{
  const Settings& s = problem.settings;
  const auto require = [](bool isSound, const char* name, double value, const char* range)
  {
    if (!isSound)
    {
      throw Error(std::string(name) + " is " + shortText(value) + "; it must be " + range + ".");
    }
  };
  if (problem.mesh.numberOfElements() == 0)
  {
    throw Error("The mesh has no cells. Give it a mesh of tetrahedra or hexahedra, or an image.");
  }
  if (const std::string mismatch = describeMismatch(problem.mesh); !mismatch.empty())
  {
    throw Error(mismatch);
  }
  const std::size_t cells = problem.mesh.numberOfElements();
  if (!problem.solidFraction.empty())
  {
    requireSize("Solid fraction", problem.solidFraction.size(), cells, "one for each cell");
  }
  if (problem.nodalDensity.empty() || !problem.density.empty())
  {
    requireSize("Density", problem.density.size(), cells, "one for each cell");
  }
  if (!problem.nodalDensity.empty())
  {
    requireSize(
      "Density", problem.nodalDensity.size(), problem.mesh.numberOfNodes(), "one for each point");
  }
  if (!problem.region.empty())
  {
    requireSize("Design region", problem.region.size(), cells, "one for each cell");
  }
  require(s.volumeFraction > 0.0 && s.volumeFraction <= 1.0, "Volume Fraction", s.volumeFraction,
    "above 0 and at most 1");
  require(std::isfinite(s.threshold), "Threshold", s.threshold, "a finite number");
  require(s.smoothingIterations >= 0, "Smoothing Iterations", s.smoothingIterations, "0 or more");
  require(s.passBand > 0.0 && s.passBand < 2.0, "Pass Band", s.passBand, "above 0 and below 2");
  require(s.minimumPieceShare >= 0.0 && s.minimumPieceShare <= 1.0, "Minimum Piece Share",
    s.minimumPieceShare, "from 0 to 1");
  require(s.largestDeviation >= 0.0 && std::isfinite(s.largestDeviation), "Largest Deviation",
    s.largestDeviation, "0 or more");
}

void tellProblems(const LevelField& field, const Settings& settings, const TopologySurface& surface,
  Observer& observer)
{
  if (surface.numberOfPieces > 1)
  {
    const double floating = 1.0 - surface.largestPieceShare;
    observer.message("The surface has " + countText(surface.numberOfPieces, "piece") +
      " that do not touch each other, the others than the largest with " +
      shortText(100.0 * floating) +
      " % of the volume: printed, they fall apart. Choose Largest Piece as Keep, or a larger "
      "volume "
      "fraction.");
  }
  const double all = surface.volume + surface.removedVolume;
  // Fitting to a part changes the volume, since the part is smaller or larger than its mesh.
  const bool isFitted = surface.fit.fitted + surface.fit.stopped > 0;
  if (!isFitted &&
    std::abs(all - surface.wantedVolume) > SurfaceVolumeTolerance * surface.wantedVolume)
  {
    observer.message("The volume was to be " + shortText(surface.wantedVolume) + ", but is " +
      shortText(all) +
      (settings.thresholdBy == Settings::ThresholdBy::Value
          ? ": smoothing changed it."
          : ": no threshold comes nearer, as solid regions are larger or many cells have one "
            "density."));
  }
  if (surface.fit.stopped > 0)
  {
    observer.message(countText(surface.fit.stopped, "point") +
      " could not be moved onto the part's surface entirely, as a triangle would turn over.");
  }
  if (surface.coincidentPoints > 0)
  {
    observer.message(countText(surface.coincidentPoints, "point") +
      " cannot be told apart in single precision, in which STL files are written. Move the part "
      "to the origin.");
  }
  const auto touches = [](std::int64_t count, const char* what, const char* done)
  { return std::string("At ") + countText(count, "point") + what + done; };
  if (field.notchedNodes > 0)
  {
    observer.message(touches(field.notchedNodes,
      " the domain touches itself only in an edge or a "
      "point;",
      " where material meets there, it is cut apart by a tenth of a cell."));
  }
  if (field.demotedElements > 0)
  {
    observer.message(
      countText(field.demotedElements, "solid cell") + " there could not be kept exactly.");
  }
  if (field.joinedNodes > 0)
  {
    observer.message(touches(field.joinedNodes, " solid regions touch only in an edge or a point;",
      " they are joined there by a quarter of a cell."));
  }
}
}
