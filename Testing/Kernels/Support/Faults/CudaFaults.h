#ifndef TRABECULA_TESTING_KERNELS_CUDAFAULTS_H
#define TRABECULA_TESTING_KERNELS_CUDAFAULTS_H

// This file simulates failures of the CUDA runtime. The linker's --wrap redirects every call of the
// program, also those of Thrust and CUB, to wrappers that count calls and handles; see
// cudaCalls.cmake for the names.

#include <string>

namespace trabecula::testing
{
enum class CudaFault
{
  Once,    ///< the call fails, and later ones succeed
  FromThen ///< this and all later calls fail, as when a device is lost
};

/// Makes the given call of the runtime, counted from now on in all threads, fail; 0 means none.
/// @param named only calls of this function are counted; empty means all
void failCudaCall(long number, CudaFault fault = CudaFault::Once, const std::string& named = "");

/// Returns the number of calls since the last failCudaCall().
long numberOfCudaCalls();

/// Returns the name of the function that failed first; empty if none did.
std::string failedCudaCall();

/// Numbers of resources that have been acquired and not released.
struct CudaHandles
{
  long allocations = 0;
  long streams = 0;
  long graphs = 0;
  long executables = 0; ///< graphs that can be launched
  long pinned = 0;      ///< allocations of pinned memory
  long events = 0;

  std::string text() const
  {
    return std::to_string(this->allocations) + " allocations, " + std::to_string(this->streams) +
      " streams, " + std::to_string(this->graphs) + " graphs, " +
      std::to_string(this->executables) + " executable graphs, " + std::to_string(this->pinned) +
      " pinned allocations, " + std::to_string(this->events) + " events";
  }
};
CudaHandles cudaHandles();
}

#endif
