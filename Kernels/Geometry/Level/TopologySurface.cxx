#include "Geometry/Level/TopologySurface.h"

#include "Core/Error.h"
#include "Core/Requirements.h"
#include "Core/Text.h"
#include "Geometry/Decimation/LevelDecimation.h"
#include "Geometry/Level/EdgeCollapse.h"
#include "Geometry/Level/LevelField.h"
#include "Geometry/Level/LevelPieces.h"
#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/LevelVolume.h"
#include "Geometry/Level/Smoothing/JaggedFaces.h"
#include "Geometry/Level/Smoothing/SurfaceSmoothing.h"
#include "Geometry/Level/SurfacePieces.h"
#include "Geometry/Level/TopologySurfaceChecks.h"
#include "Geometry/Level/Walls/MeshWalls.h"
#include "Geometry/Level/Walls/PartField.h"
#include "Geometry/Level/Walls/PartFit.h"
#include "Geometry/Level/Walls/PartShape.h"
#include "Geometry/Level/Walls/WallFit.h"
#include "Geometry/Level/Walls/WallRelaxation.h"
#include "Geometry/Level/Walls/WallRepair.h"
#include "Mesh/MeshFaces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace trabecula
{
namespace
{
using Settings = TopologySurfaceSettings;

/// Pieces on a part that are smaller than this fraction of an element are removed.
constexpr double Splinter = 0.25;
/// Edges shorter than this fraction of adjacent ones are collapsed after intersection with a part.
constexpr double ShortEdge = 0.3;

/// Number of points that coincide with another one in the given precision.
template <class Real>
std::int64_t countCoincident(const TriangleMesh& mesh)
{
  std::vector<std::array<Real, 3>> rounded(mesh.numberOfPoints());
  for (std::size_t p = 0; p < rounded.size(); ++p)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      rounded[p][c] = static_cast<Real>(mesh.points[3 * p + c]);
    }
  }
  std::sort(rounded.begin(), rounded.end());
  return rounded.end() - std::unique(rounded.begin(), rounded.end());
}

void findPointOrigins(const LevelSurface& level, TopologySurface& surface)
{
  surface.pointOrigins.assign(level.mesh.numberOfPoints(), 0);
  for (std::size_t t = 0; t < level.origins.size(); ++t)
  {
    for (std::size_t i = 3 * t; i < 3 * t + 3; ++i)
    {
      std::uint8_t& origin =
        surface.pointOrigins[static_cast<std::size_t>(level.mesh.triangles[i])];
      origin = std::max(origin, level.origins[t]);
    }
  }
}

/// Returns the volume of the field: from densities of elements if given, even if nodes have
/// densities.
double fieldVolumeOf(const TopologySurfaceProblem& problem, const LevelField& field)
{
  if (problem.nodalDensity.empty() || problem.density.empty())
  {
    return field.fieldVolume;
  }
  double sum = 0.0;
  for (std::size_t e = 0; e < field.volumes.size(); ++e)
  {
    sum += field.parts[e] == LevelField::Absent ? 0.0 : problem.density[e] * field.volumes[e];
  }
  return sum;
}

/// The level and its target volume according to the settings.
double chooseLevel(
  const LevelField& field, const Settings& settings, double fieldVolume, double& wantedVolume)
{
  if (settings.thresholdBy == Settings::ThresholdBy::Value)
  {
    wantedVolume = volumeAtLevel(field, settings.threshold);
    return settings.threshold;
  }
  wantedVolume = settings.thresholdBy == Settings::ThresholdBy::FieldVolume
    ? fieldVolume
    : settings.volumeFraction * field.meshVolume;
  return findLevel(field, wantedVolume);
}

