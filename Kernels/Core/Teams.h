#ifndef TRABECULA_CORE_TEAMS_H
#define TRABECULA_CORE_TEAMS_H

// Loops with a team of threads per item, written once for both spaces; for the library's own
// sources. Include it from .inl, .cxx and .cu files only.

#include "Core/Parallel.h"

#ifndef __CUDACC__
#include <omp.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace detail
{
#ifdef __CUDACC__
/// The threads of a warp, or of a block if Size is larger.
template <int Size>
struct CudaTeam
{
  static constexpr int Threads = Size;

  int lane;

  /// Calls body(i) for i in [0, n), divided among the threads, and waits for all of them.
  template <class Body>
  __device__ __forceinline__ void each(int n, const Body& body) const
  {
    for (int i = this->lane; i < n; i += Size)
    {
      body(i);
    }
    this->wait();
  }

  /// Waits for all threads of the team; each of them must call this.
  __device__ __forceinline__ void wait() const
  {
    if (Size <= 32)
    {
      __syncwarp();
    }
    else
    {
      __syncthreads();
    }
  }
};

/// Bytes of shared memory that a block can have on the present device, at most the given number.
inline std::size_t sharedMemoryOfBlock(std::size_t most)
{
  int device = 0;
  int bytes = 0;
  checkCuda(cudaGetDevice(&device), "asking for the device");
  checkCuda(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
    "asking for the size of shared memory");
  return std::min(most, static_cast<std::size_t>(bytes));
}

template <int Size, class Work>
__global__ void __launch_bounds__(Size < 128 ? 128 : Size)
  runTeams(std::int64_t items, int scratchBytes, Work work)
{
  extern __shared__ double teamScratch[];
  const int team = static_cast<int>(threadIdx.x) / Size;
  const std::int64_t item = std::int64_t(blockIdx.x) * (blockDim.x / Size) + team;
  if (item < items)
  {
    work(item, CudaTeam<Size>{ static_cast<int>(threadIdx.x) % Size },
      reinterpret_cast<char*>(teamScratch) + std::int64_t(team) * scratchBytes);
  }
}
#else
/// A team of one thread.
struct HostTeam
{
  template <class Body>
  void each(int n, const Body& body) const
  {
    for (int i = 0; i < n; ++i)
    {
      body(i);
    }
  }
  void wait() const {}
};
#endif
}

/// Bytes of scratch that a team can have on GPUs since compute capability 8.0.
constexpr std::size_t MostTeamScratch = 96 * 1024;

/**
 * Calls work(item, team, scratch) for each item in [0, items).
 *
 * A team is a warp on CUDA, or a block of Size threads if that is more; on the host it is one
 * thread. All threads of a team call work with the same item; loops through team.each() are divided
 * among them. Variables that one thread writes for another are in scratch: scratchBytes of memory
 * aligned for doubles, undefined at first and shared by the team alone.
 *
 * @tparam Chunk items that a thread of the host takes at a time
 */
template <int Size, int Chunk = 64, class Space, class Work>
void forEachTeam(
  const Context<Space>& context, std::int64_t items, std::size_t scratchBytes, Work work)
{
  detail::requireCompiledSpace<Space>();
  const std::size_t aligned = (scratchBytes + 15) / 16 * 16;
  if (items == 0)
  {
    return;
  }
#ifdef __CUDACC__
  static_assert(Size % 32 == 0 && Size <= 1024, "a warp or whole warps");
  const cudaStream_t stream = streamOf(context); // on its device, whose attributes are asked for
  constexpr int MostTeams = Size < 128 ? 128 / Size : 1;
  const int teams = Size > 32 || aligned == 0
    ? MostTeams
    : std::max(1,
        std::min(
          MostTeams, static_cast<int>(detail::sharedMemoryOfBlock(MostTeamScratch) / aligned)));
  const auto bytes = static_cast<int>(aligned) * teams;
  const auto kernel = detail::runTeams<Size, Work>;
  if (bytes > 48 * 1024)
  {
    allowSharedMemory(
      context, reinterpret_cast<const void*>(kernel), static_cast<std::size_t>(bytes));
  }
  kernel<<<static_cast<unsigned>((items + teams - 1) / teams), Size * teams, bytes, stream>>>(
    items, static_cast<int>(aligned), work);
  checkCuda(cudaGetLastError(), "starting a loop of teams");
#else
  // One more cache line, so that threads share none.
  const std::size_t stride = aligned / sizeof(double) + 8;
  DeviceVector<double, Space> scratch(context, static_cast<std::size_t>(hostThreads()) * stride);
#pragma omp parallel for schedule(dynamic, Chunk) if (items >= 4 * Chunk)
  for (std::int64_t item = 0; item < items; ++item)
  {
    double* mine = scratch.data() + static_cast<std::size_t>(omp_get_thread_num()) * stride;
    work(item, detail::HostTeam(), reinterpret_cast<char*>(mine));
  }
#endif
}

/// Adds to a value of a team, to which other threads of the team add concurrently; a team of the
/// host has one thread, so that the addition is not atomic there.
TRABECULA_FUNCTION void addShared(double* sum, double value)
{
#ifdef __CUDA_ARCH__
  atomicAdd(sum, value);
#else
  *sum += value;
#endif
}
}

#endif
