#ifndef TRABECULA_DESIGN_LEVELSET_LINKEDVALUES_H
#define TRABECULA_DESIGN_LEVELSET_LINKEDVALUES_H

#include "Design/LevelSet/CoefficientLinks.h"
#include "Mesh/DesignRegion.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Extends the regions that are not designed, in place: images of one that is fixed are so, too,
 * and so are, with a draw direction, coefficients towards the parting plane from solid and away
 * from it beyond void.
 *
 * @param regions one for each control point, or none
 * @throws Error if a coefficient would have to be solid and void
 */
void linkRegions(const CoefficientLinks& links, std::vector<DesignRegion>& regions);

/// Gives all coefficients of a group the least of them, so that each hole is in all images, in
/// place.
void linkStart(const CoefficientLinks& links, std::vector<double>& coefficients);

/// Marks all members of groups of which one is marked, in place.
void linkMarks(const CoefficientLinks& links, std::vector<std::uint8_t>& marks);
}

#endif
