#include "Geometry/Level/TopologySurface.h"

#include "Core/Error.h"
#include "Core/Requirements.h"
#include "Core/Text.h"
#include "Geometry/Level/EdgeCollapse.h"
#include "Geometry/Level/LevelField.h"
#include "Geometry/Level/LevelPieces.h"
#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/LevelVolume.h"
#include "Geometry/Level/Smoothing/JaggedFaces.h"
#include "Geometry/Level/Smoothing/SurfaceSmoothing.h"
#include "Geometry/Level/SurfacePieces.h"
#include "Geometry/Level/Walls/MeshWalls.h"
#include "Geometry/Level/Walls/PartField.h"
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

/// Relative error of the volume above which the user is warned.
constexpr double VolumeTolerance = 0.01;
/// Pieces on a part that are smaller than this share of an element are none.
constexpr double Splinter = 0.25;
/// Edges shorter than this share of those around are collapsed after a part has cut the surface.
constexpr double ShortEdge = 0.3;

void check(const TopologySurfaceProblem& problem)
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
}

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

/// That of densities of elements, where there are some beside those of nodes.
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

/// The level by the settings, and its target volume.
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

/// Removes pieces by the settings. @return the target volume of the others
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
    std::abs(surface.wantedVolume - pieces.volume) <= 2.0 * VolumeTolerance * pieces.volume;
  return (pieces.volume - surface.removedVolume) *
    (isNear ? surface.wantedVolume / pieces.volume : 1.0);
}

/// Per point: whether a triangle around it lies on the boundary of the mesh.
std::vector<std::uint8_t> pointsOnBoundary(const LevelField& field, const LevelSurface& level)
{
  std::vector<std::uint8_t> isOn(level.mesh.numberOfPoints(), 0);
  for (std::size_t t = 0; t < level.sides.size(); ++t)
  {
    const std::int64_t side = level.sides[t];
    if (side != ElementFaces::None &&
      field.faces.sides[static_cast<std::size_t>(
        field.faces.faceOfSide[static_cast<std::size_t>(side)])][1] == ElementFaces::None)
    {
      for (std::size_t i = 3 * t; i < 3 * t + 3; ++i)
      {
        isOn[static_cast<std::size_t>(level.mesh.triangles[i])] = 1;
      }
    }
  }
  return isOn;
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

/// Levels near the largest density would cut into what has it by rounding, where the part bounds
/// the volume.
double highestLevel(const LevelField& field)
{
  constexpr double share = 1e-6;
  return field.largest - share * std::max(std::abs(field.largest), field.largest - field.least);
}

/// The volume nearest to a target that a surface can have if its free triangles move a little; all
/// of the rest is given by the part.
double reachableVolume(const LevelSurface& level, double volume, double diagonal)
{
  constexpr double farthest = 0.05; // diagonals
  TriangleMesh free = level.mesh;
  free.triangles.clear();
  for (std::size_t t = 0; t < level.patches.size(); ++t)
  {
    if (level.patches[t] == WallPlace::None && level.sides[t] == ElementFaces::None)
    {
      free.triangles.insert(
        free.triangles.end(), &level.mesh.triangles[3 * t], &level.mesh.triangles[3 * t] + 3);
    }
  }
  const double now = enclosedVolume(level.mesh);
  const double change = farthest * diagonal * surfaceArea(free);
  return std::clamp(volume, now - change, now + change);
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

/// Moves points onto the part in the end. @param shape whose walls the surface has, or null
SurfaceFit fitToPart(const LevelField& field, LevelSurface& level, const TriangleMesh& part,
  const PartShape* shape, double diagonal)
{
  std::vector<std::uint8_t> chosen = pointsOnBoundary(field, level);
  if (!shape)
  {
    return fitToSurface(level.mesh, chosen, part, diagonal);
  }
  for (std::size_t p = 0; p < chosen.size(); ++p)
  {
    chosen[p] = chosen[p] && level.walls[p] == WallPlace::None ? 1 : 0;
  }
  SurfaceFit fit = fitToSurface(level.mesh, chosen, part, diagonal);
  WallQuality quality(level, *shape, diagonal);
  relaxWalls(level, *shape, diagonal, quality);
  repairWalls(level, diagonal, quality);
  const SurfaceFit walls = settleOnPart(level, *shape, diagonal);
  repairWalls(level, diagonal, quality);
  fit.fitted += walls.fitted;
  fit.moved += walls.moved;
  fit.stopped += walls.stopped;
  for (std::size_t t = 0; t < level.patches.size(); ++t)
  {
    if (level.patches[t] != WallPlace::None)
    {
      level.origins[t] = static_cast<std::uint8_t>(SurfaceOrigin::Domain);
    }
  }
  return fit;
}

/// Warnings for the user about the surface.
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
  // The part is smaller or larger than its mesh.
  const bool isFitted = surface.fit.fitted + surface.fit.stopped > 0;
  if (!isFitted && std::abs(all - surface.wantedVolume) > VolumeTolerance * surface.wantedVolume)
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

bool makeTopologySurface(
  const TopologySurfaceProblem& problem, Observer& observer, TopologySurface& surface)
{
  check(problem);
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
