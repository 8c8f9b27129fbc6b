#ifndef TRABECULA_TESTING_KERNELS_FILEFAULTS_H
#define TRABECULA_TESTING_KERNELS_FILEFAULTS_H

// This file simulates failures of the system's file functions. The linker's --wrap redirects the
// calls of the program to wrappers that count them; see fileCalls.cmake for the names.

#include <string>

namespace trabecula::testing
{
enum class FileFault
{
  Once,     ///< the call fails, and later ones succeed
  FromThen, ///< this and all later calls that require disk space fail, as on a full disk
  Kill      ///< the process is killed before the call
};

/// Makes the given call, counted from now on, fail; 0 means none. A write that fails writes half of
/// its data.
/// @param code errno of the failure
void failFileCall(long number, FileFault fault = FileFault::Once, int code = 28);

/// Returns the number of calls since the last failFileCall().
long numberOfFileCalls();

/// Returns the name of the function that failed first; empty if none did.
std::string failedFileCall();
}

#endif
