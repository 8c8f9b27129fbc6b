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
/// The fraction of each element inside of the part from which the mesh was made.
struct PartShares
{
  std::vector<double> fractions; ///< one per element; empty means that there is no such part
  /// One per element, nonzero for elements that were not designed and have no density; empty means
  /// that all were designed.
  std::vector<std::uint8_t> isLeftOut;
};

/**
 * Densities of a design divided by the fractions of its elements in a part, continued beyond the
 * part's surface, so that the contour meets this surface at an angle instead of following it. In
 * two layers, elements without density get the mean of those around them.
 *
 * @param density one per element, with the fraction as a factor
 */
std::vector<double> continuedDensity(const Mesh& mesh, const std::vector<double>& density,
  const std::vector<DesignRegion>& regions, const PartShares& shares);

/// Signed distances of the vertices of a field from a part, for LevelField::partDistances. Far from
/// the surface of the part, only their sign is meaningful.
std::vector<double> distancesFromPart(
  const LevelField& field, const PartShape& part, const PartShares& shares);
}

#endif
