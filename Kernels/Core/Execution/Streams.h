#ifndef TRABECULA_CORE_EXECUTION_STREAMS_H
#define TRABECULA_CORE_EXECUTION_STREAMS_H

#include "Core/Context.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * Several streams of a context for tasks that do not depend on each other. On CUDA, kernels of
 * different tasks run concurrently if they leave a part of the GPU unoccupied; on the host, tasks
 * are executed one after another.
 *
 * Tasks of one stream are executed in order, and may share scratch memory.
 */
template <class Space>
class Streams
{
public:
  /// @param count of streams, one at least
  Streams(const Context<Space>& context, std::size_t count);

  std::size_t count() const { return this->Count; }
  /// Number of the stream that executes a task.
  std::size_t streamOfTask(std::size_t task) const { return task % this->Count; }

  /**
   * Executes task(i) for i in [0, tasks) asynchronously, after all work that was submitted to the
   * context before, and before all work that is submitted later. Tasks may not synchronize or
   * allocate memory.
   *
   * @throws Error if CUDA fails; exceptions of tasks are passed on. The order with other work
   * is kept in any case.
   */
  void run(std::size_t tasks, const std::function<void(std::size_t)>& task);

private:
  using Event = std::unique_ptr<void, void (*)(void*)>;

  const Context<Space>* Computing;
  std::size_t Count;
  // On CUDA, of all streams but the first, which is that of the context:
  std::vector<std::unique_ptr<typename Context<Space>::Lane>> Lanes;
  std::vector<Event> Events; ///< end of each of these streams, and begin of run()
};

/// Number of streams for loops over columns that are stored apart: one on the host; on CUDA as many
/// as are needed for the unknowns of concurrent columns to occupy a GPU, at most one per column.
template <class Space>
constexpr std::size_t streamsForColumns(std::int64_t unknowns, int columns)
{
  constexpr std::int64_t occupying = 8000000;
  return Space::Id == ExecutionSpace::Cuda && unknowns > 0
    ? static_cast<std::size_t>(
        std::clamp<std::int64_t>((occupying + unknowns - 1) / unknowns, 1, columns))
    : 1;
}
}

#endif
