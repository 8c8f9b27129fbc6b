#include "Support/Faults/CudaFaults.h"

#include <atomic>
#include <mutex>

#include <cuda_runtime_api.h>

namespace trabecula::testing
{
namespace
{
std::mutex Mutex;
long Calls = 0;
long FailingCall = 0;
CudaFault Kind = CudaFault::Once;
std::string Named;
std::string Failed;

std::atomic<bool> IsLost{ false };
/// The error that cudaGetLastError() returns to this thread.
thread_local cudaError_t LastError = cudaSuccess;

std::atomic<long> Allocations{ 0 };
std::atomic<long> Streams{ 0 };
std::atomic<long> Graphs{ 0 };
std::atomic<long> Executables{ 0 };
std::atomic<long> Pinned{ 0 };
std::atomic<long> Events{ 0 };

constexpr cudaError_t Fault = cudaErrorLaunchFailure;

/// Counts a call. @return whether it must fail
bool fails(const char* name)
{
  const std::lock_guard<std::mutex> lock(Mutex);
  if (!Named.empty() && Named != name)
  {
    return false;
  }
  ++Calls;
  const bool now =
    FailingCall > 0 && (Kind == CudaFault::Once ? Calls == FailingCall : Calls >= FailingCall);
  if (now && Failed.empty())
  {
    Failed = name;
    IsLost = Kind == CudaFault::FromThen;
  }
  return now;
}

cudaError_t fail(cudaError_t error = Fault)
{
  LastError = error;
  return error;
}

/// Executes a call that has no effect if it fails.
template <class Function, class... Arguments>
cudaError_t call(const char* name, Function function, Arguments... arguments)
{
  return fails(name) ? fail() : function(arguments...);
}

/// Executes a call that acquires a resource.
template <class Function, class... Arguments>
cudaError_t acquire(const char* name, std::atomic<long>& count, cudaError_t error,
  Function function, Arguments... arguments)
{
  if (fails(name))
  {
    return fail(error);
  }
  const cudaError_t result = function(arguments...);
  count += result == cudaSuccess ? 1 : 0;
  return result;
}

/// Executes a call that takes effect even if it reports a failure, which is often one of earlier
/// work.
template <class Function, class... Arguments>
cudaError_t finish(const char* name, Function function, Arguments... arguments)
{
  const cudaError_t result = function(arguments...);
  return fails(name) ? fail() : result;
}

template <class Function, class Handle>
cudaError_t release(const char* name, std::atomic<long>& count, Function function, Handle handle)
{
  count -= handle ? 1 : 0;
  return finish(name, function, handle);
}
}

void failCudaCall(long number, CudaFault fault, const std::string& named)
{
  const std::lock_guard<std::mutex> lock(Mutex);
  Calls = 0;
  FailingCall = number;
  Kind = fault;
  Named = named;
  Failed.clear();
  IsLost = false;
}

long numberOfCudaCalls()
{
  const std::lock_guard<std::mutex> lock(Mutex);
  return Calls;
}

std::string failedCudaCall()
{
  const std::lock_guard<std::mutex> lock(Mutex);
  return Failed;
}

CudaHandles cudaHandles()
{
  return { Allocations, Streams, Graphs, Executables, Pinned, Events };
}
}

using namespace trabecula::testing;

// The linker generates these names.

#define TRABECULA_DECLARE(name, parameters)                                                        \
  extern "C" cudaError_t __real_##name parameters;                                                 \
  extern "C" cudaError_t __wrap_##name parameters;                                                 \
  extern "C" cudaError_t __wrap_##name parameters

