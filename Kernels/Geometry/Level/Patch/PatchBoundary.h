#ifndef TRABECULA_GEOMETRY_LEVEL_PATCH_PATCHBOUNDARY_H
#define TRABECULA_GEOMETRY_LEVEL_PATCH_PATCHBOUNDARY_H

#include "Mesh/Nurbs/NurbsPatch.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * The boundary of the body where a level set on a patch is positive: its zero contour, closed by
 * the parts of the sides of the patch on which it is positive.
 *
 * It consists of closed curves with the body on their left in two dimensions, and of a closed
 * surface of triangles, anticlockwise seen from outside, in three. Points of the contour are on the
 * zero level of the exact level set, and on the exact patch.
 */
struct PatchBoundary
{
  int pointsPerCell = 2;             ///< 2: segments, 3: triangles
  std::vector<double> points;        ///< 3 each, length
  std::vector<double> parameters;    ///< of the points, 3 each
  std::vector<std::int32_t> cells;   ///< points of each cell
  std::vector<std::uint8_t> origins; ///< of each cell: 0 on the contour, 1 on a side of the patch
  /// In two dimensions, the first segment of each closed curve, whose segments are consecutive; one
  /// more than curves.
  std::vector<std::size_t> curves;

  std::size_t numberOfCells() const
  {
    return this->cells.size() / static_cast<std::size_t>(this->pointsPerCell);
  }
};

/**
 * @param levelSet coefficients, one per control point, positive in material
 * @param samples of the exact level set along each side of an element, at least 1
 */
PatchBoundary extractBoundary(
  const NurbsPatch& patch, const std::vector<double>& levelSet, int samples = 4);

/// Area inside of closed curves, length^2, or volume inside of a closed surface, length^3.
double enclosedMeasure(const PatchBoundary& boundary);
}

#endif
