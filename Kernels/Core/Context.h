#ifndef TRABECULA_CORE_CONTEXT_H
#define TRABECULA_CORE_CONTEXT_H

#include "Core/Communication/Communicator.h"
#include "Core/Device.h"
#include "Core/Memory.h"
#include "Core/Vectors/DeviceVector.h"
#include "Core/Vectors/Workspace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace trabecula
{
/**
 * Execution context of one part: a device, a stream of it, scratch memory, and the communicator of
 * the parts that solve one problem together. It is made at the top and passed down; a process may
 * have several, on one or on several devices. Everything that computes keeps a reference to its
 * context and must not outlive it.
 *
 * A context is a handle to a stream: submitting work does not change it, so that it is passed as a
 * constant. It may be used by one thread at a time.
 */
template <class Space>
class Context
{
public:
  /// @param communicator null means the communicator of size one
  explicit Context(
    const Device& device = Device(), std::shared_ptr<const Communicator> communicator = nullptr);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  const Device& device() const { return this->UsedDevice; }
  /// The device with the memory that is free on it now.
  Device presentDevice() const;
  const Communicator& communicator() const { return *this->Parts; }
  /// Whether several parts solve one problem.
  bool isDistributed() const { return this->Parts->size() > 1; }
  /// Whether data of several parts can stay on their devices while they are exchanged or combined.
  bool reachesDevices() const
  {
    return Space::Id == ExecutionSpace::Cuda && this->isDistributed() &&
      this->Parts->reachesDevices();
  }
  /// Whether work of this part can read memory of the contexts of all others in place.
  bool readsParts() const { return this->isDistributed() && this->Parts->readsParts(); }
  /// @throws Error if several parts solve one problem. @param what name of the method that does not
  /// support several parts, as in "Level sets"
  void requireSinglePart(const char* what) const;
  /// Whether the condition is true on any part.
  bool any(bool here) const;
  /// Replaces numbers on the host by their sums over all parts.
  void sumOverParts(double* values, std::size_t count) const { this->Parts->sum(values, count); }
  Workspace<Space>& workspace() const { return this->Scratch; }

  /// Null for no bytes. @throws Error with the number of bytes if there is too little memory
  void* allocate(std::size_t bytes) const;
  void release(void* pointer, std::size_t bytes) const noexcept;
  /// Bytes that were allocated by this context and not released.
  std::size_t allocated() const { return this->Allocated; }
  /// Maximum of allocated() since the last call of startPeak().
  std::size_t peak() const { return this->Peak; }
  void startPeak() const { this->Peak = this->Allocated; }

  /// Copies are ordered with the work of the stream; those that access host memory return after
  /// completion.
  void copyFromHost(void* target, const void* source, std::size_t bytes) const;
  void copyToHost(void* target, const void* source, std::size_t bytes) const;
  void copy(void* target, const void* source, std::size_t bytes) const;
  void zero(void* target, std::size_t bytes) const;
  /// Waits for all work of the stream. @throws Error if any of it failed
  void synchronize() const;

  /**
   * Combines value(i) over i in [0, n) of this part and then over all parts, and calls
   * finish(result) on the device. Results of parts are combined here alone, and by sumOverParts()
   * and any() for numbers that are on the host already. n may differ between parts.
   *
   * value is called once for each i. value and finish may write to device memory. With a single
   * part, and where the communicator reaches devices, nothing is copied to the host. Within a part
   * the order of operations depends on n alone, and results of parts are added in the order of
   * their ranks.
   * Defined in Core/Parallel.h.
   *
   * @param combine AddSums or Maximum
   */
  template <class T, class Value, class Combine, class Finish>
  void reduce(std::int64_t n, T identity, Value value, Combine combine, Finish finish) const;
  /// As above, but returns the result on the host.
  template <class T, class Value, class Combine>
  T reduce(std::int64_t n, T identity, Value value, Combine combine) const;

  /// The stream to which work is submitted at present, a cudaStream_t; null on the host. Its device
  /// becomes the current one of the calling thread.
  void* stream() const;

  /// A stream of the context with its memory for reductions.
  class Lane;
  /// Replaces the lane to which work is submitted; for Streams alone.
  /// @return the previous lane
  Lane* exchangeLane(Lane* lane) const { return std::exchange(this->Present, lane); }
  /// The lane to which work is submitted at present. GraphCapture replaces its stream.
  Lane& lane() const { return *this->Present; }

private:
  Device UsedDevice;
  std::shared_ptr<const Communicator> Parts;
  mutable std::size_t Allocated = 0;
  mutable std::size_t Peak = 0;
  mutable Workspace<Space> Scratch{ *this };
  mutable Lane* Present = nullptr; // null until the first lane is made
  std::unique_ptr<Lane> Main;
};

/// A stream with memory for the partial results of reductions.
template <class Space>
class Context<Space>::Lane
{
public:
  /// Largest size of a value that is reduced, bytes.
  static constexpr std::size_t LargestValue = 5 * sizeof(double);
  /// Largest number of partial results.
  static constexpr std::int64_t MostPartials = 1024;

  explicit Lane(const Context& context);
  ~Lane();
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  void* stream = nullptr; ///< a cudaStream_t; null on the host
  DeviceVector<double, Space> partials;
  /// Of one reduction: of this part, then of all parts.
  DeviceVector<double, Space> result;
  /// Number of blocks of threads that have written their partial result.
  DeviceVector<unsigned, Space> arrived;

private:
  void* Own = nullptr; ///< the stream that is destroyed with the lane
  const Context& Owner;
};
}

#endif
