#ifndef TRABECULA_CORE_RECORDING_H
#define TRABECULA_CORE_RECORDING_H

#include "Core/Space.h"

#include <functional>

namespace trabecula
{
/**
 * Work that is given to a space over and over: on CUDA it is captured as a graph, which costs one
 * launch however many kernels there are; on the host it is called.
 *
 * Pointers and numbers are those of the time of recording. The work may not allocate, copy to or
 * from host memory, or wait.
 */
template <class Space>
class Recording
{
public:
  /// @throws Error if the work cannot be captured, and whatever it throws.
  explicit Recording(std::function<void()> work);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  /// Asynchronous, and in order with other work of the space.
  void play();

private:
  std::function<void()> Work; ///< on the host
  void* Graph = nullptr;      ///< on CUDA
};
}

#endif
