#ifndef TRABECULA_GEOMETRY_LEVEL_TOPOLOGYSURFACE_H
#define TRABECULA_GEOMETRY_LEVEL_TOPOLOGYSURFACE_H

#include "Core/Observer.h"
#include "Mesh/DesignRegion.h"
#include "Mesh/Mesh.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <cstdint>
#include <string>
#include <vector>

namespace trabecula
{
/// What the surface of a design is to be like.
struct TopologySurfaceSettings
{
  enum class ThresholdBy : std::uint8_t
  {
    FieldVolume,    ///< the surface encloses the sum of densities times element volumes
    VolumeFraction, ///< it encloses a share of the domain
    Value           ///< the threshold is given
  };

  enum class Pieces : std::uint8_t
  {
    All,
    LargeOnes, ///< those of minimumPieceShare of the volume or more
    LargestOnly
  };

  ThresholdBy thresholdBy = ThresholdBy::FieldVolume;
  double volumeFraction = 0.3; ///< of the whole mesh, as in OptimizationSettings, in (0, 1]
  double threshold = 0.5;      ///< a density

  bool smooth = true;
  int smoothingIterations = 50; ///< pairs of Taubin's steps
  double passBand = 0.05;       ///< of Taubin's filter, in (0, 2); lower is smoother
  bool holdBoundary = true;     ///< keep the surface where it is on the boundary of the domain

  Pieces pieces = Pieces::All;
  double minimumPieceShare = 0.01; ///< of the volume of all pieces, in [0, 1]
};

struct TopologySurfaceProblem
{
  Mesh mesh;
  std::vector<double> density;      ///< one per element
  std::vector<DesignRegion> region; ///< one per element; empty means design everywhere
  TopologySurfaceSettings settings;
};

/**
 * The boundary of a design: closed, oriented outward, a 2-manifold.
 *
 * Volumes are length^3. Solid regions are inside and void regions outside with faces where they
 * are. Surface/LevelField.h says what the surface is a level set of, and what happens where solid
 * regions or the domain touch themselves in an edge or a point only.
 */
struct TopologySurface
{
  TriangleMesh mesh;
  std::vector<std::uint8_t> origins; ///< per triangle, a SurfaceOrigin of Surface/LevelSurface.h
  std::vector<std::int32_t> pieces;  ///< per triangle; 0 is the largest piece
  /// Per point: the largest SurfaceOrigin of its triangles.
  std::vector<std::uint8_t> pointOrigins;

  double threshold = 0.0;          ///< density at the surface before it was smoothed
  double volume = 0.0;             ///< inside of the surface
  double wantedVolume = 0.0;       ///< what the volume of all pieces was to be
  double fieldVolume = 0.0;        ///< sum of densities times element volumes, without void regions
  double area = 0.0;               ///< length^2
  std::int64_t numberOfPieces = 0; ///< that are kept
  std::int64_t removedPieces = 0;
  double removedVolume = 0.0;
  SurfaceTopology topology;
  /// Points that came to lie on another in single precision, in which STL files are written.
  std::int64_t coincidentPoints = 0;
};

/**
 * The threshold is found for all pieces together; what is removed is not made up for, so that what
 * remains has the same shape with and without. Smoothing leaves the faces of solid and void regions
 * exactly where they are, and those of the domain's boundary unless asked otherwise; it keeps the
 * volume of what remains.
 *
 * @return false if the observer asked to stop
 * @throws Error naming the setting, the element or the array that is wrong
 */
bool makeTopologySurface(
  const TopologySurfaceProblem& problem, Observer& observer, TopologySurface& surface);
}

#endif
