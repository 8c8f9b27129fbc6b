#ifndef TRABECULA_CORE_EXECUTION_GRAPHCAPTURE_H
#define TRABECULA_CORE_EXECUTION_GRAPHCAPTURE_H

#include "Core/Context.h"

#include <functional>

namespace trabecula
{
/**
 * A sequence of operations that is executed repeatedly: on CUDA it is captured as a graph, whose
 * execution is one launch for any number of kernels; on the host the function is called.
 *
 * Pointers and values are those at the time of capture. The operations may not allocate memory,
 * copy to or from host memory, synchronize, or communicate with other parts.
 */
template <class Space>
class GraphCapture
{
public:
  /// @throws Error if the work cannot be captured; exceptions of the work are passed on.
  GraphCapture(const Context<Space>& context, std::function<void()> work);
  ~GraphCapture();
  GraphCapture(const GraphCapture&) = delete;
  GraphCapture& operator=(const GraphCapture&) = delete;

  /// Executes the operations asynchronously, in order with other work of the context.
  void launch();
  /// Captures the operations again, with the pointers and values of now, which takes less time than
  /// a new object if they are otherwise the same. @throws as the constructor; operations that were
  /// captured before are then kept
  void recapture();

private:
  const Context<Space>* Computing;
  std::function<void()> Work;
  void* Graph = nullptr; ///< on CUDA
};
}

#endif
