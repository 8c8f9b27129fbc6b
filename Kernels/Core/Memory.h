#ifndef TRABECULA_CORE_MEMORY_H
#define TRABECULA_CORE_MEMORY_H

#include "Core/Space.h"

#include <cstddef>

namespace trabecula
{
/**
 * Raw memory of an execution space, on the current device of the calling thread. Context is its
 * only caller; everything else allocates and copies by a context.
 *
 * Operations are ordered with the kernels of a stream, null on the host; those that access host
 * memory return after completion.
 */
template <class Space>
struct Memory
{
  /// Null for no bytes. @throws Error with the number of requested bytes.
  static void* allocate(std::size_t bytes);
  static void release(void* pointer) noexcept;
  static void copyFromHost(void* target, const void* source, std::size_t bytes, void* stream);
  static void copyToHost(void* target, const void* source, std::size_t bytes, void* stream);
  static void copy(void* target, const void* source, std::size_t bytes, void* stream);
  static void zero(void* target, std::size_t bytes, void* stream);
  /// Waits for all submitted work of the stream. @throws Error if any of it failed.
  static void synchronize(void* stream);
};

/// memcpy() by all threads if it is large.
void copyByThreads(void* target, const void* source, std::size_t bytes);
/// memset() to zero by all threads if it is large.
void fillZeros(void* target, std::size_t bytes);

template <>
void* Memory<HostSpace>::allocate(std::size_t bytes);
template <>
void Memory<HostSpace>::release(void* pointer) noexcept;
template <>
void Memory<HostSpace>::copyFromHost(
  void* target, const void* source, std::size_t bytes, void* stream);
template <>
void Memory<HostSpace>::copyToHost(
  void* target, const void* source, std::size_t bytes, void* stream);
template <>
void Memory<HostSpace>::copy(void* target, const void* source, std::size_t bytes, void* stream);
template <>
void Memory<HostSpace>::zero(void* target, std::size_t bytes, void* stream);
template <>
void Memory<HostSpace>::synchronize(void* stream);
template <>
void* Memory<CudaSpace>::allocate(std::size_t bytes);
template <>
void Memory<CudaSpace>::release(void* pointer) noexcept;
template <>
void Memory<CudaSpace>::copyFromHost(
  void* target, const void* source, std::size_t bytes, void* stream);
template <>
void Memory<CudaSpace>::copyToHost(
  void* target, const void* source, std::size_t bytes, void* stream);
template <>
void Memory<CudaSpace>::copy(void* target, const void* source, std::size_t bytes, void* stream);
template <>
void Memory<CudaSpace>::zero(void* target, std::size_t bytes, void* stream);
template <>
void Memory<CudaSpace>::synchronize(void* stream);
}

#endif