#define TRABECULA_CALL(name, parameters, ...)                                                      \
  TRABECULA_DECLARE(name, parameters)                                                              \
  {                                                                                                \
    return call(#name, __real_##name, __VA_ARGS__);                                                \
  }

#define TRABECULA_ACQUIRE(name, count, error, parameters, ...)                                     \
  TRABECULA_DECLARE(name, parameters)                                                              \
  {                                                                                                \
    return acquire(#name, count, error, __real_##name, __VA_ARGS__);                               \
  }

#define TRABECULA_RELEASE(name, count, Handle)                                                     \
  TRABECULA_DECLARE(name, (Handle handle))                                                         \
  {                                                                                                \
    return release(#name, count, __real_##name, handle);                                           \
  }

TRABECULA_ACQUIRE(cudaMalloc, Allocations, cudaErrorMemoryAllocation,
  (void** pointer, size_t bytes), pointer, bytes)
TRABECULA_RELEASE(cudaFree, Allocations, void*)
// These functions allocate Thrust's temporary memory.
TRABECULA_ACQUIRE(cudaMallocAsync, Allocations, cudaErrorMemoryAllocation,
  (void** pointer, size_t bytes, cudaStream_t stream), pointer, bytes, stream)
TRABECULA_DECLARE(cudaFreeAsync, (void* pointer, cudaStream_t stream))
{
  Allocations -= pointer ? 1 : 0;
  return finish("cudaFreeAsync", __real_cudaFreeAsync, pointer, stream);
}
TRABECULA_ACQUIRE(cudaHostAlloc, Pinned, cudaErrorMemoryAllocation,
  (void** pointer, size_t bytes, unsigned flags), pointer, bytes, flags)
TRABECULA_RELEASE(cudaFreeHost, Pinned, void*)
TRABECULA_ACQUIRE(
  cudaEventCreateWithFlags, Events, Fault, (cudaEvent_t * event, unsigned flags), event, flags)
TRABECULA_RELEASE(cudaEventDestroy, Events, cudaEvent_t)
TRABECULA_CALL(cudaEventRecord, (cudaEvent_t event, cudaStream_t stream), event, stream)
TRABECULA_CALL(cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned flags),
  stream, event, flags)
TRABECULA_CALL(cudaMemGetInfo, (size_t * available, size_t* total), available, total)
TRABECULA_CALL(cudaMemcpyAsync,
  (void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream), to, from,
  bytes, kind, stream)
TRABECULA_CALL(cudaMemsetAsync, (void* to, int value, size_t bytes, cudaStream_t stream), to, value,
  bytes, stream)

TRABECULA_CALL(cudaMemcpyPeerAsync,
  (void* to, int toDevice, const void* from, int fromDevice, size_t bytes, cudaStream_t stream), to,
  toDevice, from, fromDevice, bytes, stream)
TRABECULA_CALL(cudaDeviceCanAccessPeer, (int* can, int device, int peer), can, device, peer)
TRABECULA_CALL(cudaDeviceEnablePeerAccess, (int peer, unsigned flags), peer, flags)

TRABECULA_CALL(cudaGetDeviceCount, (int* count), count)
TRABECULA_CALL(
  cudaGetDeviceProperties, (cudaDeviceProp * properties, int device), properties, device)
TRABECULA_CALL(cudaGetDevice, (int* device), device)
TRABECULA_CALL(cudaSetDevice, (int device), device)
TRABECULA_CALL(cudaDeviceGetAttribute, (int* value, cudaDeviceAttr attribute, int device), value,
  attribute, device)

TRABECULA_CALL(cudaFuncSetAttribute, (const void* kernel, cudaFuncAttribute attribute, int value),
  kernel, attribute, value)
TRABECULA_CALL(
  cudaFuncGetAttributes, (cudaFuncAttributes * attributes, const void* kernel), attributes, kernel)
TRABECULA_CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
  (int* blocks, const void* kernel, int threads, size_t shared, unsigned flags), blocks, kernel,
  threads, shared, flags)
TRABECULA_CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor,
  (int* blocks, const void* kernel, int threads, size_t shared), blocks, kernel, threads, shared)
TRABECULA_CALL(cudaLaunchKernel,
  (const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared, cudaStream_t stream),
  kernel, grid, block, arguments, shared, stream)
TRABECULA_CALL(cudaLaunchKernelExC,
  (const cudaLaunchConfig_t* configuration, const void* kernel, void** arguments), configuration,
  kernel, arguments)
// These are the functions that kernel<<<...>>>() calls.
TRABECULA_CALL(__cudaLaunchKernel,
  (cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, size_t shared,
    cudaStream_t stream),
  kernel, grid, block, arguments, shared, stream)

TRABECULA_ACQUIRE(
  cudaStreamCreateWithFlags, Streams, Fault, (cudaStream_t * stream, unsigned flags), stream, flags)
TRABECULA_RELEASE(cudaStreamDestroy, Streams, cudaStream_t)
TRABECULA_CALL(
  cudaStreamBeginCapture, (cudaStream_t stream, cudaStreamCaptureMode mode), stream, mode)
TRABECULA_ACQUIRE(cudaGraphInstantiate, Executables, Fault,
  (cudaGraphExec_t * executable, cudaGraph_t graph, unsigned long long flags), executable, graph,
  flags)
TRABECULA_CALL(cudaGraphExecUpdate,
  (cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* info), executable,
  graph, info)
TRABECULA_RELEASE(cudaGraphExecDestroy, Executables, cudaGraphExec_t)
TRABECULA_RELEASE(cudaGraphDestroy, Graphs, cudaGraph_t)
TRABECULA_CALL(
  cudaGraphLaunch, (cudaGraphExec_t executable, cudaStream_t stream), executable, stream)

TRABECULA_DECLARE(cudaStreamSynchronize, (cudaStream_t stream))
{
  return finish("cudaStreamSynchronize", __real_cudaStreamSynchronize, stream);
}

TRABECULA_DECLARE(cudaEventSynchronize, (cudaEvent_t event))
{
  return finish("cudaEventSynchronize", __real_cudaEventSynchronize, event);
}

TRABECULA_DECLARE(cudaDeviceSynchronize, ())
{
  return finish("cudaDeviceSynchronize", __real_cudaDeviceSynchronize);
}

/// An invalid capture ends without a graph.
TRABECULA_DECLARE(cudaStreamEndCapture, (cudaStream_t stream, cudaGraph_t* graph))
{
  const cudaError_t result = __real_cudaStreamEndCapture(stream, graph);
  Graphs += result == cudaSuccess && *graph ? 1 : 0;
  if (!fails("cudaStreamEndCapture"))
  {
    return result;
  }
  if (result == cudaSuccess && *graph)
  {
    --Graphs;
    (void)__real_cudaGraphDestroy(*graph);
    *graph = nullptr;
  }
  return fail();
}

TRABECULA_DECLARE(cudaPeekAtLastError, ())
{
  return LastError != cudaSuccess ? LastError : __real_cudaPeekAtLastError();
}

TRABECULA_DECLARE(cudaGetLastError, ())
{
  const cudaError_t own = LastError;
  // The error of a lost device persists.
  LastError = IsLost ? own : cudaSuccess;
  const cudaError_t real = __real_cudaGetLastError();
  return own != cudaSuccess ? own : real;
}
