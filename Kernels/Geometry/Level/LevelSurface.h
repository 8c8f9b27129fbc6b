#ifndef TRABECULA_GEOMETRY_LEVEL_LEVELSURFACE_H
#define TRABECULA_GEOMETRY_LEVEL_LEVELSURFACE_H

#include "Geometry/Level/LevelField.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Where a triangle of a body's surface comes from.
enum class SurfaceOrigin : std::uint8_t
{
  Level = 0,  ///< cut through the densities
  Domain = 1, ///< boundary of the domain
  Void = 2,   ///< face of a void region
  Solid = 3   ///< face of a solid region
};

/// The boundary of a body at a level, closed and oriented outward.
struct LevelSurface
{
  TriangleMesh mesh;
  std::vector<std::uint8_t> origins; ///< a SurfaceOrigin for each triangle
  /// Per triangle: the side, as in HexFaces, whose plane it lies in, seen from outside the body;
  /// for those of SurfaceOrigin::Level, HexFaces::None.
  std::vector<std::int64_t> sides;
  /// Per triangle; 0 is the largest, and all until they are found.
  std::vector<std::int32_t> pieces;
  /// Per point, a vertex of the field that is inside or solid and next to it: points of one piece
  /// have vertices of one piece.
  std::vector<std::int32_t> anchors;
};

/**
 * Marches the tetrahedra of a field at a level and closes what they leave open at the boundary of
 * the domain and at the faces of the solid region. Points are identified by the edge they are on,
 * not by where they are.
 */
LevelSurface extractSurface(const LevelField& field, double level);

/// Leaves out triangles and points, but none that a triangle that stays has for a corner; the
/// others stay in order. @param triangles,points nonzero for each that stays
void keepParts(LevelSurface& surface, const std::vector<std::uint8_t>& triangles,
  const std::vector<std::uint8_t>& points);

/// Pieces of the body, not of its surface: a hollow piece is one. One value per vertex of the
/// field, the least vertex of its piece; vertices outside stand for themselves.
std::vector<std::int32_t> findPieces(const LevelField& field, double level);
}

#endif