/// Removes pieces according to the settings. @return the target volume of the others
double choosePieces(
  LevelSurface& level, const LevelField& field, const Settings& settings, TopologySurface& surface)
{
  SurfacePieces pieces = findSurfacePieces(level, findPieces(field, surface.threshold));
  if (!field.partDistances.empty())
  {
    removeSplinters(
      level, pieces, Splinter * field.meshVolume / static_cast<double>(field.volumes.size()));
  }
  const std::vector<double>& volumes = pieces.volumes;
  std::size_t kept = volumes.size();
  if (settings.pieces == Settings::Pieces::LargestOnly)
  {
    kept = 1;
  }
  else if (settings.pieces == Settings::Pieces::LargeOnes)
  {
    const double least = settings.minimumPieceShare * pieces.volume;
    kept = static_cast<std::size_t>(std::count_if(
      volumes.begin(), volumes.end(), [&](double volume) { return volume >= least; }));
    if (kept == 0)
    {
      throw Error("No piece has the Minimum Piece Share, " + shortText(settings.minimumPieceShare) +
        ", of the volume; the largest of " + std::to_string(volumes.size()) + " has " +
        shortText(volumes[0] / pieces.volume) + ". Lower it, or keep the largest piece.");
    }
  }
  surface.removedVolume = std::accumulate(volumes.begin() + kept, volumes.end(), 0.0);
  surface.numberOfPieces = static_cast<std::int64_t>(kept);
  const double keptVolume = std::accumulate(volumes.begin(), volumes.begin() + kept, 0.0);
  surface.largestPieceShare = keptVolume > 0.0 ? volumes[0] / keptVolume : 1.0;
  surface.removedPieces = static_cast<std::int64_t>(volumes.size() - kept);
  keepPieces(level, static_cast<std::int32_t>(kept));
  // A threshold equal to many vertex values causes a small volume error, which smoothing corrects;
  // larger errors are reported.
  const bool isNear =
    std::abs(surface.wantedVolume - pieces.volume) <= 2.0 * SurfaceVolumeTolerance * pieces.volume;
  return (pieces.volume - surface.removedVolume) *
    (isNear ? surface.wantedVolume / pieces.volume : 1.0);
}

/// Mean diagonal of the bounds of the elements.
double meanDiagonal(const Mesh& mesh)
{
  double sum = 0.0;
  const std::size_t elements = mesh.numberOfElements();
  for (std::size_t e = 0; e < elements; ++e)
  {
    std::array<double, 3> low;
    std::array<double, 3> high;
    low.fill(std::numeric_limits<double>::infinity());
    high.fill(-std::numeric_limits<double>::infinity());
    const std::int32_t* nodes = mesh.element(e);
    for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        const double x = mesh.points[3 * static_cast<std::size_t>(nodes[a]) + c];
        low[c] = std::min(low[c], x);
        high[c] = std::max(high[c], x);
      }
    }
    sum += std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  }
  return sum / static_cast<double>(elements);
}

/// @param part that cuts the body, or null
LevelField makeField(const TopologySurfaceProblem& problem, const PartShape* part)
{
  if (!problem.nodalDensity.empty())
  {
    return makeLevelField(problem.mesh, valuesAtCentres(problem.mesh, problem.nodalDensity),
      problem.region, problem.nodalDensity);
  }
  if (!part)
  {
    return makeLevelField(problem.mesh, problem.density, problem.region);
  }
  const PartShares shares = { problem.solidFraction, problem.isLeftOut };
  LevelField field = makeLevelField(problem.mesh,
    continuedDensity(problem.mesh, problem.density, problem.region, shares), problem.region);
  field.partDistances = distancesFromPart(field, *part, shares);
  field.fieldVolume = 0.0;
  for (std::size_t e = 0; e < field.volumes.size(); ++e)
  {
    field.fieldVolume +=
      field.parts[e] == LevelField::Absent ? 0.0 : problem.density[e] * field.volumes[e];
  }
  return field;
}

/// Upper bound of the level where the part bounds the volume: at levels near the largest density,
/// the contour of material of this density would be determined by rounding.
double highestLevel(const LevelField& field)
{
  constexpr double share = 1e-6;
  return field.largest - share * std::max(std::abs(field.largest), field.largest - field.least);
}

SurfaceOrigin lastFreeOf(const Settings& settings)
{
  return settings.holdBoundary ? SurfaceOrigin::Level : SurfaceOrigin::Domain;
}

bool isOfTetrahedra(const Mesh& mesh)
{
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const CellType type = mesh.type(e);
    if (type != CellType::Tetrahedron && type != CellType::QuadraticTetrahedron)
    {
      return false;
    }
  }
  return true;
}

}

