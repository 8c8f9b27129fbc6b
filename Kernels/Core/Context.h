#ifndef TRABECULA_CORE_CONTEXT_H
#define TRABECULA_CORE_CONTEXT_H

#include "Core/Communicator.h"
#include "Core/Device.h"
#include "Core/Workspace.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace trabecula
{
/**
 * Execution context: a device and one of its streams, scratch memory, and the participating
 * processes. Models, solvers and responses keep a pointer to it and must not outlive it.
 *
 * Reductions go through it, and are over all ranks; within a rank the order of operations depends
 * on the number of entries alone.
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
  const Communicator& communicator() const { return *this->Ranks; }
  Workspace<Space>& workspace() { return this->Scratch; }

  /// Memory of the device, to be given to Memory::release(). @throws Error if there is too little
  void* allocate(std::size_t bytes) const;

  /// The sum of a[i] b[i] over all i in [0, n) with a nonzero mask; a null mask means all.
  double dot(std::int64_t n, const double* a, const double* b, const std::uint8_t* mask = nullptr);
  double dot(std::int64_t n, const float* a, const double* b);
  /// The sum of weights[i] a[places[i]] b[places[i]]; a null b stands for ones.
  double sparseDot(std::int64_t n, const std::int64_t* places, const double* weights,
    const double* a, const double* b);

  /// Makes the context's device current for the calling thread until destruction.
  class Use
  {
  public:
    explicit Use(const Context& context);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

  private:
    int Before;
  };

private:
  struct Reductions;

  Device UsedDevice;
  std::shared_ptr<const Communicator> Ranks;
  Workspace<Space> Scratch{ *this };
  std::unique_ptr<Reductions> Reduce;
};
}

#endif
