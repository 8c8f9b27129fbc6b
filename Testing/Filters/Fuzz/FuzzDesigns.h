#ifndef TRABECULA_TESTING_FILTERS_FUZZDESIGNS_H
#define TRABECULA_TESTING_FILTERS_FUZZDESIGNS_H

#include "FuzzRandom.h"

#include <functional>
#include <string>

namespace trabecula::testing
{
/**
 * Runs an optimization of a random valid part: a box, an L or a box with a hole, of hexahedra,
 * tetrahedra, quadratic cells or voxels, meshfree or as a patch, with random supports, loads,
 * objective, bounds and settings. The design is then checked independently of the library (see
 * FuzzDesignCheck.h).
 *
 * @param announce receives a description of the case, for messages
 * @return what is wrong: an error other than a refusal with a reason, or a design that is detached,
 * worse than its start or beyond a bound without the field array DesignFault and a corresponding
 * Status; else empty
 */
std::string runDesignCase(
  FuzzRandom& random, const std::function<void(const std::string&)>& announce);
}

#endif
