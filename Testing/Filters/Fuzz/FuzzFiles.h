#ifndef TRABECULA_TESTING_FILTERS_FUZZFILES_H
#define TRABECULA_TESTING_FILTERS_FUZZFILES_H

#include "FuzzRandom.h"

#include <sys/types.h>

#include <functional>
#include <string>

namespace trabecula::testing
{
/// Announces the next step of a case, and whether a reader of VTK performs it, whose behavior with
/// a damaged file is not tested here.
using FileStep = std::function<void(const std::string& text, bool isForeign)>;

/// Returns the folder of a process, which the watching process removes.
std::string fuzzFolder(pid_t process);

/// Damages a file (bits, bytes, its end), reads it and passes the result to a filter.
/// @return what is wrong; empty if nothing is
std::string runFileCase(FuzzRandom& random, const FileStep& step);
}

#endif
