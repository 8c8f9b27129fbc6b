#ifndef TRABECULA_TESTING_FILTERS_FUZZFILES_H
#define TRABECULA_TESTING_FILTERS_FUZZFILES_H

#include "FuzzRandom.h"

#include <functional>
#include <string>

namespace trabecula::testing
{
/// What a case is about to do, and whether VTK's own reader does it: what that does to a damaged
/// file is not this plugin's.
using FileStep = std::function<void(const std::string& text, bool isForeign)>;

/// Damages a file (bits, bytes, its end), reads it and gives what comes out to a filter.
/// @return what is wrong; empty if nothing is
std::string runFileCase(FuzzRandom& random, const FileStep& step);
}

#endif
