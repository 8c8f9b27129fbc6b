#ifndef TRABECULA_GEOMETRY_LEVEL_WALLS_PARTFIELD_H
#define TRABECULA_GEOMETRY_LEVEL_WALLS_PARTFIELD_H

#include "Geometry/Level/LevelField.h"
#include "Geometry/Level/Walls/PartShape.h"
#include "Mesh/DesignRegion.h"
#include "Mesh/Mesh.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// The share of each element that lies in the part that the elements were made of.
struct PartShares
{
  std::vector<double> fractions; ///< one per element; empty means that there is no such part
  /// One per element, nonzero for those that took no part in the design and have no density; empty
  /// means that all did.
  std::vector<std::uint8_t> isLeftOut;
};

/**
 * Densities of a design without the shares of its elements in a part, continued beyond the part's
 * surface: its contour then meets this surface at an angle, instead of following it. Elements
 * without density take the mean of those around them, two layers deep.
 *
 * @param density one per element, with the share as a factor
 */
std::vector<double> continuedDensity(const Mesh& mesh, const std::vector<double>& density,
  const std::vector<DesignRegion>& regions, const PartShares& shares);

/// Signed distances of the vertices of a field from a part, for LevelField::partDistances. Those
/// far from its surface have only the right sign.
std::vector<double> distancesFromPart(
  const LevelField& field, const PartShape& part, const PartShares& shares);
}

#endif
