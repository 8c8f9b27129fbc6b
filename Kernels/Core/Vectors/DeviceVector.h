#ifndef TRABECULA_CORE_VECTORS_DEVICEVECTOR_H
#define TRABECULA_CORE_VECTORS_DEVICEVECTOR_H

#include "Core/Execution/ZeroVector.h"

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace trabecula
{
template <class Space>
class Context;

/// A fixed-size array in the memory of a context, which must outlive it. Its values are undefined
/// until written. Copies are ordered with the work of the context.
template <class T, class Space>
class DeviceVector
{
  static_assert(std::is_trivially_copyable_v<T>, "device memory holds plain data");

public:
  /// Empty, without a context.
  DeviceVector() = default;
  DeviceVector(const Context<Space>& context, std::size_t size)
    : Owner(&context), Pointer(static_cast<T*>(context.allocate(size * sizeof(T)))), Size(size)
  {
  }
  DeviceVector(const Context<Space>& context, const std::vector<T>& values)
    : DeviceVector(context, values.size())
  {
    this->assign(values);
  }
  ~DeviceVector() { this->reset(); }
  DeviceVector(const DeviceVector&) = delete;
  DeviceVector& operator=(const DeviceVector&) = delete;
  DeviceVector(DeviceVector&& other) noexcept { this->swap(other); }
  DeviceVector& operator=(DeviceVector&& other) noexcept
  {
    this->swap(other);
    return *this;
  }

  T* data() { return this->Pointer; }
  const T* data() const { return this->Pointer; }
  std::size_t size() const { return this->Size; }
  std::size_t bytes() const { return this->Size * sizeof(T); }
  /// The vector must not be empty.
  const Context<Space>& context() const { return *this->Owner; }

  void swap(DeviceVector& other) noexcept
  {
    std::swap(this->Owner, other.Owner);
    std::swap(this->Pointer, other.Pointer);
    std::swap(this->Size, other.Size);
  }
  /// Releases the memory; the vector is empty afterwards.
  void reset() noexcept
  {
    if (this->Pointer)
    {
      this->Owner->release(this->Pointer, this->bytes());
    }
    this->Pointer = nullptr;
    this->Size = 0;
  }
  void zero()
  {
    if (this->Pointer)
    {
      this->Owner->zero(this->Pointer, this->bytes());
    }
  }
  /// Copies from host memory; values has the size of this vector.
  void assign(const std::vector<T>& values)
  {
    if (this->Pointer)
    {
      this->Owner->copyFromHost(this->Pointer, values.data(), this->bytes());
    }
  }
  /// Copies from a vector of the same context and size.
  void copy(const DeviceVector& other)
  {
    if (this->Pointer)
    {
      this->Owner->copy(this->Pointer, other.Pointer, this->bytes());
    }
  }
  std::vector<T> toHost() const
  {
    auto values = zeroVector<T>(this->Size);
    if (this->Pointer)
    {
      this->Owner->copyToHost(values.data(), this->Pointer, this->bytes());
    }
    return values;
  }

private:
  const Context<Space>* Owner = nullptr;
  T* Pointer = nullptr;
  std::size_t Size = 0;
};
}

#endif
