#ifndef TRABECULA_DESIGN_LEVELSET_COEFFICIENTLINKS_H
#define TRABECULA_DESIGN_LEVELSET_COEFFICIENTLINKS_H

#include "Core/Space.h"
#include "Design/Stage/StageSettings.h"
#include "Mesh/Nurbs/NurbsPatch.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace trabecula
{
/**
 * Rows of control points along a direction of a patch, in which coefficients do not grow away from
 * a parting plane. As derivatives of B-splines are sums of differences of coefficients by functions
 * that are not negative, the level set does not grow away from the plane either, at any point.
 */
struct DrawnRows
{
  std::int64_t rows = 0;
  std::int64_t stride = 1; ///< between successive control points of a row
  std::int64_t count = 0;  ///< control points of a row
  /// First and last of those that have one coefficient, as their functions pass the parting plane;
  /// those before and after them do not grow outwards.
  std::int64_t low = 0;
  std::int64_t high = 0;

  /// The number of a control point of a row.
  TRABECULA_FUNCTION std::int64_t at(std::int64_t row, std::int64_t place) const
  {
    return row / this->stride * this->stride * this->count + row % this->stride +
      place * this->stride;
  }
};

/// How coefficients of a level set depend on each other by manufacturing constraints.
struct CoefficientLinks
{
  /// Control points whose coefficients are one variable, group after group, ascending in each;
  /// control points that have one of their own are in no group.
  std::vector<std::int32_t> members;
  /// Where groups start in members, and the end.
  std::vector<std::int32_t> starts = { 0 };
  std::optional<DrawnRows> rows;
  /// Rows along an extrusion, each of which is in one group.
  std::optional<DrawnRows> extruded;

  bool empty() const { return this->members.empty() && !this->rows; }
  std::size_t groups() const { return this->starts.size() - 1; }
};

/**
 * Links of the symmetry, the extrusion and the draw direction of the settings.
 *
 * Control points are images of one another if a symmetry of the parameters, which exchanges or
 * reverses directions, moves the net as the reflection or rotation does, to a millionth of its
 * size. Extrusion and draw need straight rows of control points of equal weights along their
 * direction.
 *
 * @throws Error naming the plane, the rotation or the direction that the patch does not have
 */
CoefficientLinks linksOf(const NurbsPatch& patch, const StageSettings& stages);
}

#endif
