#ifndef TRABECULA_TESTING_FILTERS_FUZZFILES_H
#define TRABECULA_TESTING_FILTERS_FUZZFILES_H

#include "FuzzRandom.h"

#include <sys/types.h>

#include <functional>
#include <string>

namespace trabecula::testing
{
/// What a case is about to do, and whether VTK's own reader does it: what that does to a damaged
/// file is not this plugin's.
using FileStep = std::function<void(const std::string& text, bool isForeign)>;

/// Where a process has its files, which the one that watches it removes.
std::string fuzzFolder(pid_t process);

/// Damages a file (bits, bytes, its end), reads it and gives what comes out to a filter.
/// @return what is wrong; empty if nothing is
std::string runFileCase(FuzzRandom& random, const FileStep& step);
}

#endif
