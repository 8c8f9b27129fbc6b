#ifndef TRABECULA_TESTING_FILTERS_FUZZFILTERS_H
#define TRABECULA_TESTING_FILTERS_FUZZFILTERS_H

#include "FuzzInputs.h"

#include <functional>
#include <string>

namespace trabecula::testing
{
/// Passes an input twice to a filter or a chain of filters with random settings.
/// @param description is extended by each step, and announced before it
/// @return what is wrong with the results; empty if nothing is
std::string runFuzzCase(const FuzzInput& input, FuzzRandom& random, std::string& description,
  const std::function<void(const std::string&)>& announce);
}

#endif
