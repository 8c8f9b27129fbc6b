#ifndef TRABECULA_GEOMETRY_LEVEL_LEVELSURFACE_H
#define TRABECULA_GEOMETRY_LEVEL_LEVELSURFACE_H

#include "Geometry/Level/LevelField.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Origin of a triangle of a body's surface.
enum class SurfaceOrigin : std::uint8_t
{
  Level = 0,  ///< level set of the densities
  Domain = 1, ///< boundary of the domain
  Void = 2,   ///< face of a void region
  Solid = 3   ///< face of a solid region
};

/// Place of a point of a body's surface on the surface of a part: the number of a patch of
/// PartShape, or one of these.
struct WallPlace
{
  static constexpr std::int32_t None = -1;     ///< not on the part
  static constexpr std::int32_t OnEdge = -2;   ///< on a sharp edge
  static constexpr std::int32_t OnCorner = -3; ///< on a corner of sharp edges
};

/// The boundary of a body at a level, closed and oriented outward.
struct LevelSurface
{
  TriangleMesh mesh;
  std::vector<std::uint8_t> origins; ///< a SurfaceOrigin for each triangle
  /// Per triangle: the side, as in ElementFaces, in whose plane it is, seen from outside the body;
  /// ElementFaces::None for those of SurfaceOrigin::Level.
  std::vector<std::int64_t> sides;
  /// Per triangle: the number of its piece; 0 is the largest piece, and the initial value of all.
  std::vector<std::int32_t> pieces;
  /// Per point, an adjacent vertex of the field that is inside or solid: points of one piece have
  /// vertices of one piece.
  std::vector<std::int32_t> anchors;
  /// Per point, a WallPlace. extractSurface() assigns 0 to points on the surface of a part.
  std::vector<std::int32_t> walls;
  /// Per point: nonzero if it has been moved onto the surface of a part; initially 0.
  std::vector<std::uint8_t> isMoved;
  /// Per triangle: the patch of a part that it is on, or WallPlace::None, the initial value of all.
  std::vector<std::int32_t> patches;
};

/**
 * Extracts the level set by marching tetrahedra, and closes it at the boundary of the domain and at
 * the faces of the solid region. Points are identified by their edge, not by their position.
 */
LevelSurface extractSurface(const LevelField& field, double level);

/// Removes triangles and points; points of kept triangles are kept. The order is preserved.
/// @param triangles,points nonzero for each that is kept
void keepParts(LevelSurface& surface, const std::vector<std::uint8_t>& triangles,
  const std::vector<std::uint8_t>& points);
}

#endif
