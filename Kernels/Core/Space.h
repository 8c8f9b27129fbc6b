#ifndef TRABECULA_CORE_SPACE_H
#define TRABECULA_CORE_SPACE_H

#include "Core/Device.h"

namespace trabecula
{
/// Tag of the host execution space: OpenMP threads on ordinary memory.
struct HostSpace
{
  static constexpr ExecutionSpace Id = ExecutionSpace::Host;
};

/// Tag of the CUDA execution space: one GPU and its memory. Templates are instantiated for it only
/// if the library is built with CUDA.
struct CudaSpace
{
  static constexpr ExecutionSpace Id = ExecutionSpace::Cuda;
};

/// The space that this translation unit is compiled for: written-once sources are compiled for each
/// space, and instantiate their templates for this one.
#ifdef __CUDACC__
using CompiledSpace = CudaSpace;
#else
using CompiledSpace = HostSpace;
#endif
}

/// Marks functions that are called from kernels of every space.
#ifdef __CUDACC__
#define TRABECULA_FUNCTION __host__ __device__ __forceinline__
/// Opens a lambda for forEach() and reduce(). It captures by value: copy members to locals first.
#define TRABECULA_LAMBDA [=] __device__
/// Unrolls the loop that follows.
#define TRABECULA_UNROLL _Pragma("unroll")
/// Prevents unrolling of the loop that follows.
#define TRABECULA_NO_UNROLL _Pragma("unroll 1")
#else
#define TRABECULA_FUNCTION inline __attribute__((always_inline))
#define TRABECULA_LAMBDA [=]
#define TRABECULA_UNROLL _Pragma("GCC unroll 8")
#define TRABECULA_NO_UNROLL
#endif

#endif
