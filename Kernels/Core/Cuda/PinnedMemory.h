#ifndef TRABECULA_CORE_CUDA_PINNEDMEMORY_H
#define TRABECULA_CORE_CUDA_PINNEDMEMORY_H

// For CUDA sources only.

#include <cstddef>

namespace trabecula
{
/// Memory of the host that devices copy from and to directly. It grows and is kept; no copy may be
/// under way when it grows or is destroyed.
class PinnedMemory
{
public:
  PinnedMemory() = default;
  ~PinnedMemory();
  PinnedMemory(const PinnedMemory&) = delete;
  PinnedMemory& operator=(const PinnedMemory&) = delete;

  /// Ensures a size of at least the given bytes; contents are undefined afterwards.
  /// @throws Error with the number of bytes if there is too little memory
  void reserve(std::size_t bytes);
  void* data() const { return this->Pointer; }

private:
  void release() noexcept;

  void* Pointer = nullptr;
  std::size_t Size = 0;
};
}

#endif