bool makeTopologySurface(
  const TopologySurfaceProblem& problem, Observer& observer, TopologySurface& surface)
{
  validate(problem);
  const Settings& settings = problem.settings;
  const auto proceeds = [&](double fraction, const char* text)
  {
    observer.progress(fraction, text);
    return !observer.stopRequested();
  };
  if (!proceeds(0.0, "Finding faces"))
  {
    return false;
  }
  const auto part =
    problem.part.triangles.empty() ? nullptr : std::make_unique<PartShape>(problem.part);
  const bool isCut = part && part->isClosed() && !problem.solidFraction.empty();
  const bool isFollowed = part && part->isClosed() && !isCut && isOfTetrahedra(problem.mesh);
  const LevelField field = makeField(problem, isCut ? part.get() : nullptr);
  if (!proceeds(0.3, "Finding the threshold"))
  {
    return false;
  }
  surface = TopologySurface();
  surface.fieldVolume = fieldVolumeOf(problem, field);
  surface.threshold = chooseLevel(field, settings, surface.fieldVolume, surface.wantedVolume);
  if (isCut)
  {
    surface.threshold = std::min(surface.threshold, highestLevel(field));
  }
  if (!proceeds(0.5, "Cutting cells"))
  {
    return false;
  }
  LevelSurface level = extractSurface(field, surface.threshold);
  if (level.mesh.triangles.empty())
  {
    throw Error("There is nothing inside: the threshold is " + shortText(surface.threshold) +
      (field.least <= field.largest ? ", and densities are from " + shortText(field.least) +
            " to " + shortText(field.largest) + ". Choose one between them."
                                    : ", and all cells are void. Choose another Design Region."));
  }
  if (!proceeds(0.7, "Finding pieces"))
  {
    return false;
  }
  if (const std::int64_t doubled = countCoincident<double>(level.mesh))
  {
    observer.message("At " + countText(doubled, "point") +
      " the surface touches itself, as cells that lie side by side there do not share their "
      "points. "
      "Join them first with the filter Clean to Grid.");
  }
  double volume = choosePieces(level, field, settings, surface);
  const double diagonal = part ? meanDiagonal(problem.mesh) : 0.0;
  if (settings.smooth && isOfTetrahedra(problem.mesh))
  {
    freeJaggedFaces(field, level);
  }
  const PartShape* walls = isCut || isFollowed ? part.get() : nullptr;
  if (isCut)
  {
    putOnPart(level, pointsOnBoundary(field, level), *part, diagonal);
  }
  else if (isFollowed)
  {
    putBoundaryOnPart(field, level, *part, diagonal);
  }
  if (walls)
  {
    collapseShortEdges(field, level, lastFreeOf(settings), ShortEdge);
    WallQuality quality(level, *part, diagonal);
    relaxWalls(level, *part, diagonal, quality);
    repairWalls(level, diagonal, quality);
    volume = reachableVolume(level, volume, diagonal);
  }
  if (!proceeds(0.8, settings.smooth ? "Smoothing" : "Measuring"))
  {
    return false;
  }
  // The boundary of other meshes is plane nearly everywhere.
  const auto boundary = !walls && isOfTetrahedra(problem.mesh)
    ? std::make_unique<PartShape>(boundaryOf(field))
    : nullptr;
  if (settings.smooth && settings.smoothingIterations > 0)
  {
    SmoothingSettings smoothing;
    smoothing.passBand = settings.passBand;
    smoothing.iterations = settings.smoothingIterations;
    smoothing.holdBoundary = settings.holdBoundary;
    smoothing.volume = volume;
    smoothing.part = walls;
    smoothing.bounds = boundary ? boundary.get() : walls;
    if (!smoothSurface(field, level, smoothing,
          [&](double share) { return proceeds(0.8 + 0.15 * share, "Smoothing"); }))
    {
      return false;
    }
  }
  if (boundary)
  {
    const double size = meanDiagonal(problem.mesh);
    WallQuality quality(level, *boundary, size);
    repairWalls(level, size, quality);
  }
  if (part)
  {
    if (!proceeds(0.95, "Fitting to the part"))
    {
      return false;
    }
    surface.fit = fitToPart(field, level, problem.part, walls, diagonal);
  }
  constexpr double shareOfDiagonal = 0.03;
  if (settings.decimate &&
    !decimateLevel(level,
      settings.largestDeviation > 0.0 ? settings.largestDeviation
                                      : shareOfDiagonal * meanDiagonal(problem.mesh),
      observer, surface))
  {
    return false;
  }
  findPointOrigins(level, surface);
  surface.pieces = std::move(level.pieces);
  surface.mesh = std::move(level.mesh);
  surface.origins = std::move(level.origins);
  surface.volume = enclosedVolume(surface.mesh);
  surface.area = surfaceArea(surface.mesh);
  surface.topology = findTopology(surface.mesh);
  surface.coincidentPoints = countCoincident<float>(surface.mesh);

  tellProblems(field, settings, surface, observer);
  observer.progress(1.0, "");
  return true;
}
}
