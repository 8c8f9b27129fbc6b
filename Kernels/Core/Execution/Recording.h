#ifndef TRABECULA_CORE_EXECUTION_RECORDING_H
#define TRABECULA_CORE_EXECUTION_RECORDING_H

#include "Core/Space.h"

#include <functional>

namespace trabecula
{
/**
 * A sequence of operations that is executed repeatedly: on CUDA it is captured as a graph, whose
 * execution is one launch for any number of kernels; on the host the function is called.
 *
 * Pointers and values are those at the time of recording. The operations may not allocate memory,
 * copy to or from host memory, or synchronize.
 */
template <class Space>
class Recording
{
public:
  /// @throws Error if the work cannot be captured; exceptions of the work are passed on.
  explicit Recording(std::function<void()> work);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  /// Executes the operations asynchronously, in order with other work of the space.
  void play();

private:
  std::function<void()> Work; ///< on the host
  void* Graph = nullptr;      ///< on CUDA
};
}

#endif
