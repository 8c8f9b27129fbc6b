#ifndef TRABECULA_TESTING_FILTERS_FUZZPATCHES_H
#define TRABECULA_TESTING_FILTERS_FUZZPATCHES_H

#include "FuzzRandom.h"

#include <functional>
#include <string>

namespace trabecula::testing
{
/// Makes a NURBS patch with random settings, makes random changes to its control points, arrays,
/// knots and degrees, and passes it, or an image, twice to the level-set optimization.
/// @param announce receives each step before it is performed
/// @return what is wrong; empty if nothing is
std::string runPatchCase(
  FuzzRandom& random, const std::function<void(const std::string&)>& announce);
}

#endif
