#ifndef TRABECULA_TESTING_KERNELS_FILEFAULTS_H
#define TRABECULA_TESTING_KERNELS_FILEFAULTS_H

// Failures of the system's functions for files. The linker's --wrap redirects the calls of the
// program to wrappers that count them; see fileCalls.cmake for the names.

#include <string>

namespace trabecula::testing
{
enum class FileFault
{
  Once,     ///< the call fails, those after it succeed
  FromThen, ///< all calls from it on that need room on the disk fail, as on a full disk
  Kill      ///< the process is killed before the call
};

/// The number-th call from now on fails; 0 means none. A write that fails has written a half.
/// @param code errno of the failure
void failFileCall(long number, FileFault fault = FileFault::Once, int code = 28);

/// Calls since the last failFileCall().
long numberOfFileCalls();

/// Name of the function that failed first; empty if none did.
std::string failedFileCall();
}

#endif
