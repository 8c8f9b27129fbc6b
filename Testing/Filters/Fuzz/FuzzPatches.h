#ifndef TRABECULA_TESTING_FILTERS_FUZZPATCHES_H
#define TRABECULA_TESTING_FILTERS_FUZZPATCHES_H

#include "FuzzRandom.h"

#include <functional>
#include <string>

namespace trabecula::testing
{
/// Makes a NURBS patch of any settings, does a few things to its control points, arrays, knots and
/// degrees, and gives it, or an image, to the level-set optimization, twice.
/// @param announce is told what is done before it is
/// @return what is wrong; empty if nothing is
std::string runPatchCase(
  FuzzRandom& random, const std::function<void(const std::string&)>& announce);
}

#endif
