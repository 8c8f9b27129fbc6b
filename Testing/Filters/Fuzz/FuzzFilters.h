#ifndef TRABECULA_TESTING_FILTERS_FUZZFILTERS_H
#define TRABECULA_TESTING_FILTERS_FUZZFILTERS_H

#include "FuzzInputs.h"

#include <functional>
#include <string>

namespace trabecula::testing
{
/// Gives an input to a filter, or a chain of filters, with settings of any kind, twice.
/// @param description is extended by what is done, and announced before it is
/// @return what is wrong with what they did; empty if nothing is
std::string runFuzzCase(const FuzzInput& input, FuzzRandom& random, std::string& description,
  const std::function<void(const std::string&)>& announce);
}

#endif
