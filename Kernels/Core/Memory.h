#ifndef TRABECULA_CORE_MEMORY_H
#define TRABECULA_CORE_MEMORY_H

#include "Core/Space.h"

#include <cstddef>

namespace trabecula
{
/**
 * Raw memory of an execution space.
 *
 * Operations are ordered with the kernels of the space; those that access host memory return after
 * completion.
 */
template <class Space>
struct Memory
{
  /// Null for no bytes. @throws Error with the number of requested bytes.
  static void* allocate(std::size_t bytes);
  static void release(void* pointer, std::size_t bytes) noexcept;
  static void copyFromHost(void* target, const void* source, std::size_t bytes);
  static void copyToHost(void* target, const void* source, std::size_t bytes);
  static void copy(void* target, const void* source, std::size_t bytes);
  static void zero(void* target, std::size_t bytes);
  /// Waits for all submitted work of the space. @throws Error if any of it failed.
  static void synchronize();
  /// Bytes that the calling thread has allocated and not released.
  static std::size_t allocatedByThisThread();
  /// Maximum of allocatedByThisThread() since the last call of startPeak() by the thread.
  static std::size_t peakOfThisThread();
  static void startPeak();
};

/// memcpy() by all threads if it is large.
void copyByThreads(void* target, const void* source, std::size_t bytes);

template <>
void* Memory<HostSpace>::allocate(std::size_t bytes);
template <>
void Memory<HostSpace>::release(void* pointer, std::size_t bytes) noexcept;
template <>
void Memory<HostSpace>::copyFromHost(void* target, const void* source, std::size_t bytes);
template <>
void Memory<HostSpace>::copyToHost(void* target, const void* source, std::size_t bytes);
template <>
void Memory<HostSpace>::copy(void* target, const void* source, std::size_t bytes);
template <>
void Memory<HostSpace>::zero(void* target, std::size_t bytes);
template <>
void Memory<HostSpace>::synchronize();
template <>
std::size_t Memory<HostSpace>::allocatedByThisThread();
template <>
std::size_t Memory<HostSpace>::peakOfThisThread();
template <>
void Memory<HostSpace>::startPeak();
template <>
void* Memory<CudaSpace>::allocate(std::size_t bytes);
template <>
void Memory<CudaSpace>::release(void* pointer, std::size_t bytes) noexcept;
template <>
void Memory<CudaSpace>::copyFromHost(void* target, const void* source, std::size_t bytes);
template <>
void Memory<CudaSpace>::copyToHost(void* target, const void* source, std::size_t bytes);
template <>
void Memory<CudaSpace>::copy(void* target, const void* source, std::size_t bytes);
template <>
void Memory<CudaSpace>::zero(void* target, std::size_t bytes);
template <>
void Memory<CudaSpace>::synchronize();
template <>
std::size_t Memory<CudaSpace>::allocatedByThisThread();
template <>
std::size_t Memory<CudaSpace>::peakOfThisThread();
template <>
void Memory<CudaSpace>::startPeak();
}

#endif
