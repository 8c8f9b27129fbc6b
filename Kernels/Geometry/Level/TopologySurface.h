#ifndef TRABECULA_GEOMETRY_LEVEL_TOPOLOGYSURFACE_H
#define TRABECULA_GEOMETRY_LEVEL_TOPOLOGYSURFACE_H

#include "Core/Observer.h"
#include "Geometry/Triangles/SurfaceFit.h"
#include "Geometry/Triangles/TriangleMesh.h"
#include "Mesh/DesignRegion.h"
#include "Mesh/Mesh.h"

#include <cstdint>
#include <string>
#include <vector>

namespace trabecula
{
/// Settings of the surface of a design.
struct TopologySurfaceSettings
{
  enum class ThresholdBy : std::uint8_t
  {
    FieldVolume,    ///< the surface encloses the sum of densities times element volumes
    VolumeFraction, ///< it encloses a fraction of the volume of the mesh
    Value           ///< the threshold is given
  };

  enum class Pieces : std::uint8_t
  {
    All,
    LargeOnes, ///< those of minimumPieceShare of the volume or more
    LargestOnly
  };

  ThresholdBy thresholdBy = ThresholdBy::FieldVolume;
  double volumeFraction = 0.3; ///< of the volume of the mesh, in (0, 1]
  double threshold = 0.5;      ///< a density

  bool smooth = true;
  int smoothingIterations = 50; ///< pairs of Taubin's steps
  double passBand = 0.05;       ///< of Taubin's filter, in (0, 2); lower is smoother
  bool holdBoundary = true;     ///< the surface on the boundary of the domain is not moved

  Pieces pieces = Pieces::All;
  double minimumPieceShare = 0.01; ///< of the volume of all pieces, in [0, 1]

  bool decimate = false;         ///< remove points where the surface is flat
  double largestDeviation = 0.0; ///< of the decimation, length; 0: 3 % of the mean cell diagonal
};

struct TopologySurfaceProblem
{
  Mesh mesh;
  /// One per element. With nodalDensity it may be empty; otherwise it defines the volume of the
  /// field.
  std::vector<double> density;
  std::vector<double> nodalDensity; ///< one per node; empty means that elements have densities
  std::vector<DesignRegion> region; ///< one per element; empty means design everywhere
  /// The surface of the part that the mesh approximates, for example by voxels; empty means none.
  TriangleMesh part;
  /// One per element, with a part: the fraction of the element in the part, by which its density
  /// has been multiplied. Empty means that elements are entirely in the part.
  std::vector<double> solidFraction;
  /// One per element, with solidFraction: nonzero for elements that were not designed. Empty means
  /// that all were.
  std::vector<std::uint8_t> isLeftOut;
  TopologySurfaceSettings settings;
};

/**
 * The boundary of a design: closed, oriented outward, a 2-manifold.
 *
 * Volumes are length^3. Solid regions are inside and void regions outside, with unchanged faces.
 * Geometry/Level/LevelField.h defines the field, and the treatment of edges and points where solid
 * regions or the domain are not manifold.
 */
struct TopologySurface
{
  TriangleMesh mesh;
  std::vector<std::uint8_t>
    origins; ///< per triangle, a SurfaceOrigin of Geometry/Level/LevelSurface.h
  std::vector<std::int32_t> pieces; ///< per triangle; 0 is the largest piece
  /// Per point: the largest SurfaceOrigin of its triangles.
  std::vector<std::uint8_t> pointOrigins;

  double threshold = 0.0;          ///< density at the surface before it was smoothed
  double volume = 0.0;             ///< inside of the surface
  double wantedVolume = 0.0;       ///< target for the volume of all pieces
  double fieldVolume = 0.0;        ///< sum of densities times element volumes, without void regions
  double area = 0.0;               ///< length^2
  std::int64_t numberOfPieces = 0; ///< that are kept
  double largestPieceShare = 1.0;  ///< of the volume of the pieces that are kept
  std::int64_t removedPieces = 0;
  double removedVolume = 0.0;
  SurfaceFit fit; ///< numbers of points on the part, if there is one
  SurfaceTopology topology;

  std::int64_t trianglesBefore = 0; ///< the decimation; 0 without one
  double volumeBefore = 0.0;        ///< the decimation
  double deviationBound = 0.0;      ///< of the decimation, length
  double deviation = 0.0; ///< largest distance found between the surfaces before and after, length
  /// Points that coincide with another one in single precision, the format of STL files.
  std::int64_t coincidentPoints = 0;
};

/**
 * The threshold is determined for all pieces together; the volume of removed pieces is not
 * compensated, so the shape of the others does not depend on the removal. Smoothing does not move
 * the faces of solid and void regions, nor, by default, those on the boundary of the domain; it
 * preserves the volume of the remaining pieces.
 *
 * With a part and solid fractions, the body is that of the densities without the fractions,
 * intersected with the part: where the design extends to the part's surface, its walls are on this
 * surface, with its sharp edges; see LevelField::partDistances.
 *
 * With a part and tetrahedra, the boundary of the mesh is moved onto the part before smoothing,
 * with its sharp edges; see putBoundaryOnPart(). Without a part, the surface of a mesh of
 * tetrahedra remains in the mesh.
 *
 * With a part and other elements, or with an open part, points on the boundary of the mesh, also of
 * solid regions, are finally moved to the nearest points of the part's surface, if these are no
 * farther than the mean diagonal of an element. The volume is then that of the moved surface.
 *
 * The decimation is last; see decimateSurface(). Lines between triangles of different origins are
 * kept within the deviation, too.
 *
 * @return false if the observer asked to stop
 * @throws Error naming the setting, the element or the array that is wrong
 */
bool makeTopologySurface(
  const TopologySurfaceProblem& problem, Observer& observer, TopologySurface& surface);
}

#endif
